import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { ApiError } from '../api.ts'
import { failureWords } from '../ui/failure-words.ts'

/**
 * Puts what the server refused at its fields, and the cursor into the first of them; what belongs to
 * no field of this form stands at the button.
 */
export function setRefusals<Form extends FieldValues>(
  form: UseFormReturn<Form, unknown, Form>,
  error: unknown,
  fields: Path<Form>[],
  otherwise: string,
) {
  const refused = error instanceof ApiError ? error.fields : {}
  const named = fields.filter((field) => refused[field] !== undefined)
  for (const [at, field] of named.entries()) {
    form.setError(field, { message: refused[field] ?? '' }, { shouldFocus: at === 0 })
  }
  if (named.length > 0) return
  const message = error instanceof Error ? failureWords(error, otherwise) : otherwise
  form.setError('root.refused', { message })
}
