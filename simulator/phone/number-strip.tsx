import { BellRing, Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { WaitingPush } from '#contract/simulator.ts'
import { ksh } from '#rules/money.ts'
import { localPhone } from '#rules/phone.ts'
import { linkTo } from './screens.ts'

interface Props {
  numbers: string[]
  msisdn: string
  waiting: WaitingPush[]
}

/** So much of the number before shows that there is one. */
const peek_px = 40

/** The numbers of this phone, one press from each other; a bell where somebody is asked to pay. */
export function NumberStrip({ numbers, msisdn, waiting }: Props) {
  const strip = useRef<HTMLUListElement>(null)
  const ringing = waiting.map(({ phone_number }) => phone_number).join()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a bell makes a number wider
  useEffect(() => {
    const shown = numbers.indexOf(msisdn)
    const place = strip.current?.children[shown]?.getBoundingClientRect()
    const room = strip.current?.getBoundingClientRect()
    if (place && room) strip.current?.scrollBy({ left: place.left - room.left - peek_px })
  }, [msisdn, numbers, ringing])

  return (
    <nav className="ph-sims" aria-label="Numbers of this phone">
      <ul ref={strip}>
        {numbers.map((number) => {
          const push = waiting.find(({ phone_number }) => phone_number === number)
          return (
            <li key={number}>
              <Link
                className="tabular"
                to={linkTo(number)}
                preventScrollReset
                aria-current={number === msisdn || undefined}
              >
                {push && <BellRing className="icon" aria-hidden="true" />}
                {localPhone(number)}
                {push && <span className="visually-hidden">asked to pay {ksh(push.amount)}</span>}
              </Link>
            </li>
          )
        })}
      </ul>
      <Link
        className="ph-add"
        to={linkTo(msisdn, { at: 'numbers' })}
        preventScrollReset
        aria-label="Add or forget a number"
      >
        <Plus className="icon" aria-hidden="true" />
      </Link>
    </nav>
  )
}
