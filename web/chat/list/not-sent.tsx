import type { Conversation } from '#contract/chat.ts'
import { useUnsent } from '../outbox/outbox-store.ts'
import { Refused } from '../outbox/refused.tsx'

interface Props {
  user: number
  /** Those in which what was refused can be seen. */
  conversations: Conversation[] | undefined
}

/** First messages that were refused: no conversation holds them, and nothing that was typed is lost. */
export function NotSent({ user, conversations }: Props) {
  const listed = new Set(conversations?.map(({ post, person }) => `${post.id}.${person.id}`))
  const refused = useUnsent(user).filter(
    ({ state, post, person }) => state === 'refused' && !listed.has(`${post}.${person}`),
  )
  if (!conversations || refused.length === 0) return null
  return (
    <section className="not-sent" aria-label="Not sent">
      <ul className="lines">
        {refused.map((unsent) => (
          <li key={unsent.client_id} className="bubble me refused">
            <p className="text" dir="auto">
              {unsent.text}
            </p>
            <Refused unsent={unsent} user={user} />
          </li>
        ))}
      </ul>
    </section>
  )
}
