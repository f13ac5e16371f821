import { useQueryClient } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { NavLink } from 'react-router'
import { readLastCount, unreadCountKey } from '../chat/first-load.ts'
import { usePerson } from '../session.ts'

/** The count comes with what is fetched late (chat/chat-cache.ts); until then it is the one of before. */
function useUnread(): number {
  const client = useQueryClient()
  const me = usePerson()?.id
  const before = useMemo(() => (me === undefined ? null : readLastCount(me)), [me])
  return useSyncExternalStore(
    useCallback((looker) => client.getQueryCache().subscribe(looker), [client]),
    () => client.getQueryData<{ unread: number }>(unreadCountKey)?.unread ?? before ?? 0,
    () => 0,
  )
}

/** The way to one's chats, in the bar on every screen. */
export function ChatsPlace() {
  const unread = useUnread()
  return (
    <NavLink
      className="icon-button chats-place"
      to="/chats"
      prefetch="intent"
      aria-label={unread > 0 ? `Chats, ${unread} unread` : 'Chats'}
    >
      <MessageCircle aria-hidden="true" />
      {unread > 0 && <span className="tag tabular">{unread > 99 ? '99+' : unread}</span>}
    </NavLink>
  )
}
