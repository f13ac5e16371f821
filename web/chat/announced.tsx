import { useState } from 'react'
import { plain } from '#rules/visible.ts'
import type { Line } from './timeline.ts'

interface Props {
  lines: Line[]
  /** Whether what was said before has been fetched. */
  ready: boolean
}

/** Reads out what the other one says, and nothing of what stood there when the chat was opened. */
export function Announced({ lines, ready }: Props) {
  const line = lines.findLast((one) => one.kind === 'said' && !one.mine)
  const [opened, setOpened] = useState<{ at: string | undefined } | null>(null)
  if (ready && !opened) setOpened({ at: line?.key })
  const news = opened && line?.kind === 'said' && line.key !== opened.at ? line.message : null
  return (
    <p className="sr" role="status">
      {news && `${plain(news.senderId)}: ${plain(news.text)}`}
    </p>
  )
}
