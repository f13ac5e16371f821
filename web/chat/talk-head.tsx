import { EllipsisVertical } from 'lucide-react'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import type { Conversation } from '#contract/chat.ts'
import { shownName } from '#rules/visible.ts'
import { Avatar } from '../ui/avatar.tsx'
import { useBlocking } from './use-blocking.tsx'

interface Props {
  /** The way back to the list. */
  back?: ReactNode
  person: Conversation['person'] | undefined
  /** Under the name. */
  about: ReactNode
  /** Once it has been fetched. */
  conversation: Conversation | undefined
}

/** With whom one talks. */
export const TalkHead = ({ back, person, about, conversation }: Props) => (
  <div className="head">
    {back}
    {person && <Avatar {...person} />}
    <div className="min-w-0">
      <h2 className="talk-to" tabIndex={-1} dir="auto">
        {person ? `Talk to ${shownName(`${person.first_name} ${person.last_name}`)}` : 'Loading...'}
      </h2>
      <p className="small muted talk-about">{about}</p>
    </div>
    {conversation?.last_message && <TalkMenu conversation={conversation} />}
  </div>
)

/** One thing to do at present: to block, or to take it back. */
function TalkMenu({ conversation }: { conversation: Conversation }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const toButton = useCallback(() => button.current?.focus(), [])
  const { blocked, ask, question } = useBlocking(conversation, toButton)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and leaving it close what the button opened
    <div
      className="talk-menu"
      onKeyDown={({ key }) => {
        if (key !== 'Escape' || !open) return
        setOpen(false)
        button.current?.focus()
      }}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setOpen(false)
      }}
    >
      <button
        ref={button}
        type="button"
        className="iconbtn"
        aria-label="More"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <EllipsisVertical className="ic" aria-hidden="true" />
      </button>
      {open && (
        <div className="plate choices">
          <button
            type="button"
            className={blocked ? 'btn quiet' : 'btn quiet red'}
            onClick={() => {
              setOpen(false)
              ask()
            }}
          >
            <span>
              {blocked ? 'Unblock' : 'Block'} <bdi>{shownName(conversation.person.first_name)}</bdi>
            </span>
          </button>
        </div>
      )}
      {question}
    </div>
  )
}
