import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { TransactionMonth } from '#contract/transactions.ts'
import { monthOf } from '#rules/calendar.ts'
import { formatNumber, ksh } from '#rules/money.ts'
import { longMonth, type Shown, shortMonth, transactionsPath } from './shown.ts'

const at_first = 6

/** A bar a month, the newest first; pressing one shows its payments, pressing it again all. */
export function MonthChart({ months, shown }: { months: TransactionMonth[]; shown: Shown }) {
  const [opened, setOpened] = useState<boolean | null>(null)
  const bars = months
    .map(({ month, rent, wifi }) => ({
      month,
      rent: shown.purpose === 'wifi' ? 0 : rent,
      wifi: shown.purpose === 'rent' ? 0 : wifi,
    }))
    .filter(({ rent, wifi }) => rent + wifi > 0)
  if (bars.length === 0) return <p className="muted space-above">Nothing yet.</p>
  const most = Math.max(...bars.map(({ rent, wifi }) => rent + wifi))
  // A month that is chosen can be seen.
  const whole = opened ?? bars.findIndex(({ month }) => month === shown.month) >= at_first
  const Icon = whole ? ChevronUp : ChevronDown
  return (
    <>
      <Legend bars={bars} />
      <ul className="months" id="months">
        {(whole ? bars : bars.slice(0, at_first)).map((bar) => (
          <MonthBar key={bar.month} bar={bar} most={most} shown={shown} />
        ))}
      </ul>
      {bars.length > at_first && (
        <button
          type="button"
          className="button quiet compact space-above-small"
          aria-expanded={whole}
          aria-controls="months"
          onClick={() => setOpened(!whole)}
        >
          <Icon className="icon" aria-hidden="true" />
          {whole ? `Latest ${at_first} months` : `All ${bars.length} months`}
        </button>
      )}
    </>
  )
}

/** What the patterns mean, of those that are there. */
function Legend({ bars }: { bars: TransactionMonth[] }) {
  const now = monthOf(new Date())
  const kinds = [
    { className: 'key', label: 'rent', there: bars.some(({ rent }) => rent > 0) },
    { className: 'key of-wifi', label: 'wifi', there: bars.some(({ wifi }) => wifi > 0) },
    { className: 'key running', label: 'so far', there: bars.some(({ month }) => month === now) },
  ]
  return (
    <p className="keys small" aria-hidden="true">
      {kinds.map(
        ({ className, label, there }) =>
          there && (
            <span key={label}>
              <i className={className} />
              {label}
            </span>
          ),
      )}
    </p>
  )
}

interface Props {
  bar: TransactionMonth
  /** What the longest bar stands for. */
  most: number
  shown: Shown
}

function MonthBar({ bar: { month, rent, wifi }, most, shown }: Props) {
  const chosen = month === shown.month
  const running = month === monthOf(new Date())
  const width = (amount: number) => ({ width: `${(100 * amount) / most}%` })
  return (
    <li className={running ? 'running' : undefined}>
      <Link
        to={transactionsPath({ ...shown, month: chosen ? undefined : month })}
        aria-current={chosen ? 'true' : undefined}
        preventScrollReset
      >
        <span className="small tabular nowrap">
          <span aria-hidden="true">{shortMonth(month)}</span>
          <span className="visually-hidden">
            {longMonth(month)}
            {running && ', so far'}:{' '}
          </span>
        </span>
        <span className="bars" aria-hidden="true">
          {rent > 0 && <i style={width(rent)} />}
          {wifi > 0 && <i className="of-wifi" style={width(wifi)} />}
        </span>
        <b className="money">{ksh(rent + wifi)}</b>
        {rent > 0 && wifi > 0 && (
          <span className="parts small tabular muted">
            <span className="visually-hidden">, </span>
            rent {formatNumber(rent)}, wifi {formatNumber(wifi)}
          </span>
        )}
      </Link>
    </li>
  )
}
