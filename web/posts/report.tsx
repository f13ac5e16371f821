import { Flag } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Note } from '../ui/note.tsx'
import { ReportQuestion } from './report-question.tsx'

interface Props {
  what: 'post' | 'comment'
  /** Whose it is, for those who do not see where the button stands. */
  of: string
  send: (reason: string) => Promise<{ message: string }>
}

/** Tells staff that something should not stand here. */
export function Report({ what, of, send }: Props) {
  const [asked, setAsked] = useState(false)
  const [told, setTold] = useState('')
  const thanks = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (told) thanks.current?.focus()
  }, [told])
  if (told) {
    return (
      <div ref={thanks} tabIndex={-1} className="reported">
        <Note kind="done">{told}</Note>
      </div>
    )
  }
  return (
    <>
      <button
        type="button"
        className={what === 'post' ? 'button quiet compact report' : 'icon-button report'}
        aria-label={`Report this ${what} by ${of}`}
        title="Report"
        onClick={() => setAsked(true)}
      >
        <Flag className="icon" aria-hidden="true" />
        {what === 'post' && 'Report'}
      </button>
      {asked && (
        <ReportQuestion what={what} send={send} onTold={setTold} onClose={() => setAsked(false)} />
      )}
    </>
  )
}
