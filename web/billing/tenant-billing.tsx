import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  changeTenantBilling,
  getTenantBilling,
  previewBillUndo,
  previewTenantBilling,
  type UndoneBill,
  undoBill,
} from '#contract/billing.ts'
import type { Received } from '#contract/endpoint.ts'
import { type BilledBy, billNumber, billText } from '#rules/bill.ts'
import { formatDay, monthName } from '#rules/calendar.ts'
import { joinAnd } from '#rules/join-and.ts'
import { ksh } from '#rules/money.ts'
import { call, query } from '../api.ts'
import { changedByBooks } from '../desk/changed-by-books.ts'
import { Permitted } from '../permission.tsx'
import { EffectLine } from '../tenancy/staff/enter-by-hand.tsx'
import { ActionResult } from '../ui/action-result.tsx'
import { Button } from '../ui/button.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { SelectField } from '../ui/field.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { UndoForm } from '../ui/undo-form.tsx'
import { useAction } from '../ui/use-action.ts'

type Billing = Received<typeof getTenantBilling>

const ways: Record<BilledBy, string> = { month: 'by the month', term: 'by the term' }

/** How a tenant is billed, with their bills for past and current terms. */
export function TenantBilling({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(query(getTenantBilling, { params: { id } }))
  const [open, setOpen] = useState(false)
  if (error && !data) {
    return (
      <LoadError
        message={errorMessage(error, 'The bills couldn’t be loaded.')}
        onRetry={() => refetch()}
      />
    )
  }
  if (!data) return <p className="muted">Loading...</p>
  const { billed_by, residence, bills } = data
  return (
    <div className="stack-small">
      <p className="row wrap">
        <span>
          Billed {ways[billed_by ?? residence]}
          {billed_by === null ? ', same as the residence' : ''}.
        </span>
        {!open && (
          <Permitted to="money">
            <Button variant="quiet compact" onClick={() => setOpen(true)}>
              Change how they’re billed
            </Button>
          </Permitted>
        )}
      </p>
      {open && <Way id={id} billing={data} onClose={() => setOpen(false)} />}
      {bills.length > 0 && (
        <ul className="small tabular" aria-label="Bills by the term">
          {bills.map((bill) => (
            <li key={bill.id}>
              {billNumber(bill.id)}: {billText(bill)}{' '}
              <Permitted to="money">
                <UndoBill bill={bill} />
              </Permitted>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

const changes = [...changedByBooks, getTenantBilling, previewTenantBilling]

/** Takes one bill back, after looking up what that changes. */
function UndoBill({ bill }: { bill: Billing['bills'][number] }) {
  const params = { id: String(bill.id) }
  return (
    <UndoForm
      labels={['Take it back', 'Take the bill back']}
      about={billNumber(bill.id)}
      look={() => call(previewBillUndo, { params })}
      undo={(body) => call(undoBill, { params, body })}
      changes={changes}
    >
      {(effect) => (
        <>
          <p>
            {ksh(effect.amount)} is taken back, month by month. {againText(effect)}
          </p>
          {effect.before === effect.after ? (
            <p>It isn’t due yet, so what they owe today stays the same.</p>
          ) : (
            <EffectLine effect={effect} />
          )}
        </>
      )}
    </UndoForm>
  )
}

const againText = ({ again_on }: UndoneBill): string =>
  again_on === null
    ? 'This bill isn’t made again.'
    : `As long as they pay by the term, they get it again on ${formatDay(again_on)}.`

const options = (residence: BilledBy) => [
  { value: '', label: `Same as the residence: ${ways[residence]}` },
  { value: 'month', label: 'By the month' },
  { value: 'term', label: 'By the term' },
]

/** Names the months of the term that were charged before and so aren't on the bill. */
const staysText = (months: string[]): string =>
  months.length === 0
    ? ''
    : ` The rent for ${joinAnd(months.map(monthName))} is charged already and stays as it is.`

/** Changes how a tenant is billed, after showing the effect. */
function Way({ id, billing, onClose }: { id: string; billing: Billing; onClose: () => void }) {
  const params = { id }
  const [chosen, setChosen] = useState<BilledBy | ''>(billing.billed_by ?? '')
  const billed_by = chosen === '' ? null : chosen
  const isNew = billed_by !== billing.billed_by
  const { data, error, refetch } = useQuery({
    queryKey: [previewTenantBilling.path, id, chosen],
    queryFn: () => call(previewTenantBilling, { params, body: { billed_by } }),
    enabled: isNew,
    staleTime: 0,
  })
  const save = useAction(
    ({ full_name, before, after }: NonNullable<typeof data>) =>
      call(changeTenantBilling, {
        params,
        body: { billed_by, expected: { full_name, before, after } },
      }),
    { changes, onSuccess: onClose },
  )
  return (
    <div className="suggestion stack">
      <SelectField
        label="Rent is billed"
        options={options(billing.residence)}
        value={chosen}
        onChange={({ target }) => setChosen(target.value as BilledBy | '')}
      />
      {isNew && data && (
        <>
          <p className="tabular">
            {data.bill
              ? `They get a bill: ${billText(data.bill)}.${staysText(data.stay)}`
              : 'It applies to rent that isn’t charged yet. No bill is made now.'}
          </p>
          <EffectLine effect={data} />
        </>
      )}
      {isNew && !data && !error && (
        <p className="muted" role="status">
          Checking what changes...
        </p>
      )}
      {isNew && error && (
        <LoadError message={errorMessage(error, WENT_WRONG)} onRetry={() => refetch()} />
      )}
      <div className="row wrap">
        <Button
          busy={save.busy || (isNew && !data && !error)}
          disabled={!isNew || Boolean(error)}
          onClick={() => data && void save.run(data)}
        >
          Bill them this way
        </Button>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
      <ActionResult success={null} error={save.error} fallback={WENT_WRONG} />
    </div>
  )
}
