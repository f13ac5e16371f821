import { useQuery } from '@tanstack/react-query'
import { Coins } from 'lucide-react'
import { useState } from 'react'
import {
  type CashCount,
  cashCountForm,
  countCash,
  type Drawer,
  getDrawer,
  listCashCounts,
} from '#contract/cash.ts'
import { formatRecent } from '#rules/calendar.ts'
import { cashHolders, leavesDrawer } from '#rules/cash-count.ts'
import { counted, ksh, readShillings } from '#rules/money.ts'
import { call, query } from '../api.ts'
import { changedByBooks } from '../desk/changed-by-books.ts'
import { newUuid } from '../new-uuid.ts'
import { Permitted } from '../permission.tsx'
import { ActionResult } from '../ui/action-result.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { SelectField, TextArea, TextField } from '../ui/field.tsx'
import { useFormAction, useSchemaForm } from '../ui/form.ts'
import { FormError } from '../ui/form-error.tsx'
import { LoadMoreButton, useInfiniteList } from '../ui/infinite-list.tsx'
import { FetchFailed } from '../ui/message-plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { holders } from './texts.ts'

const fields = ['counted', 'reason', 'handed_to', 'handed', 'note'] as const

/** The cash drawer: its expected content, the form to count it, and earlier counts. */
export function CashDrawer() {
  const { data, error, refetch } = useQuery(query(getDrawer, {}))
  return (
    <section className="stack" aria-labelledby="cash">
      <h2 id="cash">Cash in the drawer</h2>
      {data ? (
        <>
          <div className="plate padded stack">
            <Expected drawer={data} />
            <Permitted to="money" what="count the cash">
              <Counting drawer={data} />
            </Permitted>
          </div>
          {data.last && <Counts />}
        </>
      ) : error ? (
        <FetchFailed
          title="The drawer couldn’t be loaded"
          message={errorMessage(error, WENT_WRONG)}
          onRetry={() => refetch()}
        />
      ) : (
        <Skeleton className="plate padded" lines={['row', 'row']} />
      )}
    </section>
  )
}

const Expected = ({
  drawer: { last, left, received, given_back, undone, expected },
}: {
  drawer: Drawer
}) =>
  last ? (
    <div>
      <p className="drawer-sum tabular">
        <span className="muted">Should be there</span> <b>{ksh(expected)}</b>
      </p>
      <p className="small muted tabular">
        {ksh(left)} left at the last count, {ksh(received)} received
        {given_back > 0 && `, ${ksh(given_back)} given back`} since
        {undone !== 0 &&
          `, ${ksh(Math.abs(undone))} ${undone < 0 ? 'less' : 'more'} because of earlier entries that were undone`}
        .
      </p>
    </div>
  ) : (
    <p>
      Count it once to start. From then on this shows how much should be there.
      {received > 0 && (
        <span className="muted tabular"> {ksh(received)} in cash has been entered so far.</span>
      )}
    </p>
  )

function Counting({ drawer }: { drawer: Drawer }) {
  const [open, setOpen] = useState(false)
  const [done, setDone] = useState<CashCount | null>(null)
  return (
    <>
      {open ? (
        <CountForm
          drawer={drawer}
          onDone={(count) => {
            setDone(count)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      ) : (
        <div>
          <Button
            variant="secondary"
            icon={Coins}
            onClick={() => {
              setDone(null)
              setOpen(true)
            }}
          >
            Count the cash
          </Button>
        </div>
      )}
      <ActionResult takesFocus success={done && `Counted: ${resultOf(done)}.`} error={null} />
    </>
  )
}

function CountForm({
  drawer: { expected, last },
  onDone,
  onClose,
}: {
  drawer: Drawer
  onDone: (count: CashCount) => void
  onClose: () => void
}) {
  const [submission_id] = useState(newUuid)
  const form = useSchemaForm(cashCountForm, {
    defaultValues: { counted: '', reason: '', handed_to: '', handed: '', note: '' },
  })
  const { errors } = form.formState
  const { submit, busy } = useFormAction(
    form,
    () =>
      call(countCash, {
        body: {
          count: form.getValues(),
          submission_id,
          expected,
          last: last?.id ?? null,
        },
      }),
    { fields, changes: changedByBooks, onSuccess: onDone },
  )
  const values = form.watch()
  const typed = readShillings(String(values.counted))
  // The first count sets the starting sum, so it has no difference.
  const difference = typed === null || last === null ? 0 : typed - expected
  return (
    <form className="suggestion stack" noValidate onSubmit={submit}>
      <TextField
        label="Counted, Ksh"
        inputMode="numeric"
        autoFocus
        error={errors.counted?.message}
        {...form.register('counted')}
      />
      <div role="status">
        {difference !== 0 && (
          <p>
            {ksh(Math.abs(difference))} {difference > 0 ? 'too much' : 'too little'}.
          </p>
        )}
      </div>
      {(difference !== 0 || errors.reason) && (
        <TextArea
          label="Why it differs"
          hint="The books don’t change. The day’s close shows the difference."
          rows={2}
          error={errors.reason?.message}
          {...form.register('reason')}
        />
      )}
      <SelectField
        label="Handed over to"
        placeholder="Nobody"
        hint={values.handed_to === '' ? 'The cash stays in the drawer.' : undefined}
        options={cashHolders.map((value) => ({ value, label: holders[value] }))}
        error={errors.handed_to?.message}
        {...form.register('handed_to')}
      />
      {leavesDrawer(values.handed_to || null) && (
        <TextField
          label="Handed over, Ksh"
          inputMode="numeric"
          error={errors.handed?.message}
          {...form.register('handed')}
        />
      )}
      <TextField
        label="Note"
        optional
        hint={
          values.handed_to === '' ? undefined : 'Who took it, or the number of the bank’s slip.'
        }
        error={errors.note?.message}
        {...form.register('note')}
      />
      {errors.root?.refused && (
        <FormError id="count-error">{errors.root.refused.message}</FormError>
      )}
      <div className="row wrap">
        <SubmitButton busy={busy}>Save the count</SubmitButton>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function resultOf({ expected, counted: found }: CashCount): string {
  const difference = found - expected
  if (difference === 0) return `${ksh(found)}, as it should be`
  return `${ksh(found)}, ${ksh(Math.abs(difference))} too ${difference > 0 ? 'much' : 'little'}`
}

function handedText({ handed_to, handed }: CashCount): string | null {
  if (handed_to === null) return null
  const whom = holders[handed_to].toLowerCase()
  return leavesDrawer(handed_to) ? `${ksh(handed)} to ${whom}` : `taken over by ${whom}`
}

function Counts() {
  const list = useInfiniteList(listCashCounts, '', (page) => ({ query: page }))
  const rows = list.pages?.flat()
  if (!rows) return null
  return (
    <details className="plate clipped">
      <summary className="desk-list-head closes-explained">
        {list.hasNextPage ? 'Earlier counts' : counted(rows.length, 'count')}
      </summary>
      <ul>
        {rows.map((count) => (
          <li key={count.id} className="desk-row">
            <span>{resultOf(count)}</span>
            <span className="small muted tabular">
              {formatRecent(new Date(count.at), new Date())}
            </span>
            <span className="small full-width closes-facts">
              <span>{count.by}</span>
              {handedText(count) && <span>{handedText(count)}</span>}
              {count.reason && <span>“{count.reason}”</span>}
              {count.note && <span>{count.note}</span>}
            </span>
          </li>
        ))}
      </ul>
      <LoadMoreButton list={list} />
    </details>
  )
}
