import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { listMessages, type Message } from '#contract/chat.ts'
import { call, callPage } from '../api.ts'
import { useConnected } from '../live.ts'
import { talkKey } from './chat-cache.ts'
import { newestId, type Talk, type Where, withMessages } from './talk.ts'

const look_again_ms = { alone: 5_000, connected: 60_000 }
const page_size = '30'
const most_at_once = 100

/** Everything newer than a message, however much has been missed. */
async function since(params: Where, id: number, signal: AbortSignal): Promise<Message[]> {
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

async function fetchTalk(cache: QueryClient, where: Where, signal: AbortSignal): Promise<Talk> {
  const held = () => cache.getQueryData<Talk>(talkKey(where.post, where.person))
  const known = newestId(held())
  if (known > 0) {
    const missed = await since(where, known, signal)
    // Others may have come in meanwhile by themselves.
    return withMessages(held() ?? { messages: [], before: null }, missed)
  }
  const query = { limit: page_size }
  const { rows, before } = await callPage(listMessages, { params: where, query }, signal)
  return withMessages({ messages: held()?.messages ?? [], before }, rows)
}

/** What was said in a conversation: the newest page, what comes in, and earlier pages as asked for. */
export function useTalk(where: Where) {
  const cache = useQueryClient()
  const connected = useConnected()
  const { post, person } = where
  const talk = useQuery({
    queryKey: talkKey(post, person),
    queryFn: ({ signal }) => fetchTalk(cache, { post, person }, signal),
    refetchInterval: look_again_ms[connected ? 'connected' : 'alone'],
    // What is held is never stale by itself, but something may have been missed while away.
    staleTime: 0,
  })
  const [earlier, setEarlier] = useState<'idle' | 'loading' | 'failed'>('idle')
  const loading = useRef(false)
  const before = talk.data?.before ?? null

  async function loadEarlier() {
    if (loading.current || before === null) return
    loading.current = true
    setEarlier('loading')
    try {
      const query = { before, limit: page_size }
      const page = await callPage(listMessages, { params: where, query })
      cache.setQueryData<Talk>(
        talkKey(post, person),
        (held) => held && { ...withMessages(held, page.rows), before: page.before },
      )
      setEarlier('idle')
    } catch {
      setEarlier('failed')
    } finally {
      loading.current = false
    }
  }
  return { ...talk, hasEarlier: before !== null, earlier, loadEarlier }
}
