import { FileImage } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { DepositEntry, DepositState } from '#contract/deposits.ts'
import { dayOf, formatDay } from '#rules/calendar.ts'
import { depositEntryName, refundClockText } from '#rules/deposit.ts'
import { ksh } from '#rules/money.ts'
import { DocumentDialog } from '../documents/documents.tsx'
import { ReceiptLink } from '../payments/receipt-link.tsx'
import '../tenancy/staff/tenant-ledger.css'

interface Props {
  entries: DepositEntry[]
  /** Buttons with which staff act on an entry. */
  actions?: (entry: DepositEntry) => ReactNode
}

/** The ledger of a deposit, the latest entry first, each with the sum held after it. */
export function DepositEntries({ entries, actions }: Props) {
  const [opened, setOpened] = useState<number | null>(null)
  return (
    <>
      <ul>
        {entries.map((entry) => (
          <li key={entry.id}>
            <span className="ledger-what">
              <b>{depositEntryName(entry.kind, entry.payment_kind, entry.takes_back)}</b>
              {entry.voided && <span className="tag error">Taken back</span>}
            </span>
            <b className={entry.voided ? 'money struck' : 'money'}>
              <span className="visually-hidden">amount </span>
              {entry.amount > 0 ? `+ ${ksh(entry.amount)}` : ksh(entry.amount)}
            </b>
            <div className="ledger-second">
              <Detail entry={entry} onOpen={setOpened} />
              <span className="small money ledger-balance">
                <span className="visually-hidden">then </span>
                {ksh(entry.held)} held
              </span>
            </div>
            {actions && <div className="entry-acts">{actions(entry)}</div>}
          </li>
        ))}
      </ul>
      {opened !== null && (
        <DocumentDialog
          id={opened}
          title="What the deduction is for"
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

function Detail({ entry, onOpen }: { entry: DepositEntry; onOpen: (id: number) => void }) {
  const { at, receipt_number, mpesa_receipt_number, reference, by, reason, document_id } = entry
  return (
    <span className="small muted tabular ledger-detail">
      <time className="nowrap">{formatDay(dayOf(new Date(at)))}</time>
      {receipt_number && <ReceiptLink number={receipt_number} />}
      {mpesa_receipt_number && <span>{mpesa_receipt_number}</span>}
      {reference && <span>{reference}</span>}
      {by && <span>by {by}</span>}
      {reason && <q>{reason}</q>}
      {document_id !== null && (
        <button type="button" className="button quiet compact" onClick={() => onOpen(document_id)}>
          <FileImage className="icon" aria-hidden="true" />
          Picture
        </button>
      )}
    </span>
  )
}

/** Says what is still to be paid of a deposit, or by when it is given back; to the tenant (`own`) or about them. */
export function depositSentence({ asked, held, to_pay, refund }: DepositState, own: boolean) {
  if (refund) {
    const late = refund.days_left < 0
    const who = own ? 'you' : 'them'
    return `${late ? 'It should have been' : 'To be'} given back to ${who} ${refundClockText(refund)}.`
  }
  if (to_pay > 0) {
    return held === 0
      ? `A deposit of ${ksh(asked ?? 0)} was agreed. None of it has been paid yet.`
      : `${ksh(to_pay)} of the agreed ${ksh(asked ?? 0)} is still to be paid.`
  }
  if (held === 0) return asked === null ? 'No deposit was agreed.' : 'Nothing is held.'
  return `${own ? 'You get' : 'They get'} it back after moving out, less what is deducted.`
}
