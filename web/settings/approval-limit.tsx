import { useState } from 'react'
import {
  type ApprovalLimit,
  changeApprovalLimit,
  getApprovalLimit,
  limitForm,
} from '#contract/approvals.ts'
import { ksh } from '#rules/money.ts'
import { call } from '../api.ts'
import { Permitted } from '../permission.tsx'
import { ActionResult } from '../ui/action-result.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { TextField } from '../ui/field.tsx'
import { FormError } from '../ui/form-error.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAction } from '../ui/use-action.ts'
import { SettingGroup } from './setting-group.tsx'
import { useUnsaved } from './unsaved.tsx'
import { useSetting, useSettingForm } from './use-setting.ts'

/** The sum from which a second person has to agree; only an owner can change it. */
export function ApprovalLimitSettings() {
  const { data, error, refetch } = useSetting(getApprovalLimit)
  return (
    <SettingGroup id="approval-limit" title="Second approval" line={data && limitLine(data)}>
      <div className="setting-fields">
        <div>
          <p className="muted">Above the limit, a second person has to approve:</p>
          <ul className="limit-acts muted">
            <li>waivers, refunds and returned deposits</li>
            <li>entries and credits taken back or counted again</li>
            <li>payments M‑Pesa hasn’t reported, and those found only in an uploaded statement</li>
            <li>removing a tenant who owes rent, and changes of room that take charged rent off</li>
            <li>lower rents and lower wifi prices</li>
          </ul>
          <p className="muted">
            If nobody else may handle money, these take effect after 24 hours, and the owner gets an
            email.
          </p>
        </div>
        {data ? (
          <div className="stack">
            <p className="tabular" role="status">
              {limitText(data)}
            </p>
            <Permitted to="limit" what="change this limit">
              <LimitForm latest={data} />
            </Permitted>
          </div>
        ) : error ? (
          <LoadError
            message={errorMessage(error, 'The limit couldn’t be loaded.')}
            onRetry={() => refetch()}
          />
        ) : (
          <Skeleton lines={['row']} />
        )}
      </div>
    </SettingGroup>
  )
}

const limitLine = ({ limit }: ApprovalLimit): string =>
  limit === null ? 'No limit' : limit === 0 ? 'For all of them' : `Above ${ksh(limit)}`

const limitText = ({ limit }: ApprovalLimit): string =>
  limit === null
    ? 'No limit is set, so nothing needs a second person.'
    : limit === 0
      ? 'All of them need a second person.'
      : `Above ${ksh(limit)} a second person has to approve.`

function LimitForm({ latest }: { latest: ApprovalLimit }) {
  const setting = useSettingForm(getApprovalLimit, limitForm, latest, {
    typed: ({ limit }) => ({ limit: limit === null ? '' : String(limit) }),
    save: (body) => call(changeApprovalLimit, { body }),
    fields: ['limit'],
  })
  const { form, was, submit, busy, changes, follow } = setting
  const { errors } = form.formState
  useUnsaved(changes > 0)
  const off = useAction(
    () => call(changeApprovalLimit, { body: { was: latest, now: { limit: null } } }),
    { changes: [getApprovalLimit], onSuccess: follow },
  )
  const [switching, setSwitching] = useState(false)
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <TextField
        label="Limit, Ksh"
        inputMode="numeric"
        error={errors.limit?.message}
        announce
        {...form.register('limit')}
      />
      {errors.root?.refused && (
        <FormError id="limit-error">{errors.root.refused.message}</FormError>
      )}
      <div className="row wrap">
        <SubmitButton busy={busy}>Set the limit</SubmitButton>
        {was.limit !== null && (
          <Button variant="quiet danger-text" onClick={() => setSwitching(true)}>
            Switch it off
          </Button>
        )}
      </div>
      <ActionResult
        success={null}
        error={off.error}
        fallback="It couldn’t be saved. Please try again."
      />
      {switching && (
        <ConfirmDialog
          title="Switch the limit off?"
          confirmLabel="Switch it off"
          danger
          busy={off.busy}
          onConfirm={() => void off.run().then(() => setSwitching(false))}
          onClose={() => setSwitching(false)}
        >
          <p>
            From then on nothing waits for a second person. Requests already waiting still have to
            be decided. The log says who switched it off.
          </p>
        </ConfirmDialog>
      )}
    </form>
  )
}
