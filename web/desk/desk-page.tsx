import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { countDesk } from '#contract/desk.ts'
import { query } from '../api.ts'
import { RequireStaff } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { DeskList, useDeskList } from './desk-list.tsx'
import { ItemView } from './item-view.tsx'
import { type DeskState, deskPath } from './texts.ts'
import './desk.css'

export const meta = pageTitle('Payments desk')

export default function DeskPage() {
  return (
    <RequireStaff title="Payments desk">
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
  const state: DeskState = useSearchParams()[0].get('show') === 'closed' ? 'closed' : 'open'
  const list = useDeskList(state)
  const wide = useWideScreen()
  const [openedFirst, setOpenedFirst] = useState<{ state: DeskState; id: number } | null>(null)
  const newest = list.items?.[0]?.id
  if (newest !== undefined && openedFirst?.state !== state) setOpenedFirst({ state, id: newest })

  const opened = wide && openedFirst?.state === state ? openedFirst.id : null
  const shown = chosenByUser === undefined ? opened : Number(chosenByUser)
  const isShort = (list.items?.length ?? 0) <= SHORT_LIST && !list.hasNextPage
  const layout = shown === null ? ' alone' : isShort ? '' : ' beside-long-list'
  return (
    <div className={chosenByUser === undefined ? 'page desk-page' : 'page desk-page item-open'}>
      <DeskHead state={state} />
      <div className={`desk space-above${layout}`}>
        <DeskList list={list} state={state} chosen={shown} keepScroll={wide} />
        {shown !== null && (
          <ItemView
            key={shown}
            id={shown}
            state={state}
            takesFocus={chosenByUser !== undefined}
            next={list.items?.find(({ id }) => id !== shown)?.id}
          />
        )}
      </div>
    </div>
  )
}

function DeskHead({ state }: { state: DeskState }) {
  const { data: count } = useQuery(query(countDesk, {}))
  const current = (list: DeskState) => (list === state ? 'page' : undefined)
  return (
    <div className="desk-head">
      <div>
        <h1>Payments desk</h1>
        <p className="muted">
          {state === 'open'
            ? 'Payments that need a decision.'
            : 'Payments that have been dealt with.'}
        </p>
      </div>
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

/** From this width on, list and item are side by side (desk.css). */
const WIDE_SCREEN_QUERY = '(min-width: 1000px)'

function subscribe(listener: () => void) {
  const media = matchMedia(WIDE_SCREEN_QUERY)
  media.addEventListener('change', listener)
  return () => media.removeEventListener('change', listener)
}

const useWideScreen = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => matchMedia(WIDE_SCREEN_QUERY).matches,
    () => false,
  )
