import { BellRing, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { INVALID_PHONE } from '#contract/form.ts'
import type { WaitingPush } from '#contract/simulator.ts'
import { ksh } from '#rules/money.ts'
import { formatPhone, toMsisdn } from '#rules/phone.ts'
import type { PhoneNumber } from './phone-numbers.ts'
import { ScreenHeader } from './screen-header.tsx'
import { screenLink } from './screens.ts'

interface Props {
  number: PhoneNumber
  msisdn: string
  waiting: WaitingPush[]
}

/** The numbers of this browser, with actions to switch, add and forget. */
export function NumbersScreen({ number, msisdn, waiting }: Props) {
  const others = waiting.filter((push) => !number.numbers.includes(push.phone_number))
  return (
    <div className="phone-screen-column">
      <ScreenHeader title="Numbers" back={screenLink(msisdn)} />
      <ul className="phone-rows">
        {number.numbers.map((one) => (
          <li key={one}>
            <NumberRow
              number={one}
              shown={one === msisdn}
              push={waiting.find(({ phone_number }) => phone_number === one)}
            />
            <button
              type="button"
              className="phone-forget-number"
              aria-label={`Forget ${formatPhone(one)}`}
              onClick={() => number.forget(one)}
            >
              <Trash2 className="icon" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <>
          <h3 className="phone-subheading">Other phones with a request</h3>
          <ul className="phone-rows">
            {others.map((push) => (
              <li key={push.checkout_request_id}>
                <NumberRow number={push.phone_number} push={push} />
              </li>
            ))}
          </ul>
        </>
      )}
      <NumberForm
        key={number.numbers.length}
        label="Add a number"
        action="Use this number"
        choose={number.choose}
      />
    </div>
  )
}

function NumberRow({
  number,
  shown = false,
  push,
}: {
  number: string
  shown?: boolean
  push: WaitingPush | undefined
}) {
  return (
    <Link to={screenLink(number)} preventScrollReset aria-current={shown || undefined}>
      <b className="tabular">{formatPhone(number)}</b>
      {push && (
        <span className="phone-number-asked">
          <BellRing className="icon" aria-hidden="true" /> asked to pay {ksh(push.amount)}
        </span>
      )}
      {shown && !push && <span className="phone-number-shown">shown now</span>}
    </Link>
  )
}

interface NumberStripProps {
  numbers: string[]
  msisdn: string
  waiting: WaitingPush[]
}

/** How much of the number to the left stays visible, in pixels. */
const PREVIOUS_NUMBER_PX = 40

/** The numbers of this phone as tabs; a bell marks those with an open push. */
export function NumberStrip({ numbers, msisdn, waiting }: NumberStripProps) {
  const strip = useRef<HTMLUListElement>(null)
  const ringing = waiting.map(({ phone_number }) => phone_number).join()

  // biome-ignore lint/correctness/useExhaustiveDependencies: a bell makes a number wider
  useEffect(() => {
    const shown = numbers.indexOf(msisdn)
    const tabBounds = strip.current?.children[shown]?.getBoundingClientRect()
    const stripBounds = strip.current?.getBoundingClientRect()
    if (tabBounds && stripBounds)
      strip.current?.scrollBy({ left: tabBounds.left - stripBounds.left - PREVIOUS_NUMBER_PX })
  }, [msisdn, numbers, ringing])

  return (
    <nav className="phone-numbers" aria-label="Numbers of this phone">
      <ul ref={strip}>
        {numbers.map((number) => {
          const push = waiting.find(({ phone_number }) => phone_number === number)
          return (
            <li key={number}>
              <Link
                className="tabular"
                to={screenLink(number)}
                preventScrollReset
                aria-current={number === msisdn || undefined}
              >
                {push && <BellRing className="icon" aria-hidden="true" />}
                {formatPhone(number)}
                {push && <span className="visually-hidden">asked to pay {ksh(push.amount)}</span>}
              </Link>
            </li>
          )
        })}
      </ul>
      <Link
        className="phone-add-number"
        to={screenLink(msisdn, { at: 'numbers' })}
        preventScrollReset
        aria-label="Add or forget a number"
      >
        <Plus className="icon" aria-hidden="true" />
      </Link>
    </nav>
  )
}

interface NumberFormProps {
  label: ReactNode
  /** An invalid number from the URL. */
  invalid?: string | null
  action: string
  choose: (msisdn: string) => void
}

export function NumberForm({ label, invalid = null, action, choose }: NumberFormProps) {
  const [wrong, setWrong] = useState(invalid !== null)
  return (
    <form
      className="phone-number-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget).get('phone')
        const msisdn = toMsisdn(String(typed))
        setWrong(msisdn === null)
        if (msisdn) choose(msisdn)
      }}
    >
      <label className="label" htmlFor="phone-number">
        {label}
      </label>
      <input
        className="input tabular"
        id="phone-number"
        name="phone"
        type="tel"
        autoComplete="off"
        placeholder="0712 345 678"
        defaultValue={invalid ?? ''}
        aria-invalid={wrong}
        aria-describedby={wrong ? 'phone-number-error' : undefined}
      />
      {wrong && (
        <p className="phone-field-error" id="phone-number-error" role="alert">
          {INVALID_PHONE}
        </p>
      )}
      <button type="submit" className="button mpesa block space-above">
        {action}
      </button>
    </form>
  )
}
