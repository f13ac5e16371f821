import { useState } from 'react'
import {
  enterHelb,
  type getCallSummary,
  type HelbEffect,
  type HelbEntry,
  helbForm,
  previewHelb,
  previewHelbUndo,
  undoHelb,
} from '#contract/calls.ts'
import type { Received } from '#contract/endpoint.ts'
import { type Day, dayOf, formatDay } from '#rules/calendar.ts'
import { counted, ksh } from '#rules/money.ts'
import { call } from '../api.ts'
import { changedByBooks } from '../desk/changed-by-books.ts'
import { Permitted } from '../permission.tsx'
import { ActionResult } from '../ui/action-result.tsx'
import { Button } from '../ui/button.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { usePreviewedForm, useSchemaForm } from '../ui/form.ts'
import { FormError } from '../ui/form-error.tsx'
import { Note } from '../ui/note.tsx'
import { PreviewedButtons } from '../ui/previewed-buttons.tsx'
import { ShownEffect } from '../ui/shown-effect.tsx'
import { useAction } from '../ui/use-action.ts'
import './agreements.css'

type Helb = Received<typeof getCallSummary>['helb']

interface Props {
  helb: Helb
  /** The day that the forecast assumes, if it isn't the expected one. */
  comes: Day | undefined
  onChange: (comes: Day | undefined) => void
}

/** The latest news of HELB, a forecast of the money, and a form that moves all plans and promises waiting for it. */
export function HelbPlate({ helb: { round, entries, forecast }, comes, onChange }: Props) {
  const today = dayOf(new Date())
  const isLate = round?.kind === 'expected' && round.day < today
  return (
    <section className="plate padded stack" aria-labelledby="helb">
      <h2 id="helb">HELB</h2>
      {isLate ? (
        <Note kind="warning">
          HELB was expected on {formatDay(round.day)}. Has it come, or is it late?
        </Note>
      ) : (
        <p>
          {round === null
            ? 'Enter when HELB is expected, so that plans and promises can wait for it.'
            : round.kind === 'expected'
              ? `Expected on ${formatDay(round.day)}.`
              : `It came on ${formatDay(round.day)}.`}
        </p>
      )}
      {forecast && (
        <div className="stack-small">
          <p className="tabular" role="status">
            If HELB comes on {formatDay(forecast.comes)}: <b>{ksh(forecast.shillings)}</b> by{' '}
            {formatDay(forecast.by)}, from {counted(forecast.tenants, 'tenant')} waiting for it.
          </p>
          <TextField
            label="If it comes on"
            type="date"
            className="tabular"
            value={comes ?? forecast.comes}
            onChange={({ target }) => onChange(target.value || undefined)}
          />
        </div>
      )}
      <Permitted to="money">
        <News expects={round?.kind === 'expected'} />
      </Permitted>
      {entries.length > 0 && (
        <ul className="agreement-parts" aria-label="News of HELB">
          {entries.map((entry) => (
            <li key={entry.id}>
              <span className={entry.is_void ? 'struck' : undefined}>{newsText(entry)}</span>
              <span className="small muted">
                {formatDay(dayOf(new Date(entry.entered_at)))}, {entry.by}
              </span>
              {entry.id === round?.entry && (
                <Permitted to="money">
                  <UndoNews id={entry.id} />
                </Permitted>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function newsText({ kind, day, note }: HelbEntry): string {
  const what =
    kind === 'taken_back'
      ? 'Taken back'
      : `${kind === 'came' ? 'Came' : 'Expected'} on ${day ? formatDay(day) : ''}`
  return note ? `${what}: ${note}` : what
}

/** Enters news of HELB, after showing which promises and plans it moves. */
function News({ expects }: { expects: boolean }) {
  const [open, setOpen] = useState(false)
  const form = useSchemaForm(helbForm, {
    defaultValues: { kind: 'expected', day: '', note: '' },
  })
  const { errors } = form.formState
  const act = usePreviewedForm(form, {
    fields: ['kind', 'day', 'note'],
    changes: changedByBooks,
    look: (news) => call(previewHelb, { body: news }),
    enter: (news, { expected }) => call(enterHelb, { body: { news, expected } }),
    onEntered() {
      form.reset()
      setOpen(false)
    },
  })
  if (!open) {
    return (
      <>
        <div className="row wrap">
          <Button
            variant="secondary"
            onClick={() => {
              form.setValue('kind', expects ? 'came' : 'expected')
              form.setValue('day', expects ? dayOf(new Date()) : '')
              act.forget()
              setOpen(true)
            }}
          >
            {expects ? 'It came or it’s late' : 'Enter when it is expected'}
          </Button>
        </div>
        <ActionResult
          success={act.result && <Done effect={act.result} />}
          error={null}
          takesFocus
        />
      </>
    )
  }
  return (
    <form className="suggestion stack" onSubmit={act.submit} noValidate>
      <div className="field-pair">
        <SelectField
          label="What is known"
          options={[
            { value: 'came', label: 'It came on' },
            { value: 'expected', label: expects ? 'It’s late, now expected on' : 'Expected on' },
          ]}
          error={errors.kind?.message}
          {...form.register('kind')}
        />
        <TextField
          label="Day"
          type="date"
          className="tabular"
          error={errors.day?.message}
          {...form.register('day')}
        />
      </div>
      <TextField
        label="Note"
        optional
        hint="Where it was announced. Only staff see this."
        error={errors.note?.message}
        {...form.register('note')}
      />
      {errors.root?.refused && <FormError id="helb-error">{errors.root.refused.message}</FormError>}
      <PreviewedButtons act={act} label="Enter it" onClose={() => setOpen(false)}>
        {act.effect && <Moves effect={act.effect} />}
      </PreviewedButtons>
      <ActionResult success={null} error={act.error} />
    </form>
  )
}

const Done = ({ effect: { tenants, shillings } }: { effect: HelbEffect }) => (
  <>
    Entered.{' '}
    {tenants === 0
      ? 'Nothing waited for it.'
      : `${ksh(shillings)} of ${counted(tenants, 'tenant')} moved.`}
  </>
)

/** The tenants whose payments move, each with the old and the new day. */
function Moves({ effect: { tenants, shillings, moved, more } }: { effect: HelbEffect }) {
  if (tenants === 0) return <p>No promise or plan moves.</p>
  const on = (day: Day | null) => (day ? formatDay(day) : 'no known day')
  return (
    <div className="stack-small">
      <p className="tabular">
        <b>{ksh(shillings)}</b> of {counted(tenants, 'tenant')} {tenants === 1 ? 'moves' : 'move'}:
      </p>
      <ul className="consequences tabular">
        {moved.map(({ id, full_name, amount, waiting, before, after }) => (
          <li key={`${id} ${amount} ${before}`}>
            <b>{full_name}</b>: {ksh(amount)}, {on(before)} → {on(after)}
            {waiting && <span className="muted"> (not agreed to yet)</span>}
          </li>
        ))}
        {more > 0 && <li className="muted">And {more} more.</li>}
      </ul>
    </div>
  )
}

/** Takes the latest news back, by an entry that names it. */
function UndoNews({ id }: { id: number }) {
  const params = { id: String(id) }
  const look = useAction(() => call(previewHelbUndo, { params }))
  const undoing = useAction(
    (expected: HelbEffect) => call(undoHelb, { params, body: { expected } }),
    {
      changes: changedByBooks,
      onSuccess: look.reset,
    },
  )
  const effect = look.result
  return effect ? (
    <div className="suggestion stack-small">
      <ShownEffect className="stack-small">
        <Moves effect={effect} />
      </ShownEffect>
      <div className="row wrap">
        <Button ignoresDoubleClick busy={undoing.busy} onClick={() => void undoing.run(effect)}>
          Take it back
        </Button>
        <Button variant="quiet" onClick={look.reset}>
          Cancel
        </Button>
      </div>
      <ActionResult success={null} error={undoing.error} />
    </div>
  ) : (
    <>
      <Button variant="quiet compact" busy={look.busy} onClick={() => void look.run()}>
        Undo
      </Button>
      <ActionResult success={null} error={look.error} />
    </>
  )
}
