import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { type ConversationKey, listMessages, type Message } from '#contract/chat.ts'
import { call, callPage } from '../api.ts'
import { usePollInterval } from '../socket.ts'
import { historyQueryKey } from './chat-cache.ts'
import { emptyHistory, type History, mergeFetched, mergeMessages } from './history.ts'

const POLL_INTERVAL_MS = { disconnected: 5_000, connected: 60_000 }
const PAGE_SIZE = '30'
const CATCH_UP_PAGE_SIZE = 100

/** Fetches all messages newer than the given one, over as many pages as needed. */
async function fetchAfter(
  params: ConversationKey,
  id: number,
  signal: AbortSignal,
): Promise<Message[]> {
  const messages: Message[] = []
  for (let after = id; ; ) {
    const query = { after: String(after), limit: String(CATCH_UP_PAGE_SIZE) }
    const rows = await call(listMessages, { params, query }, signal)
    messages.push(...rows)
    const newest = rows[0]
    if (!newest || rows.length < CATCH_UP_PAGE_SIZE) return messages
    after = newest.id
  }
}

async function fetchHistory(
  cache: QueryClient,
  key: ConversationKey,
  signal: AbortSignal,
): Promise<History> {
  // Read again after each await: the socket may have added messages meanwhile.
  const cached = () => cache.getQueryData<History>(historyQueryKey(key)) ?? emptyHistory
  const { completeTo } = cached()
  if (completeTo > 0) {
    const missed = await fetchAfter(key, completeTo, signal)
    return mergeFetched(cached(), missed)
  }
  const query = { limit: PAGE_SIZE }
  const { rows, before } = await callPage(listMessages, { params: key, query }, signal)
  return mergeFetched({ ...cached(), before }, rows)
}

/** The messages of a conversation: the newest page, new messages, and earlier pages on request. */
export function useHistory({ post, person }: ConversationKey, { enabled }: { enabled: boolean }) {
  const cache = useQueryClient()
  const queryKey = historyQueryKey({ post, person })
  const history = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchHistory(cache, { post, person }, signal),
    enabled,
    refetchInterval: usePollInterval(POLL_INTERVAL_MS),
    // Messages may have been missed while the page was hidden.
    staleTime: 0,
  })
  const [earlier, setEarlier] = useState<'idle' | 'loading' | 'failed'>('idle')
  const loading = useRef(false)
  const before = history.data?.before ?? null

  const loadEarlier = useCallback(async () => {
    if (loading.current || before === null) return
    loading.current = true
    setEarlier('loading')
    try {
      const query = { before, limit: PAGE_SIZE }
      const page = await callPage(listMessages, { params: { post, person }, query })
      cache.setQueryData<History>(
        historyQueryKey({ post, person }),
        (cached) => cached && { ...mergeMessages(cached, page.rows), before: page.before },
      )
      setEarlier('idle')
    } catch {
      setEarlier('failed')
    } finally {
      loading.current = false
    }
  }, [cache, post, person, before])
  return { ...history, earlier, loadEarlier }
}
