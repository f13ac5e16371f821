import { useState } from 'react'
import { Link } from 'react-router'
import type { ShownRow } from '#contract/statements.ts'
import type { Tenant } from '#contract/tenants.ts'
import { dayOf, formatDateTime, formatDay, formatTime } from '#rules/calendar.ts'
import { kshCents } from '#rules/money.ts'
import { deskPath, personLabel } from '../desk/texts.ts'
import { ReceiptLink } from '../payments/receipt-link.tsx'
import { Permitted } from '../permission.tsx'
import { EntryForm } from '../tenancy/staff/enter-by-hand.tsx'
import { tenantPath } from '../tenancy/staff/paths.ts'
import { TenantPicker } from '../tenancy/staff/tenant-picker.tsx'
import { Button } from '../ui/button.tsx'
import { stateLabels } from './texts.ts'

interface Props {
  row: ShownRow
  /** Whether the row is only previewed, so that it isn't stored and has no links. */
  isPreview?: boolean
}

/** One row of a statement with its outcome. */
export function RowItem({ row, isPreview = false }: Props) {
  const { at, receipt, details, reference, payer, cents, state } = row
  return (
    <li className="desk-row statement-row">
      <span>
        <b>{payeesOf(row) || payer || details}</b>
      </span>
      <b className="money tabular">{kshCents(cents)}</b>
      <span className="small muted full-width">
        <span className="tabular">
          {receipt ? `${receipt} · ` : ''}
          {timeOf(new Date(at))}
        </span>
        {row.kind === 'payment' && reference !== null && (
          <> · {reference ? `typed “${reference}”` : 'nothing typed'}</>
        )}
        {row.kind !== 'payment' && payer && <> · {details}</>}
      </span>
      <span className="row wrap full-width statement-fate">
        <span className={`tag${tagOf(state)}`}>
          {(isPreview && previewLabels[state]) || stateLabels[state]}
        </span>
        {!isPreview && <Links row={row} />}
      </span>
      {!isPreview && state === 'to_enter' && (
        <Permitted to="money">
          <EnterRow row={row} />
        </Permitted>
      )}
    </li>
  )
}

/** The people whose accounts were credited; for a shared payment everybody who has a part. */
const payeesOf = ({ account, parts }: ShownRow): string =>
  parts.length > 0
    ? parts.map((part) => personLabel(part.account)).join('; ')
    : account
      ? personLabel(account)
      : ''

/** The time of a row, or only its day, because many banks give no time. */
const timeOf = (at: Date): string =>
  formatTime(at) === '00:00' ? formatDay(dayOf(at)) : formatDateTime(at)

const previewLabels: Partial<Record<ShownRow['state'], string>> = {
  credited: 'Will be credited',
  desk: 'Goes to the desk',
}

function tagOf(state: ShownRow['state']): string {
  if (state === 'credited') return ' success'
  return state === 'desk' || state === 'to_enter' || state === 'missing' ? ' warning' : ''
}

/** The row's links: to our receipt, the tenant or the desk. */
function Links({ row: { receipt_number, account, parts, item, state } }: { row: ShownRow }) {
  if (parts.length > 0) {
    return parts.map((part) => (
      <span key={part.receipt_number} className="small">
        <Link to={tenantPath(part.account.user_id)}>{part.account.full_name}</Link>{' '}
        {kshCents(part.cents)},{' '}
        <ReceiptLink number={part.receipt_number}>Receipt {part.receipt_number}</ReceiptLink>
      </span>
    ))
  }
  return (
    <>
      {receipt_number && (
        <ReceiptLink className="small tabular" number={receipt_number}>
          Receipt {receipt_number}
        </ReceiptLink>
      )}
      {account && (
        <Link className="small" to={tenantPath(account.user_id)}>
          Tenant
        </Link>
      )}
      {item !== null && (
        <Link className="small" to={deskPath(state === 'dismissed' ? 'closed' : 'open', item)}>
          Open on the desk
        </Link>
      )}
      {state === 'credited' && !account && <span className="small">in another residence</span>}
    </>
  )
}

/** Lets staff enter money from a bank, with the form of the tenant's page already filled in. */
function EnterRow({ row }: { row: ShownRow }) {
  const { suggestion, cents, at, entry_reference } = row
  const [tenant, setTenant] = useState<{ id: number; name: string } | null>(null)
  const [picking, setPicking] = useState(false)
  const [picked, setPicked] = useState<Tenant | null>(null)
  if (tenant) {
    return (
      <div className="full-width stack-small">
        <p>
          For <Link to={tenantPath(tenant.id)}>{tenant.name}</Link>
        </p>
        <EntryForm
          id={String(tenant.id)}
          initial={{
            kind: 'bank',
            amount: String(Math.floor(cents / 100)),
            on: dayOf(new Date(at)),
            reference: entry_reference ?? '',
          }}
          onClose={() => setTenant(null)}
        />
      </div>
    )
  }
  if (picking) {
    return (
      <div className="full-width stack-small suggestion">
        <TenantPicker chosen={picked} onChoose={setPicked} />
        <div className="row wrap">
          <Button
            disabled={!picked}
            onClick={() => picked && setTenant({ id: picked.id, name: picked.full_name })}
          >
            Continue
          </Button>
          <Button variant="quiet" onClick={() => setPicking(false)}>
            Cancel
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div className="row wrap full-width">
      {suggestion && (
        <Button
          variant="secondary compact"
          onClick={() => setTenant({ id: suggestion.user_id, name: personLabel(suggestion) })}
        >
          Enter for {personLabel(suggestion)}
        </Button>
      )}
      <Button
        variant={suggestion ? 'quiet compact' : 'secondary compact'}
        onClick={() => setPicking(true)}
      >
        {suggestion ? 'Someone else' : 'Enter for a tenant'}
      </Button>
    </div>
  )
}
