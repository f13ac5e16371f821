import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { blockPerson, type Conversation, unblockPerson } from '#contract/chat.ts'
import { displayName } from '#rules/visible.ts'
import { call } from '../api.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { Note } from '../ui/note.tsx'
import { useAct } from '../ui/use-act.ts'
import { lookAtEverything } from './chat-cache.ts'

/**
 * Blocks the other one of a conversation, or takes the block back, after a question.
 * @param after puts the focus somewhere once the question is gone
 */
export function useBlocking({ person, blocked_by_me }: Conversation, after: () => void) {
  const cache = useQueryClient()
  const [asking, setAsking] = useState(false)
  const { busy, error, act } = useAct<void>()
  const blocked = blocked_by_me
  const name = displayName(`${person.first_name} ${person.last_name}`)

  const asked = useRef(false)
  useEffect(() => {
    if (asked.current && !asking) after()
    asked.current = asking
  }, [asking, after])

  const decide = () =>
    act('block', async () => {
      await call(blocked ? unblockPerson : blockPerson, { params: { person: person.id } })
      setAsking(false)
      // One person may be in several conversations with the other.
      lookAtEverything(cache)
    })
  const question = asking && (
    <ConfirmDialog
      title={blocked ? `Unblock ${name}?` : `Block ${name}?`}
      act={blocked ? 'Unblock' : 'Block'}
      danger={!blocked}
      busy={busy !== null}
      onAct={() => void decide()}
      onClose={() => setAsking(false)}
    >
      <p>
        {blocked
          ? 'You can write to each other again, about any post.'
          : 'Neither of you can write to the other any more, about any post. What was said stays. You can take it back.'}
      </p>
      {error && (
        <Note kind="error">{errorMessage(error, 'That did not work. Please try again.')}</Note>
      )}
    </ConfirmDialog>
  )
  return { blocked, ask: () => setAsking(true), question }
}
