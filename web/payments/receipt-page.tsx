import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Download, Printer, Share2 } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { getReceipt, getReceiptPdf, type Receipt } from '#contract/receipts.ts'
import { ksh } from '#rules/money.ts'
import { formatPhone } from '#rules/phone.ts'
import { receiptClosing, receiptRows, voidSentence } from '#rules/receipt.ts'
import { download, isMissing, query } from '../api.ts'
import { Mark } from '../art/mark.tsx'
import { RequireAuth } from '../layout/require-auth.tsx'
import { useCompany } from '../layout/root-data.ts'
import { pageTitle, usePageTitle } from '../layout/title.ts'
import { usePageUser } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { FetchFailed, MessagePlate } from '../ui/message-plate.tsx'
import { Note } from '../ui/note.tsx'
import { saveFile } from '../ui/save-file.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { telephoneLink } from '../ui/telephone-link.ts'
import { useAction } from '../ui/use-action.ts'
import './receipt.css'

export const meta = pageTitle('Receipt')

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
  const back = usePageUser()?.is_staff
    ? { to: '/staff/desk?show=closed', label: 'Payments desk' }
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
  <div className="plate receipt-card">
    <header>
      <p className="display">{useCompany().name}</p>
      <Mark onDusk />
    </header>
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
function ReceiptCard({ receipt }: { receipt: Receipt }) {
  const { number, amount, company } = receipt
  return (
    <article className="plate receipt-card" aria-labelledby="receipt-number">
      <header>
        <div>
          <p className="display">{company.name}</p>
          <p className="small">{company.address}</p>
        </div>
        <Mark onDusk />
      </header>
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
            {voidSentence(receipt.voided)} <q>{receipt.voided.reason}</q>
          </p>
        )}
        <dl>
          {receiptRows(receipt).map(({ label, value, hint }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="tabular">
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
  const { run, busy, error } = useAction(() => savePdf(number))
  const share = useAction(() => sharePdf(number))
  const failure = error ?? share.error
  return (
    <div className="stack on-screen">
      <div className="row wrap">
        <Button busy={busy} onClick={() => void run()}>
          <Download className="icon" aria-hidden="true" />
          Download PDF
        </Button>
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

const savePdf = async (number: string) =>
  saveFile(await download(getReceiptPdf, { params: { number } }), `${number}.pdf`)

const pdfFile = (number: string, content: BlobPart[] = []) =>
  new File(content, `${number}.pdf`, { type: 'application/pdf' })

/** False on the server: the page is the signed-in user's, who is known in the browser only. */
const canSharePdf = () =>
  typeof navigator !== 'undefined' &&
  navigator.canShare?.({ files: [pdfFile('receipt', ['%PDF'])] }) === true

/** Shares the PDF itself, not a link, which nobody else can open. */
async function sharePdf(number: string) {
  const file = pdfFile(number, [await download(getReceiptPdf, { params: { number } })])
  await navigator.share({ files: [file], title: `Receipt ${number}` }).catch((error: unknown) => {
    const isCancelled = error instanceof DOMException && error.name === 'AbortError'
    if (!isCancelled) throw new Error('It could not be shared. Please download the PDF instead.')
  })
}

/** The receipt as a message to somebody. */
const receiptText = (receipt: Receipt) =>
  [
    `${receipt.company.name}: receipt ${receipt.number}${receipt.voided ? ' (void)' : ''}`,
    ...(receipt.voided ? [`${voidSentence(receipt.voided)} ${receipt.voided.reason}`] : []),
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
