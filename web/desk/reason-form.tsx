import { CircleAlert } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { MISSING_NOTE } from '#contract/desk.ts'
import { BusyIndicator } from '../ui/button.tsx'

interface Props {
  label: string
  hint: string
  /** On the button. */
  act: string
  /** Whether it takes something away. */
  danger?: boolean
  busy: boolean
  onSend: (note: string) => void
  onCancel: () => void
}

/** A decision that needs its reason said. */
export function ReasonForm({ label, hint, act, danger, busy, onSend, onCancel }: Props) {
  const id = useId()
  const [note, setNote] = useState('')
  const [missing, setMissing] = useState(false)
  function send(event: FormEvent) {
    event.preventDefault()
    setMissing(note.trim() === '')
    if (note.trim() !== '') onSend(note)
  }
  return (
    <form className={danger ? 'suggestion danger' : 'suggestion'} onSubmit={send} noValidate>
      <div className="field">
        <label className="label" htmlFor={id}>
          {label}
        </label>
        <textarea
          id={id}
          className="input area"
          rows={3}
          maxLength={500}
          // biome-ignore lint/a11y/noAutofocus: the person has just asked for it
          autoFocus
          value={note}
          aria-invalid={missing}
          aria-describedby={`${id}-hint`}
          onChange={({ target }) => setNote(target.value)}
        />
        {missing ? (
          <p id={`${id}-hint`} className="field-error" role="alert">
            <CircleAlert className="icon" aria-hidden="true" />
            {MISSING_NOTE}
          </p>
        ) : (
          <p id={`${id}-hint`} className="hint">
            {hint}
          </p>
        )}
      </div>
      <div className="row wrap">
        <button type="submit" className={danger ? 'button danger' : 'button'} aria-busy={busy}>
          {act}
          {busy && <BusyIndicator />}
        </button>
        <button type="button" className="button quiet" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </form>
  )
}
