import { EllipsisVertical } from 'lucide-react'
import {
  type ComponentProps,
  type ReactNode,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Conversation } from '#contract/chat.ts'
import { displayName } from '#rules/visible.ts'
import { Avatar } from '../ui/avatar.tsx'
import { useBlocking } from './use-blocking.tsx'

interface Props {
  /** The way back to the list. */
  back?: ReactNode
  person: ComponentProps<typeof Avatar> | undefined
  /** Said before the rest where somebody else has the same name. */
  apart?: string | null | undefined
  /** Said in place of a name that is not known. */
  unnamed?: string
  /** Under the name. */
  about: ReactNode
  /** Once it has been fetched. */
  conversation: Conversation | undefined
}

/** With whom one talks. */
export const ConversationHead = ({
  back,
  person,
  apart,
  unnamed = 'Loading...',
  about,
  conversation,
}: Props) => (
  <div className="head">
    {back}
    {person && <Avatar {...person} />}
    <div className="min-w-0">
      <h2 className="talk-to" tabIndex={-1} dir="auto">
        {person ? `Talk to ${displayName(`${person.first_name} ${person.last_name}`)}` : unnamed}
      </h2>
      <p className="small muted talk-about">
        {apart && (
          <>
            <bdi>{apart}</bdi>,{' '}
          </>
        )}
        {about}
      </p>
    </div>
    {conversation?.last_message && <ConversationMenu conversation={conversation} />}
  </div>
)

/** One thing to do at present: to block, or to take it back. */
function ConversationMenu({ conversation }: { conversation: Conversation }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const place = useRef<HTMLDivElement>(null)
  const toButton = useCallback(() => button.current?.focus(), [])
  const { blocked, ask, question } = useBlocking(conversation, toButton)
  useEffect(() => {
    if (!open) return
    const close = ({ target }: PointerEvent) => {
      if (!place.current?.contains(target as Node)) setOpen(false)
    }
    document.addEventListener('pointerdown', close)
    return () => document.removeEventListener('pointerdown', close)
  }, [open])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and leaving it close what the button opened
    <div
      ref={place}
      className="talk-menu"
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !open) return
        setOpen(false)
        button.current?.focus()
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        // Where a press gives no focus, a button that is pressed loses it to nothing.
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
        <div className="plate choices">
          <button
            type="button"
            className={blocked ? 'button quiet' : 'button quiet danger-text'}
            onClick={() => {
              setOpen(false)
              ask()
            }}
          >
            <span>
              {blocked ? 'Unblock' : 'Block'}{' '}
              <bdi>{displayName(conversation.person.first_name)}</bdi>
            </span>
          </button>
        </div>
      )}
      {question}
    </div>
  )
}
