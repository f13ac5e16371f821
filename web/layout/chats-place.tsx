import { useQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { NavLink } from 'react-router'
import { useSession } from '../session.ts'

/** The count comes with what is fetched late (chat/chat-cache.ts); until then there is none. */
const unreadKey = ['/chat/unread/', {}]

/** The way to one's chats, in the bar on every screen. Another person begins with a count of their own. */
export function ChatsPlace() {
  const session = useSession()
  return <Counted key={session.status === 'signed_in' ? session.user.id : ''} />
}

function Counted() {
  const { data } = useQuery<{ unread: number }>({ queryKey: unreadKey, enabled: false })
  const unread = data?.unread ?? 0
  return (
    <NavLink
      className="iconbtn chats-place"
      to="/chats"
      prefetch="intent"
      aria-label={unread > 0 ? `Chats, ${unread} unread` : 'Chats'}
    >
      <MessageCircle aria-hidden="true" />
      {unread > 0 && <span className="tag num">{unread > 99 ? '99+' : unread}</span>}
    </NavLink>
  )
}
