import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Printer } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { getLinkReceipt } from '#contract/pay-links.ts'
import { isMissing, query } from '../api.ts'
import { pageTitle } from '../layout/title.ts'
import { ReceiptCard, receiptText } from '../payments/receipt-page.tsx'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { FetchFailed, MessagePlate } from '../ui/message-plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SponsorFrame, sponsorHeaders } from './sponsor-frame.tsx'

export const meta = pageTitle('Receipt')

export const headers = sponsorHeaders

/** A sponsor's receipt: without the tenant's name, unless they have agreed. */
export default function SponsorReceiptPage() {
  const { token = '', submission = '' } = useParams()
  const receipt = useQuery({
    ...query(getLinkReceipt, { params: { token, submission } }),
    retry: false,
  })
  const back = `/pay/${token}`
  return (
    <SponsorFrame>
      <div className="receipt-page">
        <Link className="button quiet compact on-screen" to={back}>
          <ArrowLeft className="icon" aria-hidden="true" />
          Back
        </Link>
        {receipt.data ? (
          <>
            <ReceiptCard receipt={receipt.data} />
            <div className="row wrap on-screen">
              <Button variant="secondary" icon={Printer} onClick={() => print()}>
                Print
              </Button>
              <CopyButton
                text={receiptText(receipt.data)}
                label="Copy as text"
                className="button secondary"
              />
            </div>
          </>
        ) : receipt.error && isMissing(receipt.error) ? (
          <MessagePlate level={1} title="Receipt not found">
            <p>
              The address may be mistyped. Open the link that you were sent, on the phone that you
              paid from.
            </p>
          </MessagePlate>
        ) : receipt.error ? (
          <FetchFailed
            level={1}
            title="We couldn’t open this receipt"
            message={errorMessage(receipt.error, WENT_WRONG)}
            onRetry={() => receipt.refetch()}
          />
        ) : (
          <div className="plate padded">
            <Skeleton lines={['heading', 'bar', 'text', 'word', 'text', 'word']} />
          </div>
        )}
      </div>
    </SponsorFrame>
  )
}
