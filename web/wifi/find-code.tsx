import { BusyIndicator } from '../ui/button.tsx'
import { FoundCode } from './found-code.tsx'
import { ReferenceField } from './reference-field.tsx'
import { useFindCode } from './use-find-code.ts'

/** "Missing wifi code", beside the vouchers. */
export function FindCode() {
  const { busy, found, submit, field } = useFindCode()
  return (
    <section className="plate pad" aria-labelledby="find-code">
      <h2 id="find-code">Paid, but no code?</h2>
      <form className="stack space-above" onSubmit={submit} noValidate>
        <ReferenceField {...field} />
        <button type="submit" className="button secondary block" aria-busy={busy}>
          {busy ? 'Looking...' : 'Find my code'}
          {busy && <BusyIndicator />}
        </button>
        <div role="status" className="empty:mt-0">
          {found && <FoundCode found={found} />}
        </div>
      </form>
    </section>
  )
}
