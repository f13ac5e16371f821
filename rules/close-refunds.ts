import { dayOf } from './calendar.ts'
import { onAnotherDay } from './close-mpesa.ts'
import {
  centsOf,
  type DayFacts,
  type Difference,
  difference,
  fromRow,
  isCounted,
  total,
} from './day-facts.ts'
import { findMpesaCode } from './mpesa-code.ts'

/** The M-Pesa code with which credit was given back, as staff typed it; null for cash. */
export const refundCode = ({ kind, reference }: { kind: string; reference: string | null }) =>
  kind === 'refund' && reference !== null ? findMpesaCode(reference) : null

/** A refund that was sent by M-Pesa left the paybill: the statement has its code among what was withdrawn. */
export function compareRefunds({ company_id, day, payments, rows }: DayFacts) {
  const refunds = payments.filter(
    (one) => one.company_id === company_id && refundCode(one) !== null && isCounted(one),
  )
  const withdrawn = rows.filter(({ source, kind }) => source === 'paybill' && kind === 'withdrawal')
  const isOfDay = ({ at }: { at: Date }) => dayOf(at) === day
  const ofRows = []
  const differences: Difference[] = []
  for (const [receipt, all] of Map.groupBy(refunds, refundCode)) {
    const entered = all.filter(isOfDay)
    const sent = withdrawn.filter((row) => row.receipt === receipt)
    const here = sent.filter(isOfDay)
    ofRows.push(...here)
    const cents = total(here, fromRow).cents - total(entered, centsOf).cents
    // Several refunds with the same code are one withdrawal.
    const isSame = total(sent, fromRow).cents === total(all, centsOf).cents
    const refs: Partial<Difference> = {
      ...{ book: 'refunds', receipt, payment: entered[0]?.id ?? all[0]?.id ?? null },
      row: (here[0] ?? sent[0])?.id ?? null,
    }
    if (sent.length === 0) differences.push(difference('refund', cents, refs))
    else if (isSame) differences.push(onAnotherDay(cents, cents, refs))
    else differences.push(difference('amount', cents, refs))
  }
  return {
    differences,
    sums: {
      statement: total(ofRows, fromRow),
      ledger: total(refunds.filter(isOfDay), centsOf),
    },
  }
}
