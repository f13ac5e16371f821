import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { Link, useParams } from 'react-router'
import type { User } from '#contract/auth.ts'
import { getReceipt } from '#contract/receipts.ts'
import { ApiError, query } from '../api.ts'
import { Guarded } from '../layout/guarded.tsx'
import { titled } from '../layout/title.ts'
import { useSession } from '../session.ts'
import { errorMessage } from '../ui/error-message.ts'
import { LoadError } from '../ui/load-error.tsx'
import { NoReceipt } from './no-receipt.tsx'
import { ReceiptActions } from './receipt-actions.tsx'
import { ReceiptPlate } from './receipt-plate.tsx'
import '../look/receipt.css'

export const meta = titled('Receipt')

export default function ReceiptPage() {
  const session = useSession()
  return <Guarded>{session.status === 'signed_in' && <Receipt user={session.user} />}</Guarded>
}

const isMissing = (error: Error) => error instanceof ApiError && [400, 404].includes(error.status)

function Receipt({ user }: { user: User }) {
  const { number = '' } = useParams()
  const { data: receipt, error, refetch } = useQuery(query(getReceipt, { params: { number } }))
  const back = user.is_staff
    ? { to: '/staff/desk?show=closed', label: 'Payments desk' }
    : { to: '/transactions', label: 'Your payments' }
  if (error && !receipt && isMissing(error)) return <NoReceipt />
  return (
    <div className="page receipt-page">
      <Link className="button quiet compact on-screen" to={back.to}>
        <ArrowLeft className="icon" aria-hidden="true" />
        {back.label}
      </Link>
      {receipt ? (
        <>
          <ReceiptPlate receipt={receipt} />
          <ReceiptActions number={receipt.number} />
        </>
      ) : error ? (
        <LoadError
          message={errorMessage(error, 'The receipt could not be fetched.')}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className="plate pad stack patient" role="status">
          <span className="visually-hidden">Loading...</span>
          <span className="skeleton w-28" />
          <span className="skeleton h-12" />
          <span className="skeleton h-12" />
          <span className="skeleton h-12" />
        </div>
      )}
    </div>
  )
}
