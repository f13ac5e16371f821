import { useQueryClient } from '@tanstack/react-query'
import { NotebookPen } from 'lucide-react'
import { Fragment, useRef, useState } from 'react'
import { Link } from 'react-router'
import {
  addDeskNote,
  type DeskDetail,
  type DeskEvent,
  deskNote,
  MAX_NOTE_LENGTH,
} from '#contract/desk.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { call } from '../api.ts'
import { newUuid } from '../new-uuid.ts'
import { Permitted } from '../permission.tsx'
import { ActionResult } from '../ui/action-result.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { draftStore } from '../ui/draft.ts'
import { TextArea } from '../ui/field.tsx'
import { submitOnce, useSchemaForm } from '../ui/form.ts'
import { useAction } from '../ui/use-action.ts'
import { personLabel, withoutLineBreaks } from './texts.ts'
import { deskItemQuery } from './use-desk-action.ts'

/** What happened to an item so far and what staff wrote about it, with a field for another note. */
export function Notes({ item }: { item: DeskDetail }) {
  const events = eventsToShow(item)
  return (
    <section className="stack-small" aria-labelledby="desk-notes">
      <h3 id="desk-notes">{events.some(({ act }) => act !== 'note') ? 'History' : 'Notes'}</h3>
      {events.length > 0 && (
        <ol className="desk-history">
          {events.map((event) => (
            <li key={event.id}>
              <p className="small muted">
                <b>{event.by}</b> {withoutLineBreaks(eventText(event))}
                {event.payments.map(
                  ({ receipt_number, amount, account }, index) =>
                    receipt_number && (
                      <Fragment key={receipt_number}>
                        {index > 0 && ','}{' '}
                        {event.payments.length > 1 &&
                          withoutLineBreaks(
                            `${ksh(amount)} ${account ? personLabel(account) : ''} `,
                          )}
                        <Link
                          className="tabular nowrap"
                          to={`/receipts/${receipt_number}`}
                          prefetch="intent"
                        >
                          {receipt_number}
                        </Link>
                      </Fragment>
                    ),
                )}
                {event.approved_by && `, approved by ${event.approved_by}`}
                {', '}
                <time className="tabular nowrap" dateTime={event.at}>
                  {formatDateTime(new Date(event.at))}
                </time>
              </p>
              {event.note && (
                <p className="desk-note" dir="auto">
                  {event.note}
                </p>
              )}
            </li>
          ))}
        </ol>
      )}
      <Permitted to="money">
        <AddNote id={item.id} />
      </Permitted>
    </section>
  )
}

/** All events, except the one that closed the item, which is shown at its head. */
function eventsToShow({ history, closed }: DeskDetail): DeskEvent[] {
  if (!closed || closed.outcome === 'by_itself') return history
  const last = history.findLast(({ act }) => act !== 'note')
  return history.filter((event) => event !== last)
}

function eventText({ act, payments }: DeskEvent): string {
  const [payment] = payments
  const sum = payments.reduce((total, { amount }) => total + amount, 0)
  const money = ksh(sum)
  const payee =
    payments.length > 1
      ? `${payments.length} accounts:`
      : payment?.account
        ? personLabel(payment.account)
        : 'another residence'
  switch (act) {
    case 'assign':
      return `credited ${money} to ${payee}`
    case 'split':
      return `shared ${money} among ${payee}`
    case 'attach':
      return `attached the receipt to ${money} of ${payee}`
    case 'correct':
      return sum < 0
        ? `took back ${ksh(-sum)} from ${payee}`
        : `added ${money} for ${payee}, as a correction`
    case 'confirm':
      return `counted ${money} as paid for ${payee}`
    case 'dismiss':
      return 'dismissed it'
    case 'reopen':
      return 'reopened it'
    case 'reverse':
      return `took back ${money} from ${payee}`
    case 'restore':
      return `counted ${money} again for ${payee}`
    case 'detach':
      return `took the receipt off ${money} of ${payee}`
    case 'note':
      return 'wrote'
  }
}

const draftOf = (id: number) =>
  draftStore(`desk-note.${id}`, ({ text, submission_id }) =>
    typeof text === 'string' && typeof submission_id === 'string' ? { text, submission_id } : null,
  )

/** A note is saved at once and seen by all staff. What is typed is kept until then. */
function AddNote({ id }: { id: number }) {
  const client = useQueryClient()
  const [draft, setDraft] = useState(() => draftOf(id).read())
  const button = useRef<HTMLButtonElement>(null)
  const [saved, setSaved] = useState(false)

  function change(next: typeof draft) {
    setDraft(next)
    draftOf(id).save(next?.text ? next : null)
  }
  const { run, busy, error } = useAction(
    (body: { text: string; submission_id: string }) =>
      call(addDeskNote, { params: { id: String(id) }, body }),
    {
      onSuccess({ history }) {
        client.setQueryData(
          deskItemQuery(id).queryKey,
          (known: DeskDetail | undefined) => known && { ...known, history },
        )
        change(null)
        setSaved(true)
      },
    },
  )
  return (
    <>
      {draft ? (
        <NoteForm
          draft={draft}
          busy={busy}
          onType={(text) => change({ ...draft, text })}
          onSend={(text) => void run({ ...draft, text })}
          onCancel={() => change(null)}
        />
      ) : (
        <Button
          ref={button}
          variant="quiet compact"
          className="aligned"
          icon={NotebookPen}
          onClick={() => {
            setSaved(false)
            change({ text: '', submission_id: newUuid() })
          }}
        >
          Add a note
        </Button>
      )}
      <ActionResult success={saved && 'Note saved.'} error={draft ? error : null} takesFocus />
    </>
  )
}

interface NoteFormProps {
  draft: { text: string }
  busy: boolean
  onType: (text: string) => void
  onSend: (text: string) => void
  onCancel: () => void
}

function NoteForm({ draft, busy, onType, onSend, onCancel }: NoteFormProps) {
  const form = useSchemaForm(deskNote, { defaultValues: { text: draft.text } })
  const field = form.register('text', { onChange: ({ target }) => onType(target.value) })
  return (
    <form
      className="suggestion"
      onSubmit={submitOnce(
        busy,
        form.handleSubmit(({ text }) => onSend(text)),
      )}
      noValidate
    >
      <TextArea
        label="Note"
        hint="All staff can read it and see your name."
        error={form.formState.errors.text?.message}
        announce
        rows={2}
        maxLength={MAX_NOTE_LENGTH}
        autoFocus
        {...field}
      />
      <div className="row wrap">
        <SubmitButton busy={busy}>Save note</SubmitButton>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
