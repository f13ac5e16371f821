import { Phone } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { TenantDetail } from '#contract/tenants.ts'
import { groupByFour } from '#rules/account-number.ts'
import { dayOf, formatDay } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { formatPhone } from '#rules/phone.ts'
import { BalanceWindow } from '../../payments/balance-window.tsx'
import { Permitted } from '../../permission.tsx'
import { initialsOf } from '../../ui/avatar.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { telephoneLink } from '../../ui/telephone-link.ts'
import { removalReasonLabels } from './labels.ts'
import { MoveBack } from './move-back.tsx'
import { ChangeRoom, RemoveTenant } from './move-dialog.tsx'
import { MoveResult, type MoveSuccess } from './move-form.tsx'
import { TenantBalance } from './page-parts.tsx'
import { roomPath } from './paths.ts'
import { useRooms } from './room-field.tsx'
import { CancelTransfer, ExtendStay, RestorePassword } from './tenant-actions.tsx'
import './wall-head.css'

interface Props {
  tenant: TenantDetail
}

/** Who it is, what they owe and what staff can do; and below it what became of it, and what is planned. */
export function TenantHead({ tenant }: Props) {
  const { full_name, account_number, balance, room, details, acts } = tenant
  const [moved, setMoved] = useState<{ done: MoveSuccess; acts: number } | null>(null)
  const onDone = (done: MoveSuccess) => setMoved({ done, acts: acts.length })
  // Another change of the stay, such as cancelling the move, makes its result untrue.
  const isLatest = moved !== null && acts.length <= moved.acts + 1
  const phone = details?.phone_number
  return (
    <>
      <section className="wall-head" aria-labelledby="tenant">
        <div className="tenant-head">
          <TenantWindow tenant={tenant} />
          <div className="head-name">
            <h1 id="tenant">{full_name}</h1>
            <p className="tabular">
              <Stay tenant={tenant} />
            </p>
          </div>
          <div className="head-balance">
            <p className="small">{room ? 'Balance today' : 'Closing balance'}</p>
            <TenantBalance balance={balance} />
          </div>
          {account_number && (
            <div className="head-account">
              <p className="small">
                Account<span className="head-rest"> number</span>
              </p>
              <p>
                <b className="tabular nowrap">{groupByFour(account_number)}</b>
                <CopyButton
                  text={account_number}
                  of="account number"
                  className="button quiet compact"
                />
              </p>
            </div>
          )}
          <div className="head-acts">
            {phone && (
              <a className="button light tabular" href={telephoneLink(phone)}>
                <Phone className="icon" aria-hidden="true" />
                Call {formatPhone(phone)}
              </a>
            )}
            <Permitted to="tenancies" what="move tenants or change their stay">
              <ChangeRoom tenant={tenant} onDone={onDone} />
              <RestorePassword tenant={tenant} />
              <RemoveTenant tenant={tenant} onDone={onDone} />
            </Permitted>
          </div>
        </div>
      </section>
      <MoveResult key={moved?.acts} success={isLatest ? moved.done : null} isTheirPage />
      {room && (
        <Permitted to="tenancies">
          <CancelTransfer tenant={tenant} />
        </Permitted>
      )}
      <Departure tenant={tenant}>
        <Permitted to="tenancies">
          {room && <ExtendStay tenant={tenant} />}
          <MoveBack tenant={tenant} />
        </Permitted>
      </Departure>
    </>
  )
}

/** `A103 · since 1 Oct 2026` */
function Stay({ tenant: { room, from, until } }: Props) {
  if (!room) return until ? 'Has left' : 'No room yet'
  const isComing = from !== null && from > dayOf(new Date())
  return (
    <>
      <Link className="head-room" to={roomPath(room)}>
        {room}
      </Link>
      {from && ` · ${isComing ? 'moves in' : 'since'} ${formatDay(from)}`}
    </>
  )
}

/**
 * The tenant's window: lit, with the blind down as far as a month's rent is owed. It comes on when they move to another room
 * while the page is open. Whoever has no room has initials in it.
 */
function TenantWindow({ tenant: { full_name, room, balance } }: Props) {
  const [firstRoom] = useState(room)
  const { rooms } = useRooms(undefined)
  if (!room) {
    return (
      <span className="avatar head-window" aria-hidden="true">
        {initialsOf(full_name)}
      </span>
    )
  }
  const rent = rooms?.find(({ room_number }) => room_number === room)?.rate
  const share = balance > 0 ? Math.min(1, balance / (rent ?? balance)) : 0
  const state = balance > 0 ? 'owing' : balance < 0 ? 'credit' : 'paid_up'
  return (
    <div className={room === firstRoom ? 'head-window' : 'head-window coming-on'} key={room}>
      <BalanceWindow
        state={state}
        owedShare={share}
        description={
          balance > 0
            ? `The window of ${room}, with the blind down because they owe ${ksh(balance)}`
            : `The window of ${room}, lit`
        }
      />
    </div>
  )
}

/** The day they leave or have left, and why; its children change that. */
function Departure({
  tenant: { room, until, removal },
  children,
}: Props & { children: ReactNode }) {
  return (
    <div className={until ? 'plate padded stay-line' : 'stay-results'}>
      {until && (
        <p>
          <b>
            {room ? 'Leaves' : 'Left'} on {formatDay(until)}.
          </b>{' '}
          {removal && `${removalReasonLabels[removal.reason]}.`}{' '}
          {removal?.comments && <q>{removal.comments}</q>}
        </p>
      )}
      {children}
    </div>
  )
}
