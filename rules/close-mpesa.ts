import { type Day, dayOf } from './calendar.ts'
import {
  centsOf,
  type DayFacts,
  type DayRow,
  type Difference,
  type DifferenceKind,
  difference,
  fromRow,
  isCounted,
  isMpesa,
  type LedgerPayment,
  total,
  type WaitingReceipt,
} from './day-facts.ts'

/** A statement's last instant is a whole second. */
export const SECOND_MS = 1000

const isCovered = ({ covered }: Pick<DayFacts, 'covered'>, at: Date) =>
  covered.some(({ from, until }) => from <= at && at.getTime() < until.getTime() + SECOND_MS)

/** Payments, rows and items of a day, each found by its M-Pesa code. */
interface Known {
  company_id: number
  day: Day
  payments(receipt: string | null): LedgerPayment[]
  rows(receipt: string): DayRow[]
  item(receipt: string | null): WaitingReceipt | undefined
  isReturned(receipt: string | null): boolean
}

/** When two residences have items about one receipt, one that somebody has to decide about comes first. */
const strongest = ['open', 'dismissed', 'closed']

function knownOf(facts: DayFacts): Known {
  const { company_id, day } = facts
  const withReceipt = facts.payments.filter((one) => isMpesa(one) && one.receipt !== null)
  const payments = Map.groupBy(withReceipt, ({ receipt }) => receipt)
  const paid = facts.rows.filter(({ source, kind }) => source === 'paybill' && kind === 'payment')
  const rows = Map.groupBy(paid, ({ receipt }) => receipt)
  const items = Map.groupBy(facts.desk, ({ receipt }) => receipt)
  const reversals = facts.rows.filter(({ kind }) => kind === 'reversal')
  const returned = new Set(reversals.map((row) => row.reversed_receipt ?? row.receipt))
  return {
    company_id,
    day,
    payments: (receipt) => (receipt === null ? [] : (payments.get(receipt) ?? [])),
    rows: (receipt) => rows.get(receipt) ?? [],
    item: (receipt) =>
      receipt === null
        ? undefined
        : items
            .get(receipt)
            ?.toSorted(
              (one, other) => strongest.indexOf(one.state) - strongest.indexOf(other.state),
            )[0],
    isReturned: (receipt) => receipt !== null && returned.has(receipt),
  }
}

/** Every receipt counts once: each payment on the statement, or reported for the rest of the day, has its payment. */
export function compareMpesa(facts: DayFacts, ledger: LedgerPayment[], rows: DayRow[]) {
  const known = knownOf(facts)
  const paid = rows.filter(({ kind }) => kind === 'payment')
  const reversals = rows.filter(({ kind }) => kind === 'reversal')
  const reported: number[] = []
  const differences = [
    ...groupsOf(paid, 'row').map((group) => differenceOfRows(known, group)),
    ...reversals.map((row) => differenceOfReversal(known, row)),
    ...groupsOf(ledger, 'payment').flatMap((parts) =>
      differenceOfPayment(facts, known, parts, reported),
    ),
    ...facts.desk.flatMap((item) => differenceOfItem(facts, known, item, reported)),
  ]
  return {
    differences,
    sums: {
      statement: total(paid, fromRow),
      reversed: total(reversals, fromRow),
      reported: total(reported, (cents) => cents),
      ledger: total(ledger, centsOf),
    },
  }
}

/** The rows or payments of one code are one; without a code each is its own. */
const groupsOf = <T extends { receipt: string | null; id: number }>(list: T[], name: string) => [
  ...Map.groupBy(list, ({ receipt, id }) => receipt ?? `${name} ${id}`).values(),
]

/** Money on the statement of the day: in the ledger of the day, else why not. */
function differenceOfRows(known: Known, rows: DayRow[]): Difference {
  const { cents } = total(rows, fromRow)
  const { receipt = null, id: row = null } = rows[0] ?? {}
  const counting = known.payments(receipt).filter(isCounted)
  const own = counting.filter(({ company_id }) => company_id === known.company_id)
  const here = own.filter(({ at }) => dayOf(at) === known.day)
  const item = known.item(receipt)
  const isOpenItem = item && item.state !== 'closed'
  const refs = { receipt, row }
  const payment = (here[0] ?? own[0])?.id ?? null
  const withDesk = { ...refs, desk: item?.id ?? null }
  if (here.length > 0) return inBoth(cents - total(here, centsOf).cents, { ...refs, payment })
  if (own.length > 0) {
    return onAnotherDay(cents, total(counting, centsOf).cents, { ...refs, payment })
  }
  if (counting.length > 0) return difference('elsewhere', cents, refs)
  if (isOpenItem && item.company_id !== known.company_id) {
    return difference('elsewhere', cents, refs)
  }
  if (isOpenItem)
    return difference(item.state === 'open' ? 'on_desk' : 'dismissed', cents, withDesk)
  if (known.isReturned(receipt)) return difference('returned', cents, refs)
  const was = known.payments(receipt)
  const wasOwn = was.find(({ company_id }) => company_id === known.company_id)?.id ?? null
  return difference(was.length > 0 ? 'taken_back' : 'unknown', cents, { ...refs, payment: wasOwn })
}

const inBoth = (rest: number, refs: Partial<Difference>) =>
  difference(rest > 0 && rest < 100 ? 'fraction' : 'amount', rest, refs)

/** A payment that M-Pesa took back is an open difference while it counts, or while nobody knows which one it was. */
function differenceOfReversal(known: Known, row: DayRow): Difference {
  const { id, cents, receipt, reversed_receipt } = row
  // Some statements give a reversal the code of its payment.
  const isOwnCode =
    receipt !== null && known.payments(receipt).length + known.rows(receipt).length > 0
  const of = reversed_receipt ?? (isOwnCode ? receipt : null)
  const counting = known.payments(of).filter(isCounted)
  const isKnown =
    of !== null && known.payments(of).length + known.rows(of).length + (known.item(of) ? 1 : 0) > 0
  const kind: DifferenceKind = isKnown && counting.length === 0 ? 'returned' : 'taken_back_by_mpesa'
  const payment = counting.find((one) => one.company_id === known.company_id)?.id ?? null
  return difference(kind, cents, { receipt: of ?? receipt, row: id, payment })
}

/** Money in the ledger of the day that the statement of the day doesn't have. Parts of one payment are one to M-Pesa. */
function differenceOfPayment(
  facts: DayFacts,
  known: Known,
  parts: LedgerPayment[],
  reported: number[],
): Difference[] {
  const [one] = parts
  if (!one) return []
  const { cents } = total(parts, centsOf)
  const { receipt, id: payment } = one
  if (receipt === null) return [difference('no_receipt', -cents, { payment })]
  const rows = known.rows(receipt)
  const [row] = rows
  if (rows.some(({ at }) => dayOf(at) === known.day)) return []
  if (row) {
    return [onAnotherDay(-cents, -total(rows, fromRow).cents, { receipt, payment, row: row.id })]
  }
  if (isCovered(facts, one.at))
    return [difference('not_on_statement', -cents, { receipt, payment })]
  reported.push(cents)
  return []
}

/** An item that waits on the desk, for the time that no statement covers. */
function differenceOfItem(
  facts: DayFacts,
  known: Known,
  { id: desk, receipt, cents, at, state, company_id }: WaitingReceipt,
  reported: number[],
): Difference[] {
  const isOfDay = company_id === known.company_id && at !== null && dayOf(at) === known.day
  if (!isOfDay || state === 'closed' || isCovered(facts, at)) return []
  if (known.rows(receipt).length > 0 || known.payments(receipt).some(isCounted)) return []
  reported.push(cents ?? 0)
  return [difference(state === 'open' ? 'on_desk' : 'dismissed', cents ?? 0, { receipt, desk })]
}

/** Both sides have the same money, on two days; with different amounts somebody has to look. */
export const onAnotherDay = (cents: number, there: number, refs: Partial<Difference>) =>
  difference(cents === there ? 'other_day' : 'amount', cents, refs)
