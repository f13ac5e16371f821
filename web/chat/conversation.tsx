import { useMemo, useRef, useState } from 'react'
import type { User } from '#contract/auth.ts'
import type { ConversationKey } from '#contract/chat.ts'
import { closedMessages } from '#rules/chat.ts'
import { displayName } from '#rules/visible.ts'
import { isMissing } from '../api.ts'
import { newUuid } from '../new-uuid.ts'
import { errorMessage } from '../ui/error-message.ts'
import { LoadError } from '../ui/load-error.tsx'
import { Closed } from './closed.tsx'
import { Composer } from './composer.tsx'
import { MessageArea } from './message-area.tsx'
import { MessageSkeleton } from './message-skeleton.tsx'
import { useOnScreen } from './on-screen.ts'
import { keepDraft, readDraft } from './outbox/draft.ts'
import { keepUnsent, nextTurn, useUnsent } from './outbox/outbox-store.ts'
import { timeline } from './timeline.ts'
import type { useConversation } from './use-conversation.ts'
import { useHistory } from './use-history.ts'
import { useSeen } from './use-seen.ts'
import { useToday } from './use-today.ts'
import { useOwnTyping, useTheirTyping } from './use-typing.ts'

const missing_words = 'There is nothing here to talk about any more.'

interface Props {
  user: User
  where: ConversationKey
  conversation: ReturnType<typeof useConversation>
  /** The post beside it has vanished: nothing can be said, whatever was known of the conversation. */
  gone?: boolean
}

/** What was said between two people about a post, and the field to say more. */
export function Conversation({ user, where, conversation, gone = false }: Props) {
  const { data, error, refetch } = conversation
  const area = useRef<HTMLElement>(null)
  const missing = isMissing(error)
  const history = useHistory(where, !missing)
  const all = useUnsent(user.id)
  const [news, setNews] = useState(false)
  const [draft] = useState(() => readDraft(user.id, where))
  const today = useToday()
  const messages = history.data?.messages
  const lines = useMemo(
    () =>
      timeline({
        messages: messages ?? [],
        unsent: all.filter(({ post, person }) => post === where.post && person === where.person),
        me: user.id,
        seen: data?.seen ?? 0,
        today,
      }),
    [messages, all, where.post, where.person, user.id, data?.seen, today],
  )
  const last = messages?.findLast(({ from }) => from !== user.id)?.id ?? 0
  const lookedAt = useOnScreen(area, where)
  useSeen(where, data, last, lookedAt && !news)
  const typing = useTheirTyping(where, last)
  const typed = useOwnTyping(where)

  function send(text: string) {
    typed.sent()
    const turn = nextTurn(user.id)
    keepUnsent(user.id, {
      ...where,
      ...{ client_id: newUuid(), text, turn, state: 'waiting', words: null },
    })
  }

  const failed = missing ? null : data ? history.error : (error ?? history.error)
  const ready = data && history.data
  const again = () => {
    void refetch()
    void history.refetch()
  }
  const closed = !missing && data?.closed
  const closing = closed ? closedMessages[closed] : (missing || gone) && missing_words
  return (
    <>
      <MessageArea
        area={area}
        lines={lines}
        ready={history.data !== undefined}
        user={user.id}
        typing={typing && data ? displayName(data.person.first_name) : null}
        earlier={history.earlier}
        loadEarlier={() => void history.loadEarlier()}
        onNews={setNews}
      >
        {ready ? (
          <p className="small muted center">
            {closing
              ? 'Nothing has been said here.'
              : `Nothing has been said yet. Only you and ${displayName(data.person.first_name)} can read this.`}
          </p>
        ) : (
          !failed && !missing && <MessageSkeleton />
        )}
      </MessageArea>
      {failed && !ready && (
        <div className="below">
          <LoadError
            message={errorMessage(failed, 'The conversation could not be fetched.')}
            onRetry={again}
          />
        </div>
      )}
      <Composer
        draft={draft}
        closed={closing && <Closed conversation={data ?? null} words={closing} />}
        onDraft={(text) => keepDraft(user.id, where, text)}
        onTyping={typed.typed}
        onSend={send}
      />
    </>
  )
}
