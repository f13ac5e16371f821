import type { RowKind, StatementSource } from './statement.ts'

/** A row of a statement, with the balance after it. */
export interface BalanceRow {
  source?: StatementSource
  kind: RowKind
  at: Date
  cents: number
  balance_cents: number | null
}

/** Possible balances, the likeliest first; null while none is known. */
type Balances = ReadonlySet<number> | null

export interface BalanceChain<Row> {
  opening: number | null
  /** The balances with which it can end. */
  ends: Balances
  /** Where the balance of a row doesn't follow from the rows before it, and by how much. */
  breaks: { row: Row; cents: number }[]
}

interface Step {
  /** With which the rows of one second can begin, and what they lead to from there; any where nothing is known. */
  start: number | null
  ends: Balances
  /** From what was known to its start, and within it. */
  breaks: number[]
}

/**
 * Follows the running balance. Rows of the same second, or of the same day where there is no time, may be in any order: what
 * counts is that they lead from one balance to the next.
 * @param before the balance before the first row, where it is known
 */
export function followBalance<Row extends BalanceRow>(
  rows: readonly Row[],
  before: number | null,
): BalanceChain<Row> {
  const groups = Map.groupBy(rows, ({ at }) => at.getTime())
  const breaks: BalanceChain<Row>['breaks'] = []
  let opening = before
  let known: Balances = before === null ? null : new Set([before])
  for (const [, group] of [...groups].sort(([one], [other]) => one - other)) {
    const [row] = group
    const step = stepOf(known, group)
    if (row) breaks.push(...step.breaks.map((cents) => ({ row, cents })))
    opening ??= step.start
    known = step.ends
  }
  return { opening, ends: known, breaks }
}

const MOST_BALANCES = 500

/** A sweep has a row in each of the two accounts, and their balances are those of either. */
const isSweep = ({ source, kind }: BalanceRow) => source !== 'bank' && kind === 'sweep'

const sumOf = (rows: readonly BalanceRow[]) => rows.reduce((sum, { cents }) => sum + cents, 0)

function stepOf(known: Balances, group: BalanceRow[]): Step {
  if (group.some(isSweep)) return stepOfSweep(known, group)
  if (group.every(({ balance_cents }) => balance_cents !== null)) return stepOfGroup(known, group)
  const total = sumOf(group)
  const ends = known && new Set([...known].map((balance) => balance + total))
  return { start: null, ends, breaks: [] }
}

function stepOfSweep(known: Balances, group: BalanceRow[]): Step {
  const total = sumOf(group)
  const others = sumOf(group.filter((row) => !isSweep(row)))
  const before = [...(known ?? [])]
  const withBalance = group.flatMap(({ cents, balance_cents }) =>
    balance_cents === null ? [] : [{ start: balance_cents - cents, end: balance_cents, cents }],
  )
  // Payments come into the account that a sweep takes from.
  const likeliest = withBalance.toSorted((one, other) => one.cents - other.cents)
  const ends = new Set([
    ...likeliest.filter(({ start }) => known?.has(start)).map(({ end }) => end),
    ...before.flatMap((balance) => [balance + others, balance + total]),
    ...before.flatMap((balance) => group.map(({ cents }) => balance + others + cents)),
    ...likeliest.map(({ end }) => end),
  ])
  // After many sweeps without a payment between, nearly any balance is possible: then none is known.
  const isKnown = ends.size > 0 && ends.size <= MOST_BALANCES
  return { start: likeliest[0]?.start ?? null, ends: isKnown ? ends : null, breaks: [] }
}

/**
 * Each row leads from one balance to another. Some order of them is a way from start to end exactly when every balance
 * between is left as often as it is reached.
 */
function stepOfGroup(known: Balances, group: BalanceRow[]): Step {
  const left = new Map<number, number>()
  const count = (balance: number, by: number) => left.set(balance, (left.get(balance) ?? 0) + by)
  for (const { cents, balance_cents } of group) {
    count((balance_cents ?? 0) - cents, 1)
    count(balance_cents ?? 0, -1)
  }
  const balances = [...left.keys()]
  const starts = balances.filter((balance) => (left.get(balance) ?? 0) > 0)
  const lasts = balances.filter((balance) => (left.get(balance) ?? 0) < 0)
  // A group that ends where it began has neither.
  const possible = (starts.length > 0 ? starts : balances).filter(
    (balance) => known === null || known.has(balance),
  )
  const start = possible[0] ?? starts[0] ?? balances[0] ?? 0
  const end = lasts.at(-1) ?? start
  const breaks = possible.length > 0 ? [] : [gapTo(start, known)]
  const isOneWay = starts.length <= 1 && lasts.length <= 1 && isOnce(left)
  if (!isOneWay) breaks.push(end - start - sumOf(group))
  const isRound = lasts.length === 0 && possible.length > 0
  return { start, ends: new Set(isRound ? possible : [end]), breaks }
}

const isOnce = (left: Map<number, number>) =>
  [...left.values()].every((times) => Math.abs(times) <= 1)

/** From the nearest of the known balances. */
function gapTo(start: number, known: Balances): number {
  const gaps = [...(known ?? [])].map((balance) => start - balance)
  return gaps.toSorted((one, other) => Math.abs(one) - Math.abs(other))[0] ?? 0
}
