import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { User } from '#contract/auth.ts'
import { listUnsent } from '../chat/outbox.ts'
import { signOut } from '../session.ts'
import { BusyIndicator } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** Logs out; messages that still wait for the network would go with it, so then it asks. */
export function LogoutButton({ user }: { user: User }) {
  const [busy, setBusy] = useState(false)
  const [unsent, setUnsent] = useState(0)
  const navigate = useNavigate()

  async function leave() {
    if (busy) return
    setBusy(true)
    await signOut()
    await navigate('/', { replace: true })
  }
  function ask() {
    const waiting = listUnsent(user.id).length
    setUnsent(waiting)
    if (waiting === 0) void leave()
  }
  return (
    <>
      <button type="button" className="button secondary block" aria-busy={busy} onClick={ask}>
        Logout
        {busy && <BusyIndicator />}
      </button>
      {unsent > 0 && (
        <ConfirmDialog
          title={
            unsent === 1 ? 'A message has not been sent.' : `${unsent} messages have not been sent.`
          }
          act="Logout all the same"
          danger
          busy={busy}
          onAct={() => void leave()}
          onClose={() => setUnsent(0)}
        >
          <p>They wait for the network. Logging out deletes them.</p>
        </ConfirmDialog>
      )}
    </>
  )
}
