import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Send, UserMinus } from 'lucide-react'
import { useRef, useState } from 'react'
import {
  changeStaffRole,
  getChecklist,
  inviteAgain,
  inviteStaff,
  listStaff,
  removeStaff,
  type StaffMember,
} from '#contract/settings.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { type Permission, rolesWith, type StaffRole, staffRoles } from '#rules/staff-roles.ts'
import { call, query } from '../api.ts'
import { Permitted, useMay } from '../permission.tsx'
import { ActionResult } from '../ui/action-result.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { useFormAction, useSchemaForm } from '../ui/form.ts'
import { FormError } from '../ui/form-error.tsx'
import { FetchFailed } from '../ui/message-plate.tsx'
import { Note } from '../ui/note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAction } from '../ui/use-action.ts'
import { useUnsaved } from './unsaved.tsx'

/** The staff accounts, and a form for another one. */
export function Staff() {
  const { data, error, refetch } = useQuery(query(listStaff, {}))
  if (!data) {
    return error ? (
      <FetchFailed
        title="The staff accounts couldn’t be loaded"
        message={errorMessage(error, WENT_WRONG)}
        onRetry={() => refetch()}
      />
    ) : (
      <Skeleton className="plate padded" lines={['row', 'row', 'row']} />
    )
  }
  return (
    <div className="stack">
      <StaffList staff={data} />
      <Permitted to="staff" what="add staff or change their roles">
        <Invitation />
      </Permitted>
      <RoleTable />
    </div>
  )
}

function StaffList({ staff }: { staff: StaffMember[] }) {
  const client = useQueryClient()
  const mayChange = useMay('staff')
  const [leaving, setLeaving] = useState<StaffMember | null>(null)
  const change = useAction(
    ({ id, role }: Pick<StaffMember, 'id' | 'full_name' | 'role'>) =>
      call(changeStaffRole, { params: { id: String(id) }, body: { role } }),
    { onSuccess: (all) => client.setQueryData(query(listStaff, {}).queryKey, all) },
  )
  const again = useAction(
    ({ id }: StaffMember) => call(inviteAgain, { params: { id: String(id) } }),
    { changes: [listStaff] },
  )
  const removal = useAction(
    ({ id }: StaffMember) => call(removeStaff, { params: { id: String(id) } }),
    {
      changes: [getChecklist],
      onSuccess: (left) => client.setQueryData(query(listStaff, {}).queryKey, left),
    },
  )
  return (
    <section className="plate padded stack" aria-labelledby="staff">
      <h2 id="staff">Who can log in as staff</h2>
      <ul className="staff-list">
        {staff.map((one) => (
          <li key={one.id} className="row between wrap">
            <div>
              <b>{one.full_name}</b>
              {one.is_you && <span className="muted"> (you)</span>}
              <p className="small muted">{one.email}</p>
              <p className="small muted tabular">
                {one.is_invited
                  ? 'Invited: has not chosen a password yet'
                  : one.last_used
                    ? `Last seen ${formatDateTime(new Date(one.last_used))}`
                    : 'Not logged in at the moment'}
              </p>
            </div>
            <div className="row wrap">
              {mayChange ? (
                <RoleChoice
                  member={one}
                  busy={change.busy && change.input?.id === one.id}
                  onSave={(role) => change.run({ ...one, role })}
                />
              ) : (
                <span className="tag">{roleLabels[one.role]}</span>
              )}
              {mayChange && one.is_invited && (
                <Button
                  variant="quiet compact"
                  icon={Send}
                  busy={again.busy && again.input?.id === one.id}
                  onClick={() => void again.run(one)}
                >
                  Send the link again
                </Button>
              )}
              {mayChange && !one.is_you && (
                <Button
                  variant="quiet danger-text compact"
                  icon={UserMinus}
                  onClick={() => setLeaving(one)}
                >
                  Remove
                </Button>
              )}
            </div>
          </li>
        ))}
      </ul>
      <ActionResult
        success={
          again.result &&
          again.input && (
            <>
              {again.input.full_name} has a new link, which works once, within 3 days. Earlier ones
              have ended. <CopyButton text={again.result.link} of="the link" label="Copy link" />
            </>
          )
        }
        error={again.error}
        fallback="The link couldn’t be sent. Please try again."
      />
      <ActionResult
        success={
          removal.result && removal.input && `${removal.input.full_name} is no longer staff.`
        }
        error={removal.error}
        fallback="They couldn’t be removed. Please try again."
      />
      <ActionResult
        success={
          change.result &&
          change.input &&
          `${change.input.full_name}: ${roleLabels[change.input.role].toLowerCase()} from now on.`
        }
        error={change.error}
        fallback="The role couldn’t be changed. Please try again."
      />
      {leaving && (
        <ConfirmDialog
          title={`Remove ${leaving.full_name} from the staff?`}
          confirmLabel="Remove"
          danger
          busy={removal.busy}
          onConfirm={() => void removal.run(leaving).then(() => setLeaving(null))}
          onClose={() => setLeaving(null)}
        >
          <p>They’re logged out at once. What they did stays in the log under their name.</p>
        </ConfirmDialog>
      )}
    </section>
  )
}

interface RoleChoiceProps {
  member: StaffMember
  busy: boolean
  /** @returns whether it was saved */
  onSave: (role: StaffRole) => Promise<boolean>
}

/** The role of a staff member. It is saved by a button, because the arrow keys of some browsers choose at once. */
function RoleChoice({ member: { full_name, role }, busy, onSave }: RoleChoiceProps) {
  const [chosen, setChosen] = useState<StaffRole | null>(null)
  const select = useRef<HTMLSelectElement>(null)
  useUnsaved(chosen !== null)
  async function save() {
    if (chosen) await onSave(chosen)
    select.current?.focus()
    setChosen(null)
  }
  return (
    <>
      <select
        ref={select}
        className="input staff-role"
        aria-label={`Role of ${full_name}`}
        value={chosen ?? role}
        onChange={({ target }) => {
          const now = target.value as StaffRole
          setChosen(now === role ? null : now)
        }}
      >
        {staffRoles.map((one) => (
          <option key={one} value={one}>
            {roleLabels[one]}
          </option>
        ))}
      </select>
      {chosen && (
        <Button
          variant="compact"
          busy={busy}
          aria-label={`Save the role: ${full_name}`}
          onClick={() => void save()}
        >
          Save
        </Button>
      )}
    </>
  )
}

const roleLabels: Record<StaffRole, string> = {
  owner: 'Owner',
  manager: 'Manager',
  caretaker: 'Caretaker',
  viewer: 'Viewer',
}

const permissionLabels: Record<Permission, string> = {
  view: 'See tenants, rooms and what is owed',
  documents: 'See photos and ID scans',
  tenancies: 'Move tenants in, to another room and out',
  upkeep: 'Note what a room needs, and take it out of service',
  posts: 'Approve posts and remove comments',
  money: 'Credit payments and correct what is owed',
  rooms: 'Change rooms and rents',
  settings: 'Change the settings',
  tables: 'Download and import tables',
  staff: 'Add staff and change roles',
  limit: 'Set the limit above which a second person approves',
}

const allRoles = (roles: readonly StaffRole[]) =>
  roles.length === staffRoles.length ? 'Everyone' : roles.map((role) => roleLabels[role]).join(', ')

/** A table of the permissions of each role. */
const RoleTable = () => (
  <section className="plate padded stack-small" aria-labelledby="roles">
    <h2 id="roles">What each role can do</h2>
    <dl className="detail-rows role-rows">
      {(Object.keys(permissionLabels) as Permission[]).map((permission) => (
        <div key={permission}>
          <dt>{permissionLabels[permission]}</dt>
          <dd>{allRoles(rolesWith(permission))}</dd>
        </div>
      ))}
    </dl>
  </section>
)

const fields = ['first_name', 'last_name', 'email', 'role'] as const

function Invitation() {
  const form = useSchemaForm(inviteStaff.body, {
    defaultValues: { first_name: '', last_name: '', email: '', role: 'caretaker' },
  })
  const { errors, isDirty } = form.formState
  useUnsaved(isDirty)
  const [invited, setInvited] = useState<{ name: string; link: string } | null>(null)
  const { submit, busy } = useFormAction(form, (typed) => call(inviteStaff, { body: typed }), {
    fields,
    changes: [listStaff, getChecklist],
    onSuccess({ link }, { first_name }) {
      setInvited({ name: first_name, link })
      form.reset()
    },
  })
  return (
    <form className="plate padded stack" noValidate onSubmit={submit}>
      <h2>Add someone</h2>
      <div className="field-pair">
        <TextField
          label="First name"
          error={errors.first_name?.message}
          {...form.register('first_name')}
        />
        <TextField
          label="Last name"
          error={errors.last_name?.message}
          {...form.register('last_name')}
        />
      </div>
      <TextField
        label="Email"
        type="email"
        hint="They log in with it, and get a link to choose their password."
        autoCapitalize="none"
        spellCheck={false}
        error={errors.email?.message}
        {...form.register('email')}
      />
      <SelectField
        label="Role"
        hint="What each role can do is listed on this page."
        error={errors.role?.message}
        options={staffRoles.map((role) => ({ value: role, label: roleLabels[role] }))}
        {...form.register('role')}
      />
      {errors.root?.refused && (
        <FormError id="invitation-error">{errors.root.refused.message}</FormError>
      )}
      <div>
        <SubmitButton busy={busy} busyLabel="Adding...">
          Add
        </SubmitButton>
      </div>
      <div role="status">
        {invited && (
          <Note kind="done">
            {invited.name} chooses a password by a link, which works once, within 3 days. It’s sent
            by email if email is connected. You can also pass it on yourself:{' '}
            <CopyButton text={invited.link} of="the link" label="Copy link" />
          </Note>
        )}
      </div>
    </form>
  )
}
