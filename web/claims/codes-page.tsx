import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { listUnreportedClaims, MOST_UNREPORTED } from '#contract/claims.ts'
import { query } from '../api.ts'
import { BooksNav } from '../desk/books-nav.tsx'
import { deskPath } from '../desk/texts.ts'
import { RequireStaff } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { FetchFailed, LIST_FAILED, MessagePlate } from '../ui/message-plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StaffClaimItem } from './staff-claims.tsx'
import '../styles/staff.css'

export const meta = pageTitle('M-Pesa codes')

export default function CodesPage() {
  return (
    <RequireStaff title="The codes">
      <Codes />
    </RequireStaff>
  )
}

/** The payments that tenants claim and that M-Pesa has not reported a day later. */
function Codes() {
  const { data: claims, error, refetch } = useQuery(query(listUnreportedClaims, {}))
  return (
    <div className="page desk-page">
      <div className="desk-head">
        <div>
          <h1>M‑Pesa codes</h1>
          <p className="muted">
            Tenants entered these more than a day ago, and M‑Pesa hasn’t reported them. Oldest
            first. Ask to see the SMS: the code may be mistyped, made up, or from a payment to
            another paybill.
          </p>
        </div>
        <BooksNav current="codes" />
      </div>
      <div className="codes">
        {claims?.length === 0 ? (
          <MessagePlate title="No codes are missing">
            <p>M‑Pesa has reported every code that tenants entered more than a day ago.</p>
            <p>
              <Link className="button secondary" to={deskPath('open')}>
                Open the desk
              </Link>
            </p>
          </MessagePlate>
        ) : claims ? (
          <>
            <ul className="claims">
              {claims.map((claim) => (
                <StaffClaimItem key={claim.id} claim={claim} named />
              ))}
            </ul>
            {claims.length >= MOST_UNREPORTED && (
              <p className="muted">
                These are the oldest {MOST_UNREPORTED}. Close some of them to see the next.
              </p>
            )}
          </>
        ) : error ? (
          <FetchFailed
            title={LIST_FAILED}
            message={errorMessage(error, WENT_WRONG)}
            onRetry={() => refetch()}
          />
        ) : (
          <Skeleton className="plate padded" lines={['row', 'row', 'row']} />
        )}
      </div>
    </div>
  )
}
