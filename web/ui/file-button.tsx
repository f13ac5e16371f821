import { FileUp } from 'lucide-react'
import { useRef } from 'react'
import { Button } from './button.tsx'

interface Props {
  /** The label on the button. */
  label: string
  /** The name of the field. */
  name: string
  /** The accepted file types, as in the attribute of an input. */
  accept: string
  variant?: string
  busy: boolean
  onChoose: (file: File) => void
}

/** A button that asks for one file, and for the same one again once it is corrected. */
export function FileButton({ label, name, accept, variant = '', busy, onChoose }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div>
      <Button icon={FileUp} variant={variant} busy={busy} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={name}
        accept={accept}
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // A copy, because emptying the field lets go of the file.
          const copy = file && new File([file], file.name)
          target.value = ''
          if (copy) onChoose(copy)
        }}
      />
    </div>
  )
}
