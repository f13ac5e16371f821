import { Lock } from 'lucide-react'
import { useCallback, useRef } from 'react'
import type { Conversation } from '#contract/chat.ts'
import { useBlocking } from './use-blocking.tsx'

interface Props {
  /** Null where there is none any more. */
  conversation: Conversation | null
  words: string
}

/** Where one would write: why nothing more can be said, and what can be done about it. */
export const Closed = ({ conversation, words }: Props) => (
  <div className="closed">
    <Lock className="icon" aria-hidden="true" />
    <p className="small words">{words}</p>
    {conversation?.blocked_by_me && <Unblock conversation={conversation} />}
  </div>
)

function Unblock({ conversation }: { conversation: Conversation }) {
  const button = useRef<HTMLButtonElement>(null)
  // This part goes away with the block; the heading stays.
  const toHeading = useCallback(
    () => button.current?.closest('.chat')?.querySelector<HTMLElement>('.talk-to')?.focus(),
    [],
  )
  const { ask, question } = useBlocking(conversation, toHeading)
  return (
    <>
      <button ref={button} type="button" className="button secondary compact" onClick={ask}>
        Unblock
      </button>
      {question}
    </>
  )
}
