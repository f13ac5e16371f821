import { BellRing, Trash2 } from 'lucide-react'
import { Link } from 'react-router'
import type { WaitingPush } from '#contract/simulator.ts'
import { ksh } from '#rules/money.ts'
import { localPhone } from '#rules/phone.ts'
import { NumberForm } from './number-form.tsx'
import { ScreenHead } from './screen-head.tsx'
import { linkTo } from './screens.ts'
import type { PhoneNumber } from './use-number.ts'

interface Props {
  number: PhoneNumber
  msisdn: string
  waiting: WaitingPush[]
}

/** Every number that was used here: take one in hand, add one, forget one. */
export function NumbersScreen({ number, msisdn, waiting }: Props) {
  const others = waiting.filter((push) => !number.numbers.includes(push.phone_number))
  return (
    <div className="ph-page">
      <ScreenHead title="Numbers" back={linkTo(msisdn)} />
      <ul className="ph-rows">
        {number.numbers.map((one) => (
          <li key={one}>
            <NumberRow
              number={one}
              shown={one === msisdn}
              push={waiting.find(({ phone_number }) => phone_number === one)}
            />
            <button
              type="button"
              className="ph-forget"
              aria-label={`Forget ${localPhone(one)}`}
              onClick={() => number.forget(one)}
            >
              <Trash2 className="icon" aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
      {others.length > 0 && (
        <>
          <h3 className="ph-small">Others who are asked to pay</h3>
          <ul className="ph-rows">
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
    <Link to={linkTo(number)} preventScrollReset aria-current={shown || undefined}>
      <b className="tabular">{localPhone(number)}</b>
      {push && (
        <span className="ph-asked">
          <BellRing className="icon" aria-hidden="true" /> asked to pay {ksh(push.amount)}
        </span>
      )}
      {shown && !push && <span className="ph-shown">shown now</span>}
    </Link>
  )
}
