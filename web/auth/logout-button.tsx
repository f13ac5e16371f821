import { useState } from 'react'
import { useNavigate } from 'react-router'
import { signOut } from '../session.ts'
import { BusyPanes } from '../ui/busy-panes.tsx'

export function LogoutButton() {
  const [busy, setBusy] = useState(false)
  const navigate = useNavigate()
  return (
    <button
      type="button"
      className="btn sec block"
      aria-busy={busy}
      onClick={async () => {
        if (busy) return
        setBusy(true)
        await signOut()
        await navigate('/', { replace: true })
      }}
    >
      Logout
      {busy && <BusyPanes />}
    </button>
  )
}
