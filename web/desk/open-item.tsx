import { useState } from 'react'
import type { DeskDetail } from '#contract/desk.ts'
import { AddNote } from './add-note.tsx'
import { Correct } from './correct.tsx'
import { Dismiss } from './dismiss.tsx'
import { PushFacts } from './push-facts.tsx'
import { Twins } from './twins.tsx'
import { TypedReference } from './typed-reference.tsx'
import type { Closing } from './use-closing.ts'
import { WasItPaid } from './was-it-paid.tsx'
import { Whom } from './whom.tsx'

/** What can be done with an item that waits; the likeliest comes first. */
export function OpenItem({ item, closing }: { item: DeskDetail; closing: Closing }) {
  const { acts, reason } = item
  const [note, setNote] = useState('')
  const mayBeCounted = reason === 'possible_twin'
  const twins = acts.includes('attach') && <Twins item={item} closing={closing} note={note} />
  return (
    <>
      {item.push ? <PushFacts item={item} push={item.push} /> : <TypedReference item={item} />}
      {mayBeCounted && twins}
      {acts.includes('correct') && <Correct item={item} closing={closing} />}
      {acts.includes('assign') && <Whom item={item} closing={closing} note={note} />}
      {!mayBeCounted && twins}
      {acts.includes('confirm') ? (
        <WasItPaid item={item} closing={closing} />
      ) : (
        <div className="row wrap asides">
          {acts.includes('assign') && <AddNote note={note} onType={setNote} />}
          {acts.includes('dismiss') && <Dismiss item={item} closing={closing} />}
        </div>
      )}
    </>
  )
}
