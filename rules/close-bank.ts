import { dayOf } from './calendar.ts'
import { onAnotherDay } from './close-mpesa.ts'
import {
  centsOf,
  type DayFacts,
  type DayRow,
  type Difference,
  difference,
  fromRow,
  isCounted,
  type LedgerPayment,
  total,
} from './day-facts.ts'
import { plainReference, rowOfReference, rowReference } from './statement.ts'

const isNamed = ({ receipt, id }: DayRow, reference: string | null) =>
  rowOfReference(reference) === id ||
  (receipt !== null && plainReference(receipt) === plainReference(reference))

/** A transfer is known by the bank's code that staff have entered. */
export function compareBank(facts: DayFacts, own: LedgerPayment[]) {
  const { day, company_id } = facts
  const rows = facts.rows.filter(({ source, kind }) => source === 'bank' && kind === 'payment')
  const paid = rows.filter(({ at }) => dayOf(at) === day)
  if (paid.length === 0) return { differences: [], sums: null }
  const ledger = own.filter((one) => one.kind === 'bank' && isCounted(one))
  const entered = facts.payments.filter(
    (one) => one.kind === 'bank' && isCounted(one) && one.company_id === company_id,
  )
  const differences: Difference[] = []
  const byCode = Map.groupBy(paid, ({ receipt, id }) => plainReference(receipt) || rowReference(id))
  for (const group of byCode.values()) {
    const { cents } = total(group, fromRow)
    const entries = entered.filter((one) => group.some((row) => isNamed(row, one.reference)))
    const here = entries.filter((one) => dayOf(one.at) === day)
    const [row] = group
    const refs = { book: 'bank', receipt: row?.receipt ?? null, row: row?.id ?? null } as const
    const payment = entries[0]?.id ?? null
    if (entries.length === 0) differences.push(difference('not_entered', cents, refs))
    else if (here.length > 0) {
      differences.push(
        difference('amount', cents - total(here, centsOf).cents, { ...refs, payment }),
      )
    } else {
      differences.push(onAnotherDay(cents, total(entries, centsOf).cents, { ...refs, payment }))
    }
  }
  for (const one of ledger) {
    const itsRows = rows.filter((row) => isNamed(row, one.reference))
    if (itsRows.some(({ at }) => dayOf(at) === day)) continue
    const row = itsRows[0]?.id ?? null
    const refs = { book: 'bank', payment: one.id, row, receipt: one.reference } as const
    differences.push(
      itsRows.length === 0
        ? difference('not_on_statement', -centsOf(one), refs)
        : onAnotherDay(-centsOf(one), -total(itsRows, fromRow).cents, refs),
    )
  }
  const sums = { statement: total(paid, fromRow), ledger: total(ledger, centsOf) }
  return { differences, sums }
}
