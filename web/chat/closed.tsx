import { Lock } from 'lucide-react'
import { useCallback, useRef } from 'react'
import type { Conversation } from '#contract/chat.ts'
import { useBlocking } from './use-blocking.tsx'

/** Where one would write: why nothing more can be said, and what can be done about it. */
export function Closed({ conversation, words }: { conversation: Conversation; words: string }) {
  const place = useRef<HTMLDivElement>(null)
  // This part goes away with the block; the heading stays.
  const toHeading = useCallback(
    () => place.current?.closest('.chat')?.querySelector<HTMLElement>('.talk-to')?.focus(),
    [],
  )
  const { ask, question } = useBlocking(conversation, toHeading)
  return (
    <div ref={place} className="closed">
      <Lock className="ic" aria-hidden="true" />
      <p className="small words">{words}</p>
      {conversation.blocked_by_me && (
        <button type="button" className="btn sec sm" onClick={ask}>
          Unblock
        </button>
      )}
      {question}
    </div>
  )
}
