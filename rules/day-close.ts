import { followBalance } from './balance-chain.ts'
import { dayEnd, dayOf, dayStart } from './calendar.ts'
import { isCash } from './cash-count.ts'
import { compareBank } from './close-bank.ts'
import { compareMpesa, SECOND_MS } from './close-mpesa.ts'
import { compareRefunds } from './close-refunds.ts'
import {
  centsOf,
  type DayFacts,
  type DayFigures,
  type Difference,
  difference,
  differenceKinds,
  fromRow,
  isCounted,
  isMpesa,
  total,
} from './day-facts.ts'

/** The close of a day compares what the paybill and the bank say with the ledger. */

/** Goes up when `compareDay` gives other figures of the same facts: a close is computed again by the rules of its time only. */
export const CLOSE_RULES = 2

/** The figures that a close of the day would freeze. */
export function compareDay(facts: DayFacts): DayFigures {
  const { day, company_id } = facts
  const own = facts.payments.filter((one) => one.company_id === company_id && dayOf(one.at) === day)
  const rows = facts.rows.filter(({ source, at }) => source === 'paybill' && dayOf(at) === day)
  const mpesa = compareMpesa(facts, own.filter(isMpesa).filter(isCounted), rows)
  const refunds = compareRefunds(facts)
  const bank = compareBank(facts, own)
  const withBalances = rows.some(({ balance_cents }) => balance_cents !== null) ? rows : []
  const chain = followBalance(withBalances, facts.balance_before)
  const opening = withBalances.length > 0 ? chain.opening : null
  const closing = chain.ends?.values().next().value
  const differences = [
    ...withoutMissingRows(
      mpesa.differences,
      chain.breaks.map(({ row, cents }) =>
        difference('balance', cents, { book: 'balance', row: row.id }),
      ),
    ),
    ...refunds.differences,
    ...bank.differences,
    ...facts.counts
      .filter(({ expected, counted }) => expected !== counted)
      .map(({ id, expected, counted }) =>
        difference('cash', (counted - expected) * 100, { book: 'cash', count: id }),
      ),
    // The amount of an item on the desk may be unreadable.
  ].filter(({ kind, cents }) => cents !== 0 || kind === 'on_desk')
  const drawer = own.filter(isCash)
  return {
    day,
    coverage: coverageOf(facts),
    mpesa: mpesa.sums,
    other_rows: total(
      rows.filter(({ kind }) => kind !== 'payment' && kind !== 'reversal'),
      fromRow,
    ),
    balance: opening === null || closing === undefined ? null : { opening, closing },
    refunds: refunds.sums,
    bank: bank.sums,
    cash: {
      received: total(
        drawer.filter(({ amount }) => amount > 0),
        centsOf,
      ),
      given_back: total(
        drawer.filter(({ amount }) => amount < 0),
        centsOf,
      ),
    },
    corrections: total(
      own.filter(({ kind }) => kind === 'correction'),
      centsOf,
    ),
    differences,
    open_cents: openCents(differences),
  }
}

export const isOpen = ({ kind }: Pick<Difference, 'kind'>) => differenceKinds[kind] === 'open'

/**
 * Without their signs: what is too much on one side doesn't make up for anything on the other. A row that is missing from the
 * statement breaks its balance too, which is the same money.
 */
function openCents(differences: Difference[]): number {
  const open = differences.filter(isOpen)
  const sum = (wanted: (one: Difference) => boolean) =>
    total(open.filter(wanted), ({ cents }) => Math.abs(cents)).cents
  const ofMpesa = sum(({ book }) => book === 'mpesa')
  const ofBalance = sum(({ book }) => book === 'balance')
  const others = sum(({ book }) => book !== 'mpesa' && book !== 'balance')
  return Math.max(ofMpesa, ofBalance) + others
}

/**
 * A row that is missing breaks the balance, too: both are one difference, with the row before which it is missing. When several
 * are missing together, nobody knows which break belongs to which.
 */
function withoutMissingRows(ofMpesa: Difference[], breaks: Difference[]): Difference[] {
  const isMissing = ({ kind }: Difference) => kind === 'not_on_statement'
  const rest = [...breaks]
  const paired = ofMpesa.map((one) => {
    const at = isMissing(one) ? rest.findIndex(({ cents }) => cents === -one.cents) : -1
    const [found] = at < 0 ? [] : rest.splice(at, 1)
    return found ? { ...one, row: found.row } : one
  })
  const unpaired = paired.filter((one) => isMissing(one) && one.row === null)
  const sum = (some: Difference[]) => total(some, ({ cents }) => cents).cents
  return rest.length > 0 && sum(rest) === -sum(unpaired) ? paired : [...paired, ...rest]
}

function coverageOf({ day, covered }: DayFacts): DayFigures['coverage'] {
  const [start, end] = [dayStart(day).getTime(), dayEnd(day).getTime()]
  const within = covered
    .map(({ from, until }) => [from.getTime(), until.getTime() + SECOND_MS] as const)
    .filter(([from, until]) => until > start && from < end)
    .sort(([one], [other]) => one - other)
  if (within.length === 0) return 'none'
  let reached = start
  for (const [from, until] of within) if (from <= reached) reached = Math.max(reached, until)
  return reached >= end ? 'whole' : 'part'
}
