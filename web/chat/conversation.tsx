import { Lock } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { User } from '#contract/auth.ts'
import type { Conversation, ConversationKey } from '#contract/chat.ts'
import { closedMessages } from '#rules/chat.ts'
import { displayName } from '#rules/visible.ts'
import { isMissing } from '../api.ts'
import { newUuid } from '../new-uuid.ts'
import { errorMessage } from '../ui/error-message.ts'
import { LoadError } from '../ui/load-error.tsx'
import { Composer } from './composer.tsx'
import { useBlocking } from './conversation-head.tsx'
import { MessageList } from './message-list.tsx'
import { useOnScreen } from './on-screen.ts'
import { messageDraft, nextSequence, saveUnsent, useUnsentMessages } from './outbox.ts'
import { buildTimeline, useToday } from './timeline.ts'
import {
  type useConversation,
  useMarkSeen,
  useOwnTyping,
  useTheirTyping,
} from './use-conversation.ts'
import { useHistory } from './use-history.ts'

const MISSING_MESSAGE = 'This post has been deleted, so you can’t send new messages about it.'

interface Props {
  user: User
  conversationKey: ConversationKey
  conversation: ReturnType<typeof useConversation>
  /** The post no longer exists, so nothing can be written any more. */
  isPostGone?: boolean
}

/** The messages between two users about a post, and the composer. */
export function ConversationView({
  user,
  conversationKey,
  conversation,
  isPostGone = false,
}: Props) {
  const { post, person } = conversationKey
  const { data, error, refetch } = conversation
  const scroller = useRef<HTMLElement>(null)
  const missing = isMissing(error)
  const history = useHistory(conversationKey, { enabled: !missing })
  const allUnsent = useUnsentMessages(user.id)
  const [hasNewBelow, setHasNewBelow] = useState(false)
  const draft = messageDraft(user.id, conversationKey)
  const [initialText] = useState(() => draft.read()?.text ?? '')
  const today = useToday()
  const messages = history.data?.messages
  const entries = useMemo(
    () =>
      buildTimeline({
        messages: messages ?? [],
        unsent: allUnsent.filter((one) => one.post === post && one.person === person),
        user: user.id,
        seen: data?.seen ?? 0,
        today,
      }),
    [messages, allUnsent, post, person, user.id, data?.seen, today],
  )
  const lastOfOther = messages?.findLast(({ from }) => from !== user.id)?.id ?? 0
  const isVisible = useOnScreen(scroller, conversationKey)
  useMarkSeen(conversationKey, data, lastOfOther, isVisible && !hasNewBelow)
  const isTyping = useTheirTyping(conversationKey, lastOfOther)
  const { onTyping, onSent } = useOwnTyping(conversationKey)

  function send(text: string) {
    onSent()
    const sequence = nextSequence(user.id)
    saveUnsent(user.id, {
      post,
      person,
      client_id: newUuid(),
      text,
      sequence,
      state: 'waiting',
      reason: null,
    })
  }

  const failure = missing ? null : data ? history.error : (error ?? history.error)
  const ready = data && history.data
  const retry = () => {
    void refetch()
    void history.refetch()
  }
  const closed = !missing && data?.closed
  const closedMessage = closed ? closedMessages[closed] : (missing || isPostGone) && MISSING_MESSAGE
  return (
    <>
      <MessageList
        scroller={scroller}
        entries={entries}
        ready={history.data !== undefined}
        user={user.id}
        typing={isTyping && data ? displayName(data.person.first_name) : null}
        earlier={history.earlier}
        loadEarlier={() => void history.loadEarlier()}
        onNewBelow={setHasNewBelow}
      >
        {ready ? (
          <p className="small muted message-area-empty">
            {closedMessage
              ? 'No messages.'
              : `No messages yet. Only you and ${displayName(data.person.first_name)} can read this chat.`}
          </p>
        ) : (
          !failure && !missing && <MessageSkeleton />
        )}
      </MessageList>
      {failure && !ready && (
        <div className="chat-section">
          <LoadError
            message={errorMessage(failure, 'The chat couldn’t be loaded.')}
            onRetry={retry}
          />
        </div>
      )}
      <Composer
        initialText={initialText}
        closed={closedMessage && <Closed conversation={data ?? null} message={closedMessage} />}
        onChange={(text) => draft.save(text === '' ? null : { text })}
        onTyping={onTyping}
        onSend={send}
      />
    </>
  )
}

/** Three empty bubbles, shown after a short wait. */
const MessageSkeleton = () => (
  <div className="messages delayed" role="status">
    <span className="visually-hidden">Loading...</span>
    <span className="message-bubble skeleton" />
    <span className="message-bubble own skeleton" />
    <span className="message-bubble skeleton" />
  </div>
)

/** Replaces the composer: why nothing can be written, and what the user can do about it. */
const Closed = ({
  conversation,
  message,
}: {
  conversation: Conversation | null
  message: string
}) => (
  <div className="chat-closed">
    <Lock className="icon" aria-hidden="true" />
    <p className="small chat-closed-reason">{message}</p>
    {conversation?.blocked_by_me && <UnblockButton conversation={conversation} />}
  </div>
)

function UnblockButton({ conversation }: { conversation: Conversation }) {
  const button = useRef<HTMLButtonElement>(null)
  // This button disappears after unblocking; the heading stays.
  const focusHeading = useCallback(
    () => button.current?.closest('.chat')?.querySelector<HTMLElement>('.chat-title')?.focus(),
    [],
  )
  const { openDialog, dialog } = useBlocking(conversation, focusHeading)
  return (
    <>
      <button ref={button} type="button" className="button secondary compact" onClick={openDialog}>
        Unblock
      </button>
      {dialog}
    </>
  )
}
