import { ArrowLeftRight, Phone, UserMinus } from 'lucide-react'
import { Link } from 'react-router'
import type { TenantDetail } from '#contract/tenants.ts'
import { groupByFour } from '#rules/account-number.ts'
import { dayOf, formatDay } from '#rules/calendar.ts'
import { formatPhone } from '#rules/phone.ts'
import { Permitted } from '../../permission.tsx'
import { initialsOf } from '../../ui/avatar.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { telephoneLink } from '../../ui/telephone-link.ts'
import { removalReasonLabels } from './labels.ts'
import { MoveBack } from './move-back.tsx'
import { TenantBalance } from './page-parts.tsx'
import { formPath, roomPath } from './paths.ts'
import { CancelTransfer, ExtendStay, RestorePassword } from './tenant-actions.tsx'

/** Name, balance and room of a tenant, with actions for staff. */
export function TenantCard({ tenant }: { tenant: TenantDetail }) {
  const { id, full_name, account_number, room, from, until, balance, removal, details } = tenant
  const phone = details?.phone_number
  const today = dayOf(new Date())
  return (
    <section className="plate padded stack tenant-card" aria-labelledby="tenant">
      <div className="row tenant-name">
        <span className="avatar" aria-hidden="true">
          {initialsOf(full_name)}
        </span>
        <h1 id="tenant">{full_name}</h1>
      </div>
      <div className="tenant-summary">
        <div>
          <p className="muted">{room ? 'Balance today' : 'Closing balance'}</p>
          <TenantBalance balance={balance} />
        </div>
        <dl className="facts">
          <dt>Room</dt>
          <dd className="tabular">{room ? <Link to={roomPath(room)}>{room}</Link> : 'None'}</dd>
          {from && (
            <>
              <dt>{from > today ? 'Moves in' : 'In this room since'}</dt>
              <dd className="tabular">{formatDay(from)}</dd>
            </>
          )}
          {(room || until) && (
            <>
              <dt>{room ? 'Leaves' : 'Left'}</dt>
              <dd className="tabular">{until ? formatDay(until) : 'No leaving date'}</dd>
            </>
          )}
          {removal && (
            <>
              <dt>Reason for leaving</dt>
              <dd>{removalReasonLabels[removal.reason]}</dd>
              {removal.comments && (
                <dd className="removal-quote">
                  <q>{removal.comments}</q>
                </dd>
              )}
            </>
          )}
        </dl>
      </div>
      {room && (
        <Permitted to="tenancies">
          <CancelTransfer tenant={tenant} />
        </Permitted>
      )}
      {account_number && (
        <div className="row between wrap">
          <p>
            <span className="small muted account-label">Account number</span>
            <b className="tabular tenant-account-number nowrap">{groupByFour(account_number)}</b>
          </p>
          <CopyButton text={account_number} of="account number" />
        </div>
      )}
      {phone && (
        <p>
          <a className="button compact tabular" href={telephoneLink(phone)}>
            <Phone className="icon" aria-hidden="true" />
            Call {formatPhone(phone)}
          </a>
        </p>
      )}
      <Permitted to="tenancies" what="move tenants or change their stay">
        <MoveBack tenant={tenant} />
        <div className="tenant-actions">
          {room && (
            <>
              <Link className="button quiet compact aligned" to={formPath('transfer', id)}>
                <ArrowLeftRight className="icon" aria-hidden="true" />
                Change room
              </Link>
              <ExtendStay tenant={tenant} />
            </>
          )}
          <RestorePassword tenant={tenant} />
          {room && (
            <Link className="button quiet danger-text compact aligned" to={formPath('remove', id)}>
              <UserMinus className="icon" aria-hidden="true" />
              Remove tenant
            </Link>
          )}
        </div>
      </Permitted>
    </section>
  )
}
