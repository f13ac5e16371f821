import { useEffect, useRef, useState } from 'react'
import type { Message } from '#contract/chat.ts'
import { stripDirectionMarks } from '#rules/visible.ts'
import type { Line } from './timeline.ts'

interface Props {
  lines: Line[]
  /** Whether what was said before has been fetched. */
  ready: boolean
}

/** Reads out all that the other one says, and nothing of what stood there when the chat was opened. */
export function Announced({ lines, ready }: Props) {
  const heard = useRef<{ opened_at: number; ids: Set<number> } | null>(null)
  const [news, setNews] = useState<Message[]>([])
  useEffect(() => {
    if (!ready) return
    const theirs = lines.flatMap((line) => (line.kind === 'said' && !line.mine ? line.message : []))
    heard.current ??= { opened_at: theirs.at(-1)?.id ?? 0, ids: new Set() }
    const { opened_at, ids } = heard.current
    const fresh = theirs.filter(({ id }) => id > opened_at && !ids.has(id))
    if (fresh.length === 0) return
    for (const { id } of fresh) ids.add(id)
    setNews(fresh)
  }, [lines, ready])
  return (
    <div className="visually-hidden" role="status">
      {news.map(({ id, senderId, text }) => (
        <p key={id}>{`${stripDirectionMarks(senderId)}: ${stripDirectionMarks(text)}`}</p>
      ))}
    </div>
  )
}
