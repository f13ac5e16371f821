import { useCallback, useMemo, useRef, useState } from 'react'
import type { User } from '#contract/auth.ts'
import { dayOf } from '#rules/calendar.ts'
import { closing_words } from '#rules/chat.ts'
import { shownName } from '#rules/visible.ts'
import { newUuid } from '../new-uuid.ts'
import { Failed } from '../ui/failed.tsx'
import { failureWords } from '../ui/failure-words.ts'
import { Closed } from './closed.tsx'
import { Composer } from './composer.tsx'
import { MessageArea } from './message-area.tsx'
import { useOnScreen } from './on-screen.ts'
import { keepDraft, readDraft } from './outbox/draft.ts'
import { keepUnsent, nextTurn, useUnsent } from './outbox/outbox-store.ts'
import type { Where } from './talk.ts'
import { TalkSkeleton } from './talk-skeleton.tsx'
import { timeline } from './timeline.ts'
import type { useConversation } from './use-conversation.ts'
import { useSeen } from './use-seen.ts'
import { useTalk } from './use-talk.ts'
import { useOwnTyping, useTheirTyping } from './use-typing.ts'

interface Props {
  user: User
  where: Where
  conversation: ReturnType<typeof useConversation>
}

/** What was said between two people about a post, and the field to say more. */
export function Conversation({ user, where, conversation: { data, error, refetch } }: Props) {
  const area = useRef<HTMLElement>(null)
  const talk = useTalk(where)
  const all = useUnsent(user.id)
  const [news, setNews] = useState(false)
  const [draft] = useState(() => readDraft(user.id, where))
  const messages = talk.data?.messages
  const lines = useMemo(
    () =>
      timeline({
        messages: messages ?? [],
        unsent: all.filter(({ post, person }) => post === where.post && person === where.person),
        me: user.id,
        seen: data?.seen ?? 0,
        today: dayOf(new Date()),
      }),
    [messages, all, where.post, where.person, user.id, data?.seen],
  )
  const last = messages?.findLast(({ from }) => from !== user.id)?.id ?? 0
  const lookedAt = useOnScreen(area, where)
  useSeen(where, data, last, lookedAt && !news)
  const typing = useTheirTyping(where, last)
  const onTyping = useOwnTyping(where)
  const loadEarlier = useCallback(() => void talk.loadEarlier(), [talk.loadEarlier])

  function send(text: string) {
    const turn = nextTurn(user.id)
    keepUnsent(user.id, {
      ...where,
      ...{ client_id: newUuid(), text, turn, state: 'waiting', words: null },
    })
  }

  const failed = data ? talk.error : (error ?? talk.error)
  const ready = data && talk.data
  const again = () => {
    void refetch()
    void talk.refetch()
  }
  return (
    <>
      <MessageArea
        area={area}
        lines={lines}
        user={user.id}
        typing={typing && data ? shownName(data.person.first_name) : null}
        earlier={talk.earlier}
        loadEarlier={loadEarlier}
        onNews={setNews}
      >
        {ready ? (
          <p className="small muted center">
            {data.closed
              ? 'Nothing has been said here.'
              : `Nothing has been said yet. Only you and ${shownName(data.person.first_name)} can read this.`}
          </p>
        ) : (
          !failed && <TalkSkeleton />
        )}
      </MessageArea>
      {failed && !ready && (
        <div className="below">
          <Failed
            message={failureWords(failed, 'The conversation could not be fetched.')}
            again={again}
          />
        </div>
      )}
      {data?.closed ? (
        <Closed conversation={data} words={closing_words[data.closed]} />
      ) : (
        <Composer
          draft={draft}
          onDraft={(text) => keepDraft(user.id, where, text)}
          onTyping={onTyping}
          onSend={send}
        />
      )}
    </>
  )
}
