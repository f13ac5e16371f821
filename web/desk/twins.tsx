import { attachDeskItem, type DeskDetail } from '#contract/desk.ts'
import { dateAndTime } from '#rules/calendar.ts'
import { call } from '../api.ts'
import { BusyIndicator } from '../ui/button.tsx'
import type { Closing } from './use-closing.ts'
import { moneyOf, personWords, unbroken, whomWords } from './words.ts'

interface Props {
  item: DeskDetail
  closing: Closing
  note: string
}

/** Payments that are counted and lack their receipt: this may be it, and then nothing new is credited. */
export function Twins({ item, closing, note }: Props) {
  const likely = item.reason === 'possible_twin'
  const own = item.account?.account_number
  const twins = item.twins.toSorted(
    (a, b) => Number(b.account.account_number === own) - Number(a.account.account_number === own),
  )
  if (twins.length === 0) {
    if (!likely) return null
    return <p>Every payment of this amount has its receipt by now, so this is new money.</p>
  }
  const money = moneyOf(item) ?? ''
  const attach = (payment_id: number) =>
    closing.close(`payment ${payment_id}`, () =>
      call(attachDeskItem, {
        params: { id: String(item.id) },
        body: { payment_id, ...(note.trim() && { note }) },
      }),
    )
  return (
    <div className="stack-small">
      <h3>{likely ? 'The same money?' : 'Or is it counted already?'}</h3>
      <p className="small muted">
        A payment that lacks its receipt gets this one. Nothing new is credited.
      </p>
      <ul className="stack-small">
        {twins.map(({ payment_id, paid_at, account }, index) => {
          const best = likely && index === 0
          const going = closing.busy === `payment ${payment_id}`
          return (
            <li key={payment_id} className={best ? 'suggestion best' : 'suggestion'}>
              <div>
                <b>{personWords(account)}</b>
                <p className="small muted tabular">
                  {money}, {dateAndTime(new Date(paid_at))}
                </p>
              </div>
              <button
                type="button"
                className={best ? 'button block' : 'button secondary block'}
                aria-busy={going}
                onClick={() => attach(payment_id)}
              >
                {unbroken(`Attach to ${money} of ${whomWords(account)}`)}
                {going && <BusyIndicator />}
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
