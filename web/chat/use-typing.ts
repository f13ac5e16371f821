import { useEffect, useRef, useState } from 'react'
import type { ConversationKey } from '#contract/chat.ts'
import { emitTyping, onSocketEvent } from '../socket.ts'

const good_for_ms = 5_000
const most_often_ms = 2_500

/**
 * Whether the other one is typing.
 * @param last their newest message, which ends it
 */
export function useTheirTyping({ post, person }: ConversationKey, last: number): boolean {
  const [typing, setTyping] = useState<{ before: number } | null>(null)
  const newest = useRef(last)
  useEffect(() => {
    newest.current = last
  }, [last])
  useEffect(() => {
    let end: ReturnType<typeof setTimeout>
    const stop = onSocketEvent('typing', (where) => {
      if (where.post !== post || where.person !== person) return
      clearTimeout(end)
      setTyping({ before: newest.current })
      end = setTimeout(() => setTyping(null), good_for_ms)
    })
    return () => {
      clearTimeout(end)
      stop()
    }
  }, [post, person])
  return typing !== null && typing.before === last
}

/** Lets the other one know, now and then while one types; what was sent ends it. */
export function useOwnTyping({ post, person }: ConversationKey) {
  const last = useRef(0)
  return {
    typed() {
      if (Date.now() - last.current < most_often_ms) return
      last.current = Date.now()
      emitTyping({ post, person })
    },
    sent() {
      last.current = 0
    },
  }
}
