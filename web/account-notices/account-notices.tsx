import { useQuery } from '@tanstack/react-query'
import { Info, X } from 'lucide-react'
import { useState } from 'react'
import { dismissAccountNotice, listAccountNotices } from '#contract/account-notices.ts'
import { call, query } from '../api.ts'
import { useAction } from '../ui/use-action.ts'
import './account-notices.css'

/**
 * Tells a tenant on the home page what staff did to their account, until they dismiss it. The latest is above everything
 * else; earlier notices are folded away, so that the button that pays stays in view.
 */
export function AccountNotices() {
  const { data: notices = [] } = useQuery(query(listAccountNotices, {}))
  const [all, setAll] = useState(false)
  const { run, input, busy, error } = useAction(
    (id: number) => call(dismissAccountNotice, { params: { id: String(id) } }),
    { changes: [listAccountNotices] },
  )
  if (notices.length === 0) return null
  const shown = all ? notices : notices.slice(0, 1)
  return (
    <section className="page account-notices" aria-label="News about your account">
      {shown.map(({ id, text }) => (
        <div key={id} className="note">
          <Info className="icon" aria-hidden="true" />
          <p dir="auto">
            {text}
            {error && input === id && ` ${error.message}`}
          </p>
          <button
            type="button"
            className="icon-button"
            aria-label={`Dismiss: ${text}`}
            aria-busy={busy && input === id}
            onClick={async () => {
              if (await run(id)) document.getElementById('content')?.focus({ preventScroll: true })
            }}
          >
            <X className="icon" aria-hidden="true" />
          </button>
        </div>
      ))}
      {notices.length > shown.length && (
        <button type="button" className="button quiet compact" onClick={() => setAll(true)}>
          {notices.length - shown.length} more
        </button>
      )}
    </section>
  )
}
