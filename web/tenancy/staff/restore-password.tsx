import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { restorePassword, type TenantDetail } from '#contract/tenancy.ts'
import { call } from '../../api.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Note } from '../../ui/note.tsx'
import { refusalWords, useMoving } from './use-moving.ts'

const failed_words = 'The password could not be put back. Please try again.'

/** For somebody who has forgotten theirs. */
export function RestorePassword({ tenant }: { tenant: TenantDetail }) {
  const [asked, setAsked] = useState(false)
  const { move, busy, result, error } = useMoving<true>()
  const { id, full_name, must_change_password } = tenant

  async function restore() {
    await move(async () => {
      await call(restorePassword, { params: { id: String(id) } })
      return true
    })
    setAsked(false)
  }
  return (
    <div className="stack-small">
      <button type="button" className="button quiet compact out" onClick={() => setAsked(true)}>
        <KeyRound className="icon" aria-hidden="true" />
        Put back the password
      </button>
      {!result && (
        <p className="small muted">
          {must_change_password
            ? 'Their password is still the ID number.'
            : 'To the ID number, for somebody who has forgotten it.'}
        </p>
      )}
      <div role="status">
        {result && (
          <Note kind="done">
            The password is the ID number again. They sign in with it and change it in their
            profile.
          </Note>
        )}
        {error && <Note kind="error">{refusalWords(error, failed_words)}</Note>}
      </div>
      {asked && (
        <ConfirmDialog
          title={`Put back the password of ${full_name}?`}
          act="Put it back"
          busy={busy}
          onAct={() => void restore()}
          onClose={() => setAsked(false)}
        >
          <p>
            Their password becomes the ID number they moved in with, and they are signed out
            everywhere. Do this only when you are sure that it is they who ask.
          </p>
        </ConfirmDialog>
      )}
    </div>
  )
}
