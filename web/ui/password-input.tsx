import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'

/** A password and a button that shows what was typed. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="pw">
      <input className="in" type={shown ? 'text' : 'password'} {...props} />
      <button
        type="button"
        className="iconbtn"
        aria-label={shown ? 'Hide password' : 'Show password'}
        aria-controls={props.id}
        onClick={() => setShown(!shown)}
      >
        <Icon className="ic" aria-hidden="true" />
      </button>
    </div>
  )
}
