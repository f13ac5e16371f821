import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate, useParams } from 'react-router'
import { countDesk, type DeskItem } from '#contract/desk.ts'
import { undoFor } from '#rules/desk.ts'
import { query } from '../api.ts'
import { RequireStaff } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { usePageParameter } from '../page-query.ts'
import { SIDE_BY_SIDE, useMedia } from '../ui/use-media.ts'
import { BooksNav } from './books-nav.tsx'
import { DeskList, useDeskList } from './desk-list.tsx'
import { DoneMessage, ItemView, type LastDone, UNDO } from './item-view.tsx'
import { KeysHelp, useDeskKeys } from './keys.tsx'
import { type DeskState, deskPath } from './texts.ts'
import './desk.css'

export const meta = pageTitle('Desk')

export default function DeskPage() {
  return (
    <RequireStaff title="The desk">
      <Desk />
    </RequireStaff>
  )
}

/**
 * The list and the chosen item: side by side on wide screens, one at a time on phones.
 * On a wide screen the newest item is open until another is chosen, even when newer items arrive.
 */
function Desk() {
  const { item: chosenByUser } = useParams()
  const state: DeskState = usePageParameter('show') === 'closed' ? 'closed' : 'open'
  const list = useDeskList(state)
  const wide = useMedia(SIDE_BY_SIDE)
  const [openedFirst, setOpenedFirst] = useState<{ state: DeskState; id: number } | null>(null)
  const newest = list.items?.[0]?.id
  if (newest !== undefined && openedFirst?.state !== state) setOpenedFirst({ state, id: newest })

  const opened = wide && openedFirst?.state === state ? openedFirst.id : null
  const shown = chosenByUser === undefined ? opened : Number(chosenByUser)
  const isShort = (list.items?.length ?? 0) <= SHORT_LIST && !list.hasNextPage
  const layout = shown === null ? ' alone' : isShort ? '' : ' beside-long-list'

  const navigate = useNavigate()
  const location = useLocation()
  const [last, setLast] = useState<(LastDone & { next: number | null }) | null>(null)
  const open = (id: number, toState = state, how = {}) =>
    void navigate(deskPath(toState, id), { preventScrollReset: wide, ...how })

  /** After an act, the next item opens by itself, with a message above it that says what was done. */
  function handleDone(item: DeskItem, message: string) {
    if (!item.closed) return setLast(null)
    const items = list.items ?? []
    const index = items.findIndex(({ id }) => id === item.id)
    const next = state === 'open' ? (items[index + 1] ?? items[index - 1])?.id : undefined
    setLast({ item, message, next: next ?? null })
    if (next !== undefined) open(next)
  }
  const aim = useAim(list.items ?? [], shown)
  const keys = useDeskKeys({
    move(step) {
      const to = aim(step)
      if (to !== null) open(to)
      else if (step === 1 && list.hasNextPage) void list.fetchNextPage()
    },
    main() {
      const item = document.querySelector('.desk-item')
      const button = item?.querySelector<HTMLElement>('[data-main]')
      // An open form, or the account search of an item without a main button, gets the focus for typing.
      const field =
        item?.querySelector<HTMLElement>('form textarea, form input') ??
        (button ? null : item?.querySelector<HTMLElement>('[role=combobox]'))
      if (field) field.focus()
      else button?.click()
    },
    share: () => document.querySelector<HTMLElement>('.desk-item [data-share]')?.click(),
    undo() {
      const { closed, reason, id } = last?.item ?? {}
      if (closed && reason && id && undoFor(closed.outcome, reason))
        open(id, 'closed', { state: UNDO })
    },
  })
  return (
    <div className={chosenByUser === undefined ? 'page desk-page' : 'page desk-page item-open'}>
      <DeskHead state={state} keys={keys} />
      <div className={`desk space-above${layout}`}>
        <DeskList list={list} state={state} chosen={shown} keepScroll={wide} />
        {shown !== null && (
          <section className="desk-item" aria-label="The chosen payment">
            <DoneMessage
              last={last && (last.next ?? last.item.id) === shown && state === 'open' ? last : null}
            />
            <ItemView
              key={shown}
              id={shown}
              state={state}
              takesFocus={chosenByUser !== undefined || last !== null}
              undoAtOnce={location.state?.undo === true}
              onDone={handleDone}
            />
          </section>
        )}
      </div>
    </div>
  )
}

/**
 * Finds the item one step up or down for the arrow keys. Quick presses go on from the item that is about to open, and
 * from the place of one that has left the list.
 */
function useAim(items: DeskItem[], shown: number | null) {
  const at = useRef({ id: shown, index: 0 })
  // A layout effect, so that it runs before the next key, which may come as soon as the item is drawn.
  useLayoutEffect(() => {
    at.current.id = shown
  }, [shown])
  useEffect(() => {
    const index = items.findIndex(({ id }) => id === at.current.id)
    if (index !== -1) at.current.index = index
  })
  return (step: 1 | -1): number | null => {
    const { id, index: place } = at.current
    const index = items.findIndex((item) => item.id === id)
    // When an item has left the list, the one below it has moved up into its place.
    const to = index !== -1 ? index + step : step === 1 ? place : place - 1
    const item = items[to]
    if (!item) return null
    at.current = { id: item.id, index: to }
    return item.id
  }
}

function DeskHead({ state, keys }: { state: DeskState; keys: ReturnType<typeof useDeskKeys> }) {
  const { data: count } = useQuery(query(countDesk, {}))
  const current = (list: DeskState) => (list === state ? 'page' : undefined)
  return (
    <div className="desk-head">
      <div>
        <h1>Desk</h1>
        <p className="muted">
          {state === 'open'
            ? 'Payments that need a decision.'
            : 'Payments that have been dealt with.'}
        </p>
      </div>
      <KeysHelp keys={keys} />
      <BooksNav current="desk" />
      <nav className="segmented" aria-label="Which payments">
        <Link to={deskPath('open')} aria-current={current('open')}>
          Waiting{count && count.open > 0 ? ` ${count.open}` : ''}
        </Link>
        <Link to={deskPath('closed')} aria-current={current('closed')}>
          Dealt with
        </Link>
      </nav>
    </div>
  )
}

/** A list of at most so many items does not scroll far, so the chosen item needs no scrolling of its own. */
const SHORT_LIST = 6
