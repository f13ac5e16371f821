import { MessageSquareText } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import type { PhoneMessage } from '#contract/simulator.ts'
import { linkTo } from './screens.ts'

interface Props {
  msisdn: string
  message: PhoneMessage
  hold: (held: boolean) => void
  hide: () => void
}

/** A new message, over whatever the phone shows. */
export function Banner({ msisdn, message, hold, hide }: Props) {
  // Gone from under the pointer, it is not left by it.
  useEffect(() => () => hold(false), [hold])

  return (
    <Link
      className="ph-banner"
      to={linkTo(msisdn, { at: 'message', id: message.id })}
      preventScrollReset
      onClick={hide}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
      onMouseEnter={() => hold(true)}
      onMouseLeave={() => hold(false)}
    >
      <MessageSquareText className="icon" aria-hidden="true" />
      <span>
        <b>Pretend M-PESA</b>
        <span className="ph-lines">{message.text}</span>
      </span>
    </Link>
  )
}
