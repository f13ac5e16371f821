import { useEffect, useRef } from 'react'
import type { DeskDetail } from '#contract/desk.ts'
import { dateAndTime } from '#rules/calendar.ts'
import { outcomeWords, questionFor, unbroken, whyWords } from './words.ts'

/** The question that the item puts, and why; later the answer that it was given. */
export function ItemHead({ item, asked }: { item: DeskDetail; asked: boolean }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (asked) title.current?.focus({ preventScroll: true })
  }, [asked])
  const when = item.paid_at ?? item.push?.initiated_at ?? item.created_at
  return (
    <div className="stack-small">
      <p className="muted small tabular">
        {item.receipt ?? 'No receipt'} · <time>{dateAndTime(new Date(when))}</time>
      </p>
      <h2 ref={title} className="tabular" tabIndex={-1}>
        {unbroken(item.closed ? outcomeWords(item) : questionFor(item))}
      </h2>
      {!item.closed && <p>{unbroken(whyWords(item))}</p>}
    </div>
  )
}
