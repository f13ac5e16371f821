import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import {
  type DepositList,
  type DepositTotals,
  depositLists,
  getDepositTotals,
  type ListedDeposit,
  listDeposits,
} from '#contract/deposits.ts'
import { refundClockText } from '#rules/deposit.ts'
import { counted, ksh } from '#rules/money.ts'
import { query } from '../api.ts'
import { BooksNav } from '../desk/books-nav.tsx'
import { depositsPath } from '../desk/texts.ts'
import { RequireStaff } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { usePageParameter } from '../page-query.ts'
import { tenantPath } from '../tenancy/staff/paths.ts'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { LoadMoreButton, useInfiniteList } from '../ui/infinite-list.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { FetchFailed, LIST_FAILED, MessagePlate } from '../ui/message-plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import '../styles/staff.css'
import '../tenancy/staff/tenants.css'

export const meta = pageTitle('Deposits')

export default function DepositsPage() {
  return (
    <RequireStaff title="The deposits">
      <Deposits />
    </RequireStaff>
  )
}

const lists: Record<DepositList, { label: string; sum: string; none: string; text: string }> = {
  held: {
    label: 'Held',
    sum: 'Held',
    none: 'No deposit is held',
    text: 'Deposits that tenants have paid are listed here, apart from rent.',
  },
  to_refund: {
    label: 'To give back',
    sum: 'Held',
    none: 'Nothing to give back',
    text: 'When somebody moves out, their deposit is listed here until it is given back.',
  },
  to_pay: {
    label: 'To be paid',
    sum: 'To be paid',
    none: 'All agreed deposits are paid',
    text: 'Tenants who agreed to a deposit are listed here until they’ve paid it.',
  },
}

/** The deposits that the residence holds for its tenants, and those that it has to give back. */
function Deposits() {
  const shown = usePageParameter('show')
  const of = depositLists.find((one) => one === shown) ?? 'held'
  const totals = useQuery(query(getDepositTotals, {}))
  return (
    <div className="page desk-page">
      <div className="desk-head">
        <div>
          <h1>Deposits</h1>
          <p className="muted">Money the residence holds for tenants. It isn’t income.</p>
        </div>
        <BooksNav current="deposits" />
        <nav className="segmented" aria-label="Deposits">
          {depositLists.map((one) => (
            <Link key={one} to={depositsPath(one)} aria-current={one === of ? 'page' : undefined}>
              {lists[one].label}
            </Link>
          ))}
        </nav>
      </div>
      <Totals totals={totals.data} of={of} />
      <List key={of} of={of} />
    </div>
  )
}

function Totals({ totals, of }: { totals: DepositTotals | undefined; of: DepositList }) {
  if (!totals) return null
  const { late } = totals
  const { shillings, tenants } = totals[of]
  if (tenants === 0) return null
  return (
    <p className="space-above tabular" role="status">
      <b>{ksh(shillings)}</b> {of === 'to_pay' ? 'to be paid by' : 'held for'}{' '}
      {counted(tenants, 'tenant')}
      {of === 'to_refund' && late.tenants > 0 && (
        <>
          , <b className="owed">{ksh(late.shillings)} of it late</b>
        </>
      )}
      .
    </p>
  )
}

function List({ of }: { of: DepositList }) {
  const list = useInfiniteList(listDeposits, of, (page) => ({ query: { of, ...page } }))
  const rows = list.pages?.flat()
  const failure = list.error && errorMessage(list.error, WENT_WRONG)
  if (!rows) {
    return (
      <div className="space-above">
        {failure ? (
          <FetchFailed title={LIST_FAILED} message={failure} onRetry={() => list.refetch()} />
        ) : (
          <Skeleton className="plate padded" lines={['row', 'row', 'row']} />
        )}
      </div>
    )
  }
  if (rows.length === 0) {
    return (
      <MessagePlate className="space-above" title={lists[of].none}>
        <p>{lists[of].text}</p>
        {of === 'held' && (
          <p>
            <Link className="button secondary" to="/staff/settings/deposit">
              Set the deposit for new tenants
            </Link>
          </p>
        )}
      </MessagePlate>
    )
  }
  return (
    <div className="stack space-above">
      <section className="plate tenant-table" aria-label="Deposits">
        <div className="tenant-rows-head sum-last" aria-hidden="true">
          <span>Name</span>
          <span>Room</span>
          <span>
            {of === 'to_refund' ? 'Give back' : of === 'held' ? 'Agreed, or due back' : 'Agreed'}
          </span>
          <span>{lists[of].sum}</span>
        </div>
        <ul className="tenant-rows sum-last">
          {rows.map((row) => (
            <Row key={row.id} row={row} of={of} />
          ))}
        </ul>
      </section>
      {failure && <LoadError message={failure} onRetry={() => list.refetch()} />}
      <LoadMoreButton list={list} />
    </div>
  )
}

/** The whole row is a link to the tenant. */
function Row({ row: { id, full_name, room, asked, held, to_pay, refund }, of }: RowProps) {
  return (
    <li>
      <Link className="row-link" to={`${tenantPath(id)}#deposit`}>
        {full_name}
      </Link>
      <span className="row-room tabular">
        {room && <span className="visually-hidden">room </span>}
        {room}
      </span>
      <span className={refund && refund.days_left < 0 ? 'small tabular owed' : 'small tabular'}>
        {refund
          ? `${of === 'held' ? 'back ' : ''}${refundClockText(refund)}`
          : asked !== null && (
              <>
                <span className="narrow-only">agreed </span>
                {ksh(asked)}
              </>
            )}
      </span>
      <b className="small tabular">{ksh(of === 'to_pay' ? to_pay : held)}</b>
    </li>
  )
}

interface RowProps {
  row: ListedDeposit
  of: DepositList
}
