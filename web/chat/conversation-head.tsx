import { useQueryClient } from '@tanstack/react-query'
import { EllipsisVertical } from 'lucide-react'
import {
  type ComponentProps,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import { blockPerson, type Conversation, unblockPerson } from '#contract/chat.ts'
import { displayName } from '#rules/visible.ts'
import { call } from '../api.ts'
import { Avatar } from '../ui/avatar.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { Note } from '../ui/note.tsx'
import { useAction } from '../ui/use-action.ts'
import { refetchAll } from './chat-cache.ts'

interface Props {
  /** The link or button back to the list. */
  back?: ReactNode
  person: ComponentProps<typeof Avatar> | undefined
  /** Shown before the subject when another user has the same name. */
  identifier?: string | null | undefined
  /** Shown while the name is unknown. */
  fallbackTitle?: string
  /** Under the name. */
  subject: ReactNode
  /** Undefined until it is fetched. */
  conversation: Conversation | undefined
}

export const ConversationHead = ({
  back,
  person,
  identifier,
  fallbackTitle = 'Loading...',
  subject,
  conversation,
}: Props) => (
  <div className="chat-head">
    {back}
    {person && <Avatar {...person} />}
    <div className="chat-head-text">
      <h2 className="chat-title" tabIndex={-1} dir="auto">
        {person
          ? `Talk to ${displayName(`${person.first_name} ${person.last_name}`)}`
          : fallbackTitle}
      </h2>
      <p className="small muted chat-subject">
        {identifier && (
          <>
            <bdi>{identifier}</bdi>,{' '}
          </>
        )}
        {subject}
      </p>
    </div>
    {conversation?.last_message && <ConversationMenu conversation={conversation} />}
  </div>
)

/** A menu with one item: block or unblock. */
function ConversationMenu({ conversation }: { conversation: Conversation }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const focusButton = useCallback(() => button.current?.focus(), [])
  const { blocked, openDialog, dialog } = useBlocking(conversation, focusButton)
  useEffect(() => {
    if (!open) return
    const close = ({ target }: PointerEvent) => {
      if (!menu.current?.contains(target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', close)
    return () => document.removeEventListener('pointerdown', close)
  }, [open])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and losing the focus close the menu
    <div
      ref={menu}
      className="chat-menu"
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !open) return
        setOpen(false)
        button.current?.focus()
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Some browsers do not focus pressed buttons, so that nothing has the focus.
        if (relatedTarget && !currentTarget.contains(relatedTarget)) setOpen(false)
      }}
    >
      <button
        ref={button}
        type="button"
        className="icon-button"
        aria-label="More"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <EllipsisVertical className="icon" aria-hidden="true" />
      </button>
      {open && (
        <div className="plate chat-menu-choices">
          <button
            type="button"
            className={blocked ? 'button quiet' : 'button quiet danger-text'}
            onClick={() => {
              setOpen(false)
              openDialog()
            }}
          >
            <span>
              {blocked ? 'Unblock' : 'Block'}{' '}
              <bdi>{displayName(conversation.person.first_name)}</bdi>
            </span>
          </button>
        </div>
      )}
      {dialog}
    </div>
  )
}

/**
 * Blocks or unblocks the other user of a conversation, after a confirmation.
 * @param onClosed moves the focus once the dialog has closed
 */
export function useBlocking({ person, blocked_by_me }: Conversation, onClosed: () => void) {
  const cache = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const blocked = blocked_by_me
  const name = displayName(`${person.first_name} ${person.last_name}`)
  const { run, busy, error } = useAction(
    async () => {
      await call(blocked ? unblockPerson : blockPerson, { params: { person: person.id } })
    },
    {
      onSuccess() {
        setIsOpen(false)
        // The two may have several conversations.
        refetchAll(cache)
      },
    },
  )

  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) onClosed()
    wasOpen.current = isOpen
  }, [isOpen, onClosed])

  const dialog = isOpen && (
    <ConfirmDialog
      title={blocked ? `Unblock ${name}?` : `Block ${name}?`}
      confirmLabel={blocked ? 'Unblock' : 'Block'}
      danger={!blocked}
      busy={busy}
      onConfirm={() => void run()}
      onClose={() => setIsOpen(false)}
    >
      <p>
        {blocked
          ? 'You can write to each other again, about any post.'
          : 'Neither of you can write to the other any more, about any post. Old messages stay. You can undo this.'}
      </p>
      {error && (
        <Note kind="error">{errorMessage(error, 'That did not work. Please try again.')}</Note>
      )}
    </ConfirmDialog>
  )
  return { blocked, openDialog: () => setIsOpen(true), dialog }
}
