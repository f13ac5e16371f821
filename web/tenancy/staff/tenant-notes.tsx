import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { addTenantNote, deleteTenantNote } from '#contract/tenant-record.ts'
import { getTenant, type TenantDetail } from '#contract/tenants.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { call } from '../../api.ts'
import { Permitted } from '../../permission.tsx'
import { ActionResult } from '../../ui/action-result.tsx'
import { Button, SubmitButton } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { TextArea } from '../../ui/field.tsx'
import { useFormAction, useSchemaForm } from '../../ui/form.ts'
import { FormError } from '../../ui/form-error.tsx'
import { useAction } from '../../ui/use-action.ts'

interface Props {
  tenant: TenantDetail
}

const noteFields = ['text'] as const

/** The notes of staff about a tenant, the latest first. */
export function TenantNotes({ tenant: { id, notes } }: Props) {
  const params = { id: String(id) }
  const [asked, setAsked] = useState<TenantDetail['notes'][number] | null>(null)
  const form = useSchemaForm(addTenantNote.body, { defaultValues: { text: '' } })
  const { submit, busy } = useFormAction(form, (body) => call(addTenantNote, { params, body }), {
    fields: noteFields,
    changes: [getTenant],
    onSuccess: () => form.reset(),
  })
  const deletion = useAction(
    (note: number) => call(deleteTenantNote, { params: { ...params, note: String(note) } }),
    { changes: [getTenant] },
  )
  const { errors } = form.formState
  return (
    <section className="plate padded stack" aria-labelledby="notes">
      <div>
        <h2 id="notes">Notes</h2>
        <p className="small muted">Only staff see them.</p>
      </div>
      {notes.length > 0 && (
        <ul className="note-list">
          {notes.map((note) => (
            <li key={note.id}>
              <p className="multiline" dir="auto">
                {note.text}
              </p>
              <div className="row between">
                <span className="small muted">
                  {note.by}, {formatDateTime(new Date(note.at))}
                </span>
                <Permitted to="tenancies">
                  <Button variant="quiet compact" icon={Trash2} onClick={() => setAsked(note)}>
                    Delete
                    <span className="visually-hidden"> the note “{note.text.slice(0, 40)}”</span>
                  </Button>
                </Permitted>
              </div>
            </li>
          ))}
        </ul>
      )}
      <ActionResult success={null} error={deletion.error} />
      <Permitted to="tenancies" what="write notes">
        <form className="stack-small" noValidate onSubmit={submit}>
          <TextArea
            label="New note"
            rows={2}
            className="area"
            error={errors.text?.message}
            {...form.register('text')}
          />
          {errors.root?.refused && (
            <FormError id="note-error">{errors.root.refused.message}</FormError>
          )}
          <div>
            <SubmitButton variant="secondary" busy={busy} busyLabel="Saving...">
              Save note
            </SubmitButton>
          </div>
        </form>
      </Permitted>
      {asked && (
        <ConfirmDialog
          title="Delete this note?"
          confirmLabel="Delete"
          danger
          busy={deletion.busy}
          onConfirm={() => void deletion.run(asked.id).then(() => setAsked(null))}
          onClose={() => setAsked(null)}
        >
          <q className="removal-quote">{asked.text}</q>
        </ConfirmDialog>
      )}
    </section>
  )
}

/** The tenant's posts that staff have rejected or taken down; nothing is shown if there are none. */
export const RejectedPosts = ({ tenant: { rejected_posts } }: Props) =>
  rejected_posts.length > 0 && (
    <section className="plate padded stack-small tenancy-acts" aria-labelledby="rejected">
      <h2 id="rejected">Rejected posts</h2>
      <ol>
        {rejected_posts.map(({ id, title, reason, decided }) => (
          <li key={id}>
            {decided && (
              <time className="small muted tabular" dateTime={decided.at}>
                {formatDateTime(new Date(decided.at))}
              </time>
            )}
            <p>
              <Link to={`/post/${id}`} dir="auto">
                {title}
              </Link>
            </p>
            <p className="small muted">
              {decided && `${decided.by}: `}
              {reason && <q>{reason}</q>}
            </p>
          </li>
        ))}
      </ol>
    </section>
  )
