import { useQueryClient } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError, query } from '../api.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { Button } from '../ui/button.tsx'
import { errorMessage, isConflict, WENT_WRONG } from '../ui/error-message.ts'
import { FetchFailed } from '../ui/message-plate.tsx'
import { Note } from '../ui/note.tsx'
import { ShownEffect } from '../ui/shown-effect.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAction } from '../ui/use-action.ts'
import { ListEntry } from './list-entry.tsx'
import { SaveBar } from './unsaved.tsx'
import { dragAttribute, useDragging } from './use-dragging.ts'
import { useSetting } from './use-setting.ts'

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
  /** The muted line below the title of a closed entry. */
  lineOf?: (entry: Entry) => string
  /** Shown of a closed entry instead of its title and line. */
  faceOf?: (entry: Entry) => ReactNode
  /** Whether the server sorts the list, so that staff can't order it. */
  isSorted?: boolean
  /** The path of the entries in the request body, to find the server's messages about them. */
  path?: string
  /** Whether an unchanged list can be saved too. */
  alwaysSaves?: boolean
  onDiscard?: () => void
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
  const list = useSetting(get)
  const data = list.data as Entry[] | undefined
  if (data) return <ListForm<Entry> get={get} loaded={data} {...props} />
  return list.error ? (
    <FetchFailed
      title="The settings couldn’t be loaded"
      message={errorMessage(list.error, WENT_WRONG)}
      onRetry={() => list.refetch()}
    />
  ) : (
    <Skeleton className="plate padded" lines={['row', 'row', 'row', 'row']} />
  )
}

let keys = 0
interface Row<Entry> {
  /** A React key, which stays when entries move. */
  key: number
  entry: Entry
  /** The entry as it was loaded, as JSON; empty if it was added since. */
  loaded: string
}
const loadedRow = <Entry,>(entry: Entry): Row<Entry> => ({
  key: ++keys,
  entry,
  loaded: JSON.stringify(entry),
})
const newRow = <Entry,>(entry: Entry): Row<Entry> => ({ key: ++keys, entry, loaded: '' })

/** How many entries were added, edited and removed; another order is one change more. */
function countChanges<Entry>(was: Entry[], rows: Row<Entry>[]): number {
  if (JSON.stringify(rows.map(({ entry }) => entry)) === JSON.stringify(was)) return 0
  const before = was.map((entry) => JSON.stringify(entry))
  const changed = rows.filter(({ entry, loaded }) => JSON.stringify(entry) !== loaded).length
  const kept = rows.map(({ loaded }) => loaded).filter((one) => before.includes(one))
  const stayed = before.filter((one) => kept.includes(one))
  const moved = JSON.stringify(kept) === JSON.stringify(stayed) ? 0 : 1
  // After others' changes the entries that were loaded may differ from those that were there before.
  return Math.max(1, changed + before.length - stayed.length + moved)
}

export function ListForm<Entry>({
  noun,
  hint,
  get,
  save,
  loaded,
  empty,
  suggested,
  titleOf,
  lineOf,
  faceOf,
  isSorted = false,
  path = 'now',
  alwaysSaves = false,
  onDiscard,
  reload,
  head,
  foot,
  look,
  waiting,
  children,
}: ListProps<Entry> & { loaded: Entry[] }) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [was, setWas] = useState(loaded)
  const [rows, setRows] = useState(() => loaded.map(loadedRow))
  /** The key of the entry whose fields are shown. */
  const [open, setOpen] = useState<number | null>(null)
  const saving = useAction((now: Entry[]) => save(was, now), {
    changes: 'everything',
    onSuccess(saved) {
      looking.reset()
      if (alwaysSaves) return
      client.setQueryData(query(get, {}).queryKey, saved)
      setWas(saved)
      setRows(saved.map(loadedRow))
    },
  })
  const looking = useAction(async (now: Entry[]) => (await look?.(was, now)) ?? null)
  const shown = looking.result
  const { result } = saving
  const error = saving.error ?? looking.error
  const fieldErrors = error instanceof ApiError ? error.fields : {}
  const isInField = Object.keys(fieldErrors).some((field) => field.startsWith('now.'))
  const changes = countChanges(was, rows)
  const label = look && !shown ? 'Show what changes' : (shown?.label ?? 'Save')
  const conflict = error && isConflict(error) ? error : null
  const isFaulty = (index: number) =>
    Object.keys(fieldErrors).some((field) => field.startsWith(`${path}.${index}.`))
  const [lastError, setLastError] = useState(error)
  if (error !== lastError) {
    setLastError(error)
    const faulty = rows.filter((_, index) => isFaulty(index))
    if (faulty[0] && !faulty.some(({ key }) => key === open)) setOpen(faulty[0].key)
  }

  /**
   * Changes the rows and clears the server's messages, which were about the rows as they were. Rows that are being saved stay as
   * they are until the answer is there, which replaces them.
   */
  function edit(change: (known: Row<Entry>[]) => Row<Entry>[]) {
    if (saving.busy) return
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
  function add() {
    const row = newRow(empty)
    flushSync(() => {
      edit((known) => [...known, row])
      setOpen(row.key)
    })
    form.current
      ?.querySelector<HTMLElement>(`[${dragAttribute}="${row.key}"] :is(input, textarea, select)`)
      ?.focus()
  }
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
  function show(entries: Entry[]) {
    setRows(entries.map(loadedRow))
    setOpen(null)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    if (changes === 0 && !alwaysSaves) return
    void (look && !shown ? looking : saving).run(rows.map(({ entry }) => entry))
  }
  return (
    <div className="stack-large">
      <form ref={form} className="stack" noValidate onSubmit={submit} onChange={looking.reset}>
        {hint && <p className="muted">{hint}</p>}
        {head?.((field) => fieldErrors[field])}
        {rows.length === 0 && (
          <div className="plate padded stack">
            <p>{`No ${noun} yet.`}</p>
            {suggested && (
              <p>
                <Button
                  variant="secondary"
                  onClick={() => edit(() => suggested.entries.map(newRow))}
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
        <div className="plate setting-entries">
          {rows.map(({ key, entry, loaded: before }, index) => (
            <ListEntry
              key={key}
              id={key}
              title={titleOf(entry)}
              face={
                faceOf?.(entry) ?? (
                  <>
                    <b>{titleOf(entry)}</b>
                    {key !== open && <span className="setting-line">{lineOf?.(entry)}</span>}
                  </>
                )
              }
              index={index}
              last={rows.length - 1}
              isMovable={!isSorted && rows.length > 1}
              isDragged={key === dragged}
              isOpen={key === open}
              isFaulty={isFaulty(index)}
              onDrag={(event) => startDragging(key, event)}
              onMove={(to) => place(key, to)}
              onToggle={(isOpen) => setOpen(isOpen ? key : null)}
              onRemove={() => edit((known) => known.filter((row) => row.key !== key))}
            >
              {children({
                entry,
                error: (name) => fieldErrors[`${path}.${index}.${name}`],
                onChange: (changed) =>
                  edit((known) =>
                    known.map((row) =>
                      row.key === key ? { key, entry: changed, loaded: before } : row,
                    ),
                  ),
              })}
            </ListEntry>
          ))}
        </div>
        <div>
          <Button variant="secondary" data-adds icon={Plus} onClick={add}>
            Add a {noun}
          </Button>
        </div>
        {look && <ShownEffect className="setting-effect">{shown?.effect}</ShownEffect>}
        <SaveBar
          changes={changes}
          always={alwaysSaves}
          busy={saving.busy || looking.busy}
          busyLabel={looking.busy ? label : 'Saving...'}
          label={label}
          isAnswer={shown !== null}
          onDiscard={() => {
            forget()
            show(was)
            onDiscard?.()
          }}
        >
          {conflict && (
            <Note kind="warning">
              {conflict.message}{' '}
              <button type="button" className="again" onClick={() => void loadAgain()}>
                Keep what I typed
              </button>{' '}
              <button type="button" className="again" onClick={() => void loadAgain().then(show)}>
                Show what is there now
              </button>
            </Note>
          )}
          {isInField && (
            <div role="alert">
              <Note kind="error">Please check the marked fields.</Note>
            </div>
          )}
          <ActionResult
            success={result && changes === 0 && !waiting && 'Saved.'}
            error={conflict || isInField ? null : error}
            fallback="It couldn’t be saved. Please try again."
          />
        </SaveBar>
        {waiting}
      </form>
      {foot?.(rows.map(({ entry }) => entry))}
    </div>
  )
}
