import type { PaymentSummary } from '#contract/tenancy.ts'
import { ksh } from '#rules/money.ts'
import { BalanceWindow } from './balance-window.tsx'
import { balanceWords } from './balance-words.ts'

/** The balance: a window, a figure, and what they mean. */
export function Balance({ summary }: { summary: PaymentSummary }) {
  const { state, asked, paid, owedShare } = balanceWords(summary)
  const due = summary.current_month_balance
  const amount = ksh(Math.abs(due)).replace('Ksh ', '')
  const share = `${ksh(paid)} of ${ksh(asked)} paid`
  const said = {
    owing: share,
    paid_up: 'Nothing to pay',
    credit: `${ksh(-due)} credit`,
  }[state]
  const left = !summary.room_number && !summary.next_room
  return (
    <div className="balance">
      <BalanceWindow state={state} owedShare={owedShare} said={said} />
      <div>
        <p className="muted">{left ? 'Closing balance' : 'Balance today'}</p>
        <p className="fig">
          <span className={amount.length > 7 ? 'nowrap long' : 'nowrap'}>
            <span className="cur">Ksh</span> {amount}
          </span>
          {state === 'credit' && <span className="unit"> credit</span>}
        </p>
        {state === 'owing' && (
          <p className="small">
            <b className="nowrap">{ksh(paid)}</b> of <span className="nowrap">{ksh(asked)}</span>{' '}
            paid. The blind goes up as you pay.
          </p>
        )}
        {state === 'paid_up' && <p className="small">Nothing to pay. Asante.</p>}
        {state === 'credit' && (
          <p className="small">
            {left
              ? 'Nothing to pay. Ask at the office to have it back.'
              : 'Nothing to pay. It counts towards the next rent.'}
          </p>
        )}
      </div>
    </div>
  )
}
