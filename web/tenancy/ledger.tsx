import type { PaymentSummary } from '#contract/tenancy.ts'
import { monthOf } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { ledgerLines } from './balance-words.ts'

/** The three parts of the balance and their sum; a credit is a word, not a minus. */
export function Ledger({ summary }: { summary: PaymentSummary }) {
  const due = summary.current_month_balance
  return (
    <dl className="ledger">
      {ledgerLines(summary, monthOf(new Date())).map(({ name, detail, amount }) => (
        <div key={name}>
          <dt>
            {name}
            <span className="muted">{detail}</span>
          </dt>
          <dd>{amount}</dd>
        </div>
      ))}
      <div className="sum">
        <dt>{due < 0 ? 'Credit' : 'To pay'}</dt>
        <dd>{ksh(Math.abs(due))}</dd>
      </div>
    </dl>
  )
}
