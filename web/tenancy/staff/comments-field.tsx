import { useId } from 'react'

interface Props {
  comments: string
  onType: (comments: string) => void
}

/** A word for whoever looks at it later. */
export function CommentsField({ comments, onType }: Props) {
  const id = useId()
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        Comments <span className="optional">(optional)</span>
      </label>
      <textarea
        id={id}
        className="input area"
        rows={2}
        maxLength={2000}
        value={comments}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onType(target.value)}
      />
      <p id={`${id}-hint`} className="hint">
        For staff; the tenant does not see them.
      </p>
    </div>
  )
}
