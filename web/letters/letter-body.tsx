import type { AccountStatement } from '#contract/ledger.ts'
import type { Letter } from '#contract/letters.ts'
import { balanceBeside, balanceInColumn, NO_ENTRIES } from '#rules/account-statement.ts'
import { formatDay } from '#rules/calendar.ts'
import { letterFactRows, letterSentence } from '#rules/letter.ts'
import { formatNumber } from '#rules/money.ts'
import './letters.css'

/** The text of a letter, on its own page and on the page where it is checked. */
export const LetterBody = ({ facts, rows }: Pick<Letter, 'facts' | 'rows'>) => (
  <>
    <p className="letter-sentence">{letterSentence(facts)}</p>
    <FactList facts={letterFactRows(facts)} />
    {facts.statement && (
      <StatementRows {...facts.statement} until={facts.day} closing={facts.owes} rows={rows} />
    )}
  </>
)

export const FactList = ({ facts }: { facts: { label: string; value: string }[] }) => (
  <dl className="letter-facts">
    {facts.map(({ label, value }) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd className="tabular" translate="no">
          {value}
        </dd>
      </div>
    ))}
  </dl>
)

/** The lines of a statement, between the balances before and after its days. */
export const StatementRows = ({
  from,
  until,
  opening,
  closing,
  rows,
}: Pick<AccountStatement, 'from' | 'until' | 'opening' | 'closing' | 'rows'>) => (
  <ul className="letter-rows">
    {from && <BalanceRow name="Balance before" day={from} balance={opening} />}
    {rows.length === 0 && <li>{NO_ENTRIES}</li>}
    {rows.map(({ day, entry, detail, amount, balance }, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change their places
      <li key={at}>
        <span>
          {entry}
          <span className="small muted">
            {formatDay(day)}
            {detail && ` · ${detail}`}
          </span>
        </span>
        <span className="tabular letter-sum">
          {amount > 0 ? '+' : '−'}&nbsp;{formatNumber(Math.abs(amount))}
          <span className="small muted nowrap">{balanceBeside(balance)}</span>
        </span>
      </li>
    ))}
    <BalanceRow name="Balance after" day={until} balance={closing} />
  </ul>
)

const BalanceRow = ({ name, day, balance }: { name: string; day: string; balance: number }) => (
  <li>
    <b>
      {name}
      <span className="small muted">{formatDay(day)}</span>
    </b>
    <b className="tabular letter-sum">{balanceInColumn(balance)}</b>
  </li>
)
