import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { TransactionMonth } from '#contract/transactions.ts'
import { monthOf } from '#rules/calendar.ts'
import { formatNumber, ksh } from '#rules/money.ts'
import { Button } from '../ui/button.tsx'
import {
  longMonth,
  shortMonth,
  type TransactionFilter,
  transactionsPath,
} from './transaction-filter.ts'

const INITIAL_MONTHS = 6

interface ChartProps {
  months: TransactionMonth[]
  filter: TransactionFilter
}

/**
 * One bar per month, newest first. Pressing a bar filters the payments by its month; pressing it again shows
 * all.
 */
export function MonthChart({ months, filter }: ChartProps) {
  const [userChoice, setUserChoice] = useState<boolean | null>(null)
  const bars = months
    .map(({ month, rent, wifi }) => ({
      month,
      rent: filter.purpose === 'wifi' ? 0 : rent,
      wifi: filter.purpose === 'rent' ? 0 : wifi,
    }))
    .filter(({ rent, wifi }) => rent + wifi > 0)
  if (bars.length === 0) return <p className="muted space-above">Nothing yet.</p>
  const longest = Math.max(...bars.map(({ rent, wifi }) => rent + wifi))
  // Keeps the chosen month visible.
  const expanded =
    userChoice ?? bars.findIndex(({ month }) => month === filter.month) >= INITIAL_MONTHS
  return (
    <>
      <Legend bars={bars} />
      <ul className="month-chart" id="months">
        {(expanded ? bars : bars.slice(0, INITIAL_MONTHS)).map((bar) => (
          <MonthBar key={bar.month} bar={bar} longest={longest} filter={filter} />
        ))}
      </ul>
      {bars.length > INITIAL_MONTHS && (
        <Button
          variant="quiet compact"
          className="space-above-small"
          icon={expanded ? ChevronUp : ChevronDown}
          aria-expanded={expanded}
          aria-controls="months"
          onClick={() => setUserChoice(!expanded)}
        >
          {expanded ? `Latest ${INITIAL_MONTHS} months` : `All ${bars.length} months`}
        </Button>
      )}
    </>
  )
}

/** Explains the patterns that occur in the chart. */
function Legend({ bars }: { bars: TransactionMonth[] }) {
  const now = monthOf(new Date())
  const onlyNow = bars.every(({ month }) => month === now)
  const state = onlyNow ? ' running' : ''
  const hasRent = bars.some(({ rent }) => rent > 0)
  const hasWifi = bars.some(({ wifi }) => wifi > 0)
  const only = hasRent && hasWifi ? '' : hasRent ? 'rent ' : 'wifi '
  const kinds = [
    { className: `pattern${state}`, label: 'rent', occurs: hasRent },
    { className: `pattern wifi${state}`, label: 'wifi', occurs: hasWifi },
    {
      className: `pattern running${hasRent ? '' : ' wifi'}`,
      label: `${only}this month so far`,
      occurs: !onlyNow && bars.some(({ month }) => month === now),
    },
  ]
  return (
    <p className="chart-legend small" aria-hidden="true">
      {kinds.map(
        ({ className, label, occurs }) =>
          occurs && (
            <span key={label}>
              <i className={className} />
              {label}
            </span>
          ),
      )}
    </p>
  )
}

interface BarProps {
  bar: TransactionMonth
  /** The amount that the longest bar represents. */
  longest: number
  filter: TransactionFilter
}

function MonthBar({ bar: { month, rent, wifi }, longest, filter }: BarProps) {
  const chosen = month === filter.month
  const running = month === monthOf(new Date())
  const width = (amount: number) => ({ width: `${(100 * amount) / longest}%` })
  return (
    <li className={running ? 'running' : undefined}>
      <Link
        to={transactionsPath({ ...filter, month: chosen ? undefined : month })}
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
          {wifi > 0 && <i className="wifi" style={width(wifi)} />}
        </span>
        <b className="money">{ksh(rent + wifi)}</b>
        {rent > 0 && wifi > 0 && (
          <span className="bar-amounts small tabular muted">
            <span className="visually-hidden">, </span>
            rent {formatNumber(rent)}, wifi {formatNumber(wifi)}
          </span>
        )}
      </Link>
    </li>
  )
}
