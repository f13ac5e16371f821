import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef, useState } from 'react'
import { type ConversationKey, listMessages, type Message } from '#contract/chat.ts'
import { call, callPage } from '../api.ts'
import { usePollInterval } from '../socket.ts'
import { historyKey } from './chat-cache.ts'
import { type History, nothing_yet, withFetched, withMessages } from './history.ts'

const POLL_INTERVAL_MS = { disconnected: 5_000, connected: 60_000 }
const page_size = '30'
const most_at_once = 100

/** Everything newer than a message, however much has been missed. */
async function since(params: ConversationKey, id: number, signal: AbortSignal): Promise<Message[]> {
  const found: Message[] = []
  for (let after = id; ; ) {
    const query = { after: String(after), limit: String(most_at_once) }
    const rows = await call(listMessages, { params, query }, signal)
    found.push(...rows)
    const newest = rows[0]
    if (!newest || rows.length < most_at_once) return found
    after = newest.id
  }
}

async function fetchHistory(
  cache: QueryClient,
  where: ConversationKey,
  signal: AbortSignal,
): Promise<History> {
  // Looked at again after each wait: others may have come in meanwhile by themselves.
  const held = () =>
    cache.getQueryData<History>(historyKey(where.post, where.person)) ?? nothing_yet
  const { known_to } = held()
  if (known_to > 0) {
    const missed = await since(where, known_to, signal)
    return withFetched(held(), missed)
  }
  const query = { limit: page_size }
  const { rows, before } = await callPage(listMessages, { params: where, query }, signal)
  return withFetched({ ...held(), before }, rows)
}

/**
 * What was said in a conversation: the newest page, what comes in, and earlier pages as asked for.
 * @param there false once it is known that there is no such conversation
 */
export function useHistory({ post, person }: ConversationKey, there: boolean) {
  const cache = useQueryClient()
  const history = useQuery({
    queryKey: historyKey(post, person),
    queryFn: ({ signal }) => fetchHistory(cache, { post, person }, signal),
    enabled: there,
    refetchInterval: usePollInterval(POLL_INTERVAL_MS),
    // What is held is never stale by itself, but something may have been missed while away.
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
      const query = { before, limit: page_size }
      const page = await callPage(listMessages, { params: { post, person }, query })
      cache.setQueryData<History>(
        historyKey(post, person),
        (held) => held && { ...withMessages(held, page.rows), before: page.before },
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
