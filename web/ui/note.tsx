import { CircleAlert, CircleCheck, Info, KeyRound, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'

const kinds = {
  information: { className: 'note', Icon: Info },
  key: { className: 'note', Icon: KeyRound },
  key_warning: { className: 'note warning', Icon: KeyRound },
  warning: { className: 'note warning', Icon: CircleAlert },
  no_network: { className: 'note warning', Icon: WifiOff },
  error: { className: 'note error', Icon: CircleAlert },
  done: { className: 'note success', Icon: CircleCheck },
}

/** An icon and a message on a tinted background. Errors and network notices are announced when they appear. */
export function Note({ kind, children }: { kind: keyof typeof kinds; children: ReactNode }) {
  const { className, Icon } = kinds[kind]
  const role = kind === 'error' ? 'alert' : kind === 'no_network' ? 'status' : undefined
  return (
    <div className={className} role={role}>
      <Icon className="icon" aria-hidden="true" />
      <p>{children}</p>
    </div>
  )
}
