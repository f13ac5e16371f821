import { useFormContext } from 'react-hook-form'
import { Below, described } from './field.tsx'
import type { Typed } from './typed.ts'

export function Agreement({ slug }: { slug: string }) {
  const { register, formState } = useFormContext<Typed>()
  const error = formState.errors.terms?.message
  return (
    <>
      <label className="check">
        <input
          id="terms"
          type="checkbox"
          aria-required
          {...described({ name: 'terms', error })}
          {...register('terms')}
        />
        <span>
          I agree to the{' '}
          <a href={`/terms/${slug}`} target="_blank" rel="noopener">
            terms and conditions
          </a>{' '}
          (opens in a new tab).
        </span>
      </label>
      <Below name="terms" error={error} />
    </>
  )
}
