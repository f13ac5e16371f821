import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Download, Printer, ReceiptText, Share2 } from 'lucide-react'
import { Suspense } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import { getReceipt, getReceiptPdf, type Receipt } from '#contract/receipts.ts'
import { ksh } from '#rules/money.ts'
import { formatPhone } from '#rules/phone.ts'
import { receiptClosing, receiptRows, voidSentence } from '#rules/receipt.ts'
import { download, isMissing, query } from '../api.ts'
import { RequireAuth } from '../layout/require-auth.tsx'
import { useCompany } from '../layout/root-data.ts'
import { pageTitle, usePageTitle } from '../layout/title.ts'
import { usePageUser } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { lazyPart } from '../ui/lazy.tsx'
import { FetchFailed, MessagePlate } from '../ui/message-plate.tsx'
import { Note } from '../ui/note.tsx'
import { PaperHeader } from '../ui/paper-header.tsx'
import { saveFile } from '../ui/save-file.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { telephoneLink } from '../ui/telephone-link.ts'
import { useAction } from '../ui/use-action.ts'
import './receipt.css'

export const meta = pageTitle('Receipt')

const StaffReceipt = lazyPart(async () => (await import('./staff-receipt.tsx')).StaffReceipt)

export default function ReceiptPage() {
  const { number = '' } = useParams()
  return (
    <RequireAuth title={`Receipt ${number}`}>
      <ReceiptView number={number} />
    </RequireAuth>
  )
}

function ReceiptView({ number }: { number: string }) {
  usePageTitle(`Receipt ${number}`)
  const { data: receipt, error, refetch } = useQuery(query(getReceipt, { params: { number } }))
  const isStaff = usePageUser()?.is_staff
  const from: unknown = useLocation().state?.back
  const back =
    typeof from === 'string'
      ? { to: from, label: 'Back' }
      : isStaff
        ? { to: '/staff/desk?show=closed', label: 'Desk' }
        : { to: '/transactions', label: 'Your payments' }
  const isFailed = error && !receipt
  return (
    <div className="page receipt-page">
      {!isMissing(error) && (
        <Link className="button quiet compact on-screen" to={back.to}>
          <ArrowLeft className="icon" aria-hidden="true" />
          {back.label}
        </Link>
      )}
      {isFailed && isMissing(error) ? (
        <NoReceipt {...back} />
      ) : receipt ? (
        <>
          <ReceiptCard receipt={receipt} />
          <ReceiptActions receipt={receipt} />
          {isStaff && (
            <Suspense>
              <StaffReceipt receipt={receipt} />
            </Suspense>
          )}
        </>
      ) : error ? (
        <FetchFailed
          level={1}
          title="We couldn’t open this receipt"
          message={errorMessage(error, WENT_WRONG)}
          onRetry={() => refetch()}
        />
      ) : (
        <ReceiptSkeleton number={number} />
      )}
    </div>
  )
}

const ReceiptSkeleton = ({ number }: { number: string }) => (
  <div className="plate paper receipt-card">
    <PaperHeader name={useCompany().name} />
    <div className="padded">
      <h1 className="tabular">Receipt {number}</h1>
      <Skeleton
        className="space-above"
        lines={['bar', 'text', 'word', 'text', 'word', 'text', 'word', 'text']}
      />
    </div>
  </div>
)

/** The receipt itself, on screen and in print. */
export function ReceiptCard({ receipt }: { receipt: Receipt }) {
  const { number, amount, company } = receipt
  return (
    <article className="plate paper receipt-card" aria-labelledby="receipt-number">
      <PaperHeader {...company} />
      <div className="padded">
        <h1 id="receipt-number" className="tabular">
          Receipt {number}
        </h1>
        <p className="receipt-amount">
          {receipt.voided ? <s>{ksh(amount)}</s> : ksh(amount)}
          {receipt.voided && <span className="void-stamp">Void</span>}
        </p>
        {receipt.voided && (
          <p className="void-sentence">
            {voidSentence(receipt.voided, receipt.kind)}{' '}
            {receipt.voided.reason && <q>{receipt.voided.reason}</q>}
          </p>
        )}
        <dl>
          {receiptRows(receipt).map(({ label, value, hint }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="tabular" translate="no">
                {value}
                {hint && <span className="small muted">{hint}</span>}
              </dd>
            </div>
          ))}
        </dl>
        <p className="small muted space-above">
          {receiptClosing(receipt)}{' '}
          <a className="tabular nowrap" href={telephoneLink(company.phone)}>
            {formatPhone(company.phone)}
          </a>
          , <a href={`mailto:${company.email}`}>{company.email}</a>
        </p>
      </div>
    </article>
  )
}

function ReceiptActions({ receipt }: { receipt: Receipt }) {
  const { number } = receipt
  const { run, busy, input, error } = useAction((paper: Paper) => savePdf(number, paper))
  const isStaff = usePageUser()?.is_staff
  const share = useAction(() => sharePdf(number))
  const failure = error ?? share.error
  return (
    <div className="stack on-screen">
      <div className="row wrap">
        <Button busy={busy && input === 'A5'} onClick={() => void run('A5')}>
          <Download className="icon" aria-hidden="true" />
          Download PDF
        </Button>
        {isStaff && (
          <Button
            variant="secondary"
            icon={ReceiptText}
            busy={busy && input === '58mm'}
            onClick={() => void run('58mm')}
          >
            PDF for a 58 mm roll
          </Button>
        )}
        {canSharePdf() ? (
          <Button
            variant="secondary"
            icon={Share2}
            busy={share.busy}
            onClick={() => void share.run()}
          >
            Share
          </Button>
        ) : (
          <CopyButton
            text={receiptText(receipt)}
            label="Copy as text"
            className="button secondary"
          />
        )}
        <Button variant="secondary" icon={Printer} onClick={() => print()}>
          Print
        </Button>
      </div>
      {failure && <Note kind="error">{failure.message}</Note>}
    </div>
  )
}

type Paper = 'A5' | '58mm'

const savePdf = async (number: string, paper: Paper) =>
  saveFile(await download(getReceiptPdf, { params: { number }, query: { paper } }))

/** False on the server: the page needs the signed-in user, who is known in the browser only. */
const canSharePdf = () =>
  typeof navigator !== 'undefined' &&
  navigator.canShare?.({
    files: [new File(['%PDF'], 'receipt.pdf', { type: 'application/pdf' })],
  }) === true

/** Shares the PDF itself, not a link, which nobody else can open. */
async function sharePdf(number: string) {
  const file = await download(getReceiptPdf, { params: { number } })
  await navigator.share({ files: [file], title: `Receipt ${number}` }).catch((error: unknown) => {
    const isCancelled = error instanceof DOMException && error.name === 'AbortError'
    if (!isCancelled) throw new Error('It could not be shared. Please download the PDF instead.')
  })
}

/** The receipt as a message to somebody. */
export const receiptText = (receipt: Receipt) =>
  [
    `${receipt.company.name}: receipt ${receipt.number}${receipt.voided ? ' (void)' : ''}`,
    ...(receipt.voided
      ? [`${voidSentence(receipt.voided, receipt.kind)} ${receipt.voided.reason}`]
      : []),
    ksh(receipt.amount),
    ...receiptRows(receipt).map(({ label, value }) => `${label}: ${value}`),
  ].join('\n')

/** Also shown for another user's receipt, so as not to reveal whether it exists. */
const NoReceipt = ({ to, label }: { to: string; label: string }) => (
  <MessagePlate level={1} title="Receipt not found">
    <p>The number may be mistyped, or the receipt may belong to someone else.</p>
    <p>
      <Link className="button" to={to}>
        {label}
      </Link>
    </p>
  </MessagePlate>
)
