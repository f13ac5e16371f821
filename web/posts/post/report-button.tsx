import { Flag } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyWithRetry } from '../../ui/lazy.tsx'
import { Note } from '../../ui/note.tsx'

/** Loaded on demand: few users report anything. */
const ReportDialog = lazyWithRetry(async () => (await import('./report-dialog.tsx')).ReportDialog)

interface Props {
  subject: 'post' | 'comment'
  /** The id of the reported post or comment. */
  id: number
  /** Its author, as part of the button's accessible name. */
  author: string
}

/** Reports a post or a comment to staff. */
export function ReportButton({ subject, id, author }: Props) {
  const [isAsking, setAsking] = useState(false)
  /** The server's message once the report has been sent. */
  const [message, setMessage] = useState('')
  const thanks = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (message) thanks.current?.focus()
  }, [message])
  if (message) {
    return (
      <div ref={thanks} tabIndex={-1} className="reported">
        <Note kind="done">{message}</Note>
      </div>
    )
  }
  return (
    <>
      <button
        type="button"
        className={subject === 'post' ? 'button quiet compact report' : 'icon-button report'}
        aria-label={`Report this ${subject} by ${author}`}
        title="Report"
        onClick={() => setAsking(true)}
      >
        <Flag className="icon" aria-hidden="true" />
        {subject === 'post' && 'Report'}
      </button>
      {isAsking && (
        <Suspense fallback={<span role="status">Loading...</span>}>
          <ReportDialog
            subject={subject}
            id={id}
            onSent={setMessage}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
