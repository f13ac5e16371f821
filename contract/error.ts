import * as z from 'zod/mini'

/** The body of every error response. */
export const errorBody = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  request_id: z.optional(z.string()),
  /** With 409 `payment_open`: the caller's own push that is still open on this phone. */
  checkout_request_id: z.optional(z.string()),
  /** With 503 of the assistant: the nearest questions that it can answer. */
  questions: z.optional(z.array(z.string())),
  /** Beside `questions`: the language of the one that was asked. */
  language: z.optional(z.enum(['en', 'sw'])),
  /** Beside `questions`: nothing is near, so they are the ones that are asked most often. */
  common: z.optional(z.boolean()),
  /** With 409 `changed_meanwhile`: what the act would change now. */
  effect: z.optional(z.unknown()),
})
export type ErrorBody = z.infer<typeof errorBody>

/**
 * Null for anything else, such as a proxy's page. Without the schema, because every page of the browser needs this
 * and nothing else there needs a record.
 */
export function parseErrorBody(body: unknown): ErrorBody | null {
  if (typeof body !== 'object' || body === null) return null
  const { message, code, fields, request_id, checkout_request_id, questions, language, common } =
    body as Record<string, unknown>
  const { effect } = body as Record<string, unknown>
  if (typeof message !== 'string' || typeof code !== 'string') return null
  const isText = (value: unknown): value is string | undefined =>
    value === undefined || typeof value === 'string'
  if (!isText(request_id) || !isText(checkout_request_id)) return null
  const named = Object.entries(fields ?? {}).filter(([, text]) => typeof text === 'string')
  return {
    message,
    code,
    fields: Object.fromEntries(named),
    request_id,
    checkout_request_id,
    effect,
    ...(Array.isArray(questions) && {
      questions: questions.filter((one) => typeof one === 'string'),
      language: language === 'sw' ? 'sw' : 'en',
      common: common === true,
    }),
  }
}
