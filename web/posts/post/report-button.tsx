import { Flag } from 'lucide-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { lazyWithRetry } from '../../ui/lazy.ts'
import { Note } from '../../ui/note.tsx'
import { useAction } from '../../ui/use-action.ts'

/** Loaded on demand: few users report anything. */
const ReasonDialog = lazyWithRetry(
  async () => (await import('../../moderation/reason-dialog.tsx')).ReasonDialog,
)

interface Props {
  subject: 'post' | 'comment'
  /** The reported thing, as part of the button's accessible name. */
  author: string
  /** @returns the server's message of thanks */
  send: (reason: string) => Promise<{ message: string }>
}

/** Reports a post or a comment to staff. */
export function ReportButton({ subject, author, send }: Props) {
  const [isAsking, setAsking] = useState(false)
  const { run, busy, result, error } = useAction(send)
  const thanks = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (result) thanks.current?.focus()
  }, [result])
  if (result) {
    return (
      <div ref={thanks} tabIndex={-1} className="reported">
        <Note kind="done">{result.message}</Note>
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
          <ReasonDialog
            title={`Report this ${subject}`}
            action={busy ? 'sending...' : 'Send report'}
            label="What is wrong with it?"
            hint="Staff see it with your name; its author does not."
            busy={busy}
            error={error}
            fallback="Your report was not sent. Please try again."
            onSend={(reason) => void run(reason)}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </>
  )
}
