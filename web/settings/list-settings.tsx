import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, GripVertical, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError, query } from '../api.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { errorMessage, isConflict, WENT_WRONG } from '../ui/error-message.ts'
import { FetchFailed } from '../ui/message-plate.tsx'
import { Note } from '../ui/note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAction } from '../ui/use-action.ts'
import { useUnsaved } from './unsaved.tsx'
import { dragAttribute, useDragging } from './use-dragging.ts'

export interface EntryProps<Entry> {
  entry: Entry
  /** The server's message about a field. */
  error: (name: (keyof Entry & string) | `${keyof Entry & string}.${string}`) => string | undefined
  onChange: (entry: Entry) => void
}

interface ListProps<Entry> {
  noun: string
  hint: string
  get: Endpoint & { reply: unknown }
  save: (was: Entry[], now: Entry[]) => Promise<Entry[]>
  empty: Entry
  /** Offered while the list is empty. */
  suggested?: { label: string; entries: Entry[] }
  titleOf: (entry: Entry) => string
  /** Whether the server sorts the list, so that staff can't order it. */
  isSorted?: boolean
  /** The path of the entries in the request body, to find the server's messages about them. */
  path?: string
  /** Whether an unchanged list can be saved too. */
  alwaysSaves?: boolean
  /** Fetches the current entries, if `get` answers with more than these. */
  reload?: () => Promise<Entry[]>
  /** Finds what a change would do, to be shown before it is saved, and the label of the button that saves it then. */
  look?: (was: Entry[], now: Entry[]) => Promise<{ effect: ReactNode; label: string }>
  /** Shown instead of "Saved." when the change waits for a second person. */
  waiting?: ReactNode
  /** Shown below the form, with the entries as they are typed. */
  foot?: (entries: Entry[]) => ReactNode
  /** Shown above the entries, with the server's messages. */
  head?: (error: (field: string) => string | undefined) => ReactNode
  children: (props: EntryProps<Entry>) => ReactNode
}

/** A list that staff edit and save as a whole: entries are added, removed and moved up and down. */
export function ListSettings<Entry>({ get, ...props }: ListProps<Entry>) {
  const list = useQuery({ ...query(get, {}), refetchOnWindowFocus: false, staleTime: 0 })
  const data = list.data as Entry[] | undefined
  if (data) return <ListForm<Entry> get={get} loaded={data} {...props} />
  return list.error ? (
    <FetchFailed
      title="The settings couldn’t be loaded"
      message={errorMessage(list.error, WENT_WRONG)}
      onRetry={() => list.refetch()}
    />
  ) : (
    <Skeleton className="plate padded" lines={['word', 'row', 'word', 'row']} />
  )
}

/**
 * Removes an entry by a button in it. The focus moves to the same button of a neighbouring entry or, if none is left, to the
 * button that adds one, below the list.
 */
export function removeFocused(
  button: HTMLElement,
  entries: string,
  buttons: string,
  removeIt: () => void,
) {
  const entry = button.closest(entries)
  const list = entry?.parentElement
  const besides = [entry?.nextElementSibling, entry?.previousElementSibling]
  const beside = besides.find((one) => one?.matches(entries))
  flushSync(removeIt)
  const add = list?.parentElement?.querySelector<HTMLElement>('[data-adds]')
  const next = beside?.querySelector<HTMLElement>(buttons) ?? add
  next?.focus()
}

let keys = 0
interface Row<Entry> {
  /** A React key, which stays when entries move. */
  key: number
  entry: Entry
}
const keyed = <Entry,>(entry: Entry): Row<Entry> => ({ key: ++keys, entry })

export function ListForm<Entry>({
  noun,
  hint,
  get,
  save,
  loaded,
  empty,
  suggested,
  titleOf,
  isSorted = false,
  path = 'now',
  alwaysSaves = false,
  reload,
  head,
  foot,
  look,
  waiting,
  children,
}: ListProps<Entry> & { loaded: Entry[] }) {
  const client = useQueryClient()
  const [was, setWas] = useState(loaded)
  const [rows, setRows] = useState(() => loaded.map(keyed))
  const saving = useAction((now: Entry[]) => save(was, now), {
    changes: 'everything',
    onSuccess(saved) {
      looking.reset()
      if (alwaysSaves) return
      client.setQueryData(query(get, {}).queryKey, saved)
      setWas(saved)
      setRows(saved.map(keyed))
    },
  })
  const looking = useAction(async (now: Entry[]) => (await look?.(was, now)) ?? null)
  const shown = looking.result
  const { result } = saving
  const error = saving.error ?? looking.error
  const fieldErrors = error instanceof ApiError ? error.fields : {}
  const isInField = Object.keys(fieldErrors).some((field) => field.startsWith('now.'))
  const isChanged = JSON.stringify(rows.map(({ entry }) => entry)) !== JSON.stringify(was)
  useUnsaved(isChanged)
  const conflict = error && isConflict(error) ? error : null

  /** Changes the rows and clears the server's messages, which were about the rows as they were. */
  function edit(change: (known: Row<Entry>[]) => Row<Entry>[]) {
    forget()
    setRows(change)
  }
  function forget() {
    saving.reset()
    looking.reset()
  }
  const [moved, setMoved] = useState('')
  function place(key: number, index: number) {
    const row = rows.find((one) => one.key === key)
    if (!row) return
    edit((known) => known.filter((one) => one.key !== key).toSpliced(index, 0, row))
    setMoved(`${titleOf(row.entry)}: ${index + 1} of ${rows.length}`)
  }
  /** Moves an entry. If its button gets disabled at the end of the list, the focus goes to the opposite button. */
  function move(button: HTMLButtonElement, key: number, index: number) {
    flushSync(() => place(key, index))
    if (!button.disabled) return
    button.parentElement?.querySelector<HTMLElement>('button.icon-button:enabled')?.focus()
  }
  const remove = (button: HTMLButtonElement, key: number) =>
    removeFocused(button, '.setting-entry', '.setting-controls .danger-text', () =>
      edit((known) => known.filter((row) => row.key !== key)),
    )
  const { dragged, startDragging } = useDragging({
    keys: rows.map(({ key }) => key),
    onMove: place,
  })
  /** Fetches the current entries as the new base for the user's changes. */
  async function loadAgain() {
    const now = await (reload?.() ??
      (client.fetchQuery({ ...query(get, {}), staleTime: 0 }) as Promise<Entry[]>))
    setWas(now)
    forget()
    return now
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    void (look && !shown ? looking : saving).run(rows.map(({ entry }) => entry))
  }
  return (
    <div className="stack-large">
      <form className="stack" noValidate onSubmit={submit} onChange={looking.reset}>
        {hint && <p className="muted">{hint}</p>}
        {head?.((field) => fieldErrors[field])}
        {rows.length === 0 && (
          <div className="plate padded stack">
            <p>{`No ${noun} yet.`}</p>
            {suggested && (
              <p>
                <Button
                  variant="secondary"
                  onClick={() => edit(() => suggested.entries.map(keyed))}
                >
                  {suggested.label}
                </Button>
              </p>
            )}
          </div>
        )}
        <p className="visually-hidden" role="status">
          {moved}
        </p>
        <div className="setting-entries">
          {rows.map(({ key, entry }, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a legend would be a line of its own
            <div
              key={key}
              role="group"
              aria-label={titleOf(entry)}
              className={`plate padded stack setting-entry${key === dragged ? ' dragged' : ''}`}
              {...{ [dragAttribute]: key }}
            >
              {children({
                entry,
                error: (name) => fieldErrors[`${path}.${index}.${name}`],
                onChange: (changed) =>
                  edit((known) =>
                    known.map((row) => (row.key === key ? { key, entry: changed } : row)),
                  ),
              })}
              <div className="row wrap setting-controls">
                {!isSorted && (
                  <>
                    {rows.length > 1 && (
                      <span
                        className="icon-button drag-handle"
                        aria-hidden="true"
                        onPointerDown={(event) => startDragging(key, event)}
                      >
                        <GripVertical className="icon" />
                      </span>
                    )}
                    <button
                      type="button"
                      className="icon-button"
                      aria-label={`Move up: ${titleOf(entry)}`}
                      disabled={index === 0}
                      onClick={({ currentTarget }) => move(currentTarget, key, index - 1)}
                    >
                      <ArrowUp className="icon" aria-hidden="true" />
                    </button>
                    <button
                      type="button"
                      className="icon-button"
                      aria-label={`Move down: ${titleOf(entry)}`}
                      disabled={index === rows.length - 1}
                      onClick={({ currentTarget }) => move(currentTarget, key, index + 1)}
                    >
                      <ArrowDown className="icon" aria-hidden="true" />
                    </button>
                  </>
                )}
                <Button
                  variant="quiet danger-text compact"
                  icon={Trash2}
                  onClick={({ currentTarget }) => remove(currentTarget, key)}
                >
                  Remove
                </Button>
              </div>
            </div>
          ))}
        </div>
        {conflict && (
          <Note kind="warning">
            {conflict.message}{' '}
            <button type="button" className="again" onClick={() => void loadAgain()}>
              Keep what I typed
            </button>{' '}
            <button
              type="button"
              className="again"
              onClick={() => void loadAgain().then((now) => setRows(now.map(keyed)))}
            >
              Show what is there now
            </button>
          </Note>
        )}
        {look && <div role="status">{shown?.effect}</div>}
        <div className="row wrap">
          <SubmitButton
            busy={saving.busy || looking.busy}
            busyLabel={looking.busy ? undefined : 'Saving...'}
            disabled={!(isChanged || alwaysSaves)}
          >
            {look && !shown ? 'Show what changes' : (shown?.label ?? 'Save')}
          </SubmitButton>
          <Button
            variant="secondary"
            data-adds
            icon={Plus}
            onClick={() => edit((known) => [...known, keyed(empty)])}
          >
            Add a {noun}
          </Button>
        </div>
        {isInField && (
          <div role="alert">
            <Note kind="error">Please check the marked fields.</Note>
          </div>
        )}
        <ActionResult
          success={result && !isChanged && !waiting && 'Saved.'}
          error={conflict || isInField ? null : error}
          fallback="It couldn’t be saved. Please try again."
        />
        {waiting}
      </form>
      {foot?.(rows.map(({ entry }) => entry))}
    </div>
  )
}
