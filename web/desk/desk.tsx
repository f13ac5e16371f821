import { useState } from 'react'
import { useParams, useSearchParams } from 'react-router'
import { DeskHead } from './desk-head.tsx'
import { DeskList } from './desk-list.tsx'
import { ItemView } from './item-view.tsx'
import type { Shown } from './paths.ts'
import { useDeskList } from './use-desk-list.ts'
import { useWide } from './use-wide.ts'

/**
 * The list and the chosen item: side by side where there is room, on a phone one after the other.
 * Wide, the newest is open until another is chosen, and stays so when newer ones arrive.
 */
export function Desk() {
  const { item: named } = useParams()
  const shown: Shown = useSearchParams()[0].get('show') === 'closed' ? 'closed' : 'open'
  const list = useDeskList(shown)
  const wide = useWide()
  const [opened, setOpened] = useState<{ shown: Shown; id: number } | null>(null)
  const newest = list.items?.[0]?.id
  if (newest !== undefined && opened?.shown !== shown) setOpened({ shown, id: newest })

  const chosen = named === undefined ? (wide && opened?.shown === shown ? opened.id : null) : named
  return (
    <div className={named === undefined ? 'page desk-page' : 'page desk-page at-item'}>
      <DeskHead shown={shown} />
      <div className={chosen === null ? 'desk space-above alone' : 'desk space-above'}>
        <DeskList
          list={list}
          shown={shown}
          chosen={chosen === null ? null : Number(chosen)}
          keepScroll={wide}
        />
        {chosen !== null && (
          <ItemView
            key={chosen}
            id={Number(chosen)}
            shown={shown}
            asked={named !== undefined}
            next={list.items?.find(({ id }) => id !== Number(chosen))?.id}
          />
        )}
      </div>
    </div>
  )
}
