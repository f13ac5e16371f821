import { useState } from 'react'

interface Props {
  note: string
  onType: (note: string) => void
}

/** A word for whoever looks at this later; most need none. */
export function AddNote({ note, onType }: Props) {
  const [open, setOpen] = useState(false)
  if (!open) {
    return (
      <button type="button" className="button quiet compact out" onClick={() => setOpen(true)}>
        Add a note
      </button>
    )
  }
  return (
    <div className="field">
      <label className="label" htmlFor="desk-note">
        Note <span className="optional">kept with it, for staff</span>
      </label>
      <textarea
        id="desk-note"
        className="input area"
        rows={2}
        maxLength={500}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked for it
        autoFocus
        value={note}
        onChange={({ target }) => onType(target.value)}
      />
    </div>
  )
}
