import { io, type Socket } from 'socket.io-client'
import type { ConversationKey } from '#contract/chat.ts'
import type { LiveEvents, LiveRequests } from '#contract/live.ts'
import { currentAccessToken, refresh } from './api.ts'

const longest_wait_ms = 20_000
/** A token is renewed so long before its end. */
const early_ms = 60_000
const answer_ms = 5_000

interface Claims {
  sub: string
  session: string
  iat: number
  exp: number
}

const claimsOf = (token: string): Claims => {
  const [, claims = ''] = token.split('.')
  return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
}

/** The socket of a tab, which keeps itself signed in. */
export interface Line {
  socket: Socket<LiveEvents, LiveRequests>
  /** There is a new access token. */
  renew(): void
  watch(post: number | null, done?: () => void): void
  typing(where: ConversationKey): void
  close(): void
}

/** Opens it with the access token at hand; `tell` hears whether it stands. */
export function openLine(tell: (stands: boolean) => void): Line {
  const socket: Line['socket'] = io({
    transports: ['websocket'],
    reconnectionDelayMax: longest_wait_ms,
    auth: (answer) => {
      const token = currentAccessToken()
      shown = token
      answer({ token })
    },
  })
  /** The token that the server has been shown. */
  let shown: string | null = null
  /** When the token at hand came, at the latest. The server's clock may be another one. */
  let since = performance.timeOrigin
  let refused = 0
  let again: ReturnType<typeof setTimeout> | undefined
  let renewal: ReturnType<typeof setTimeout> | undefined

  function renewInTime() {
    clearTimeout(renewal)
    const token = currentAccessToken()
    if (!token) return
    const { iat, exp } = claimsOf(token)
    const left = since + (exp - iat) * 1000 - early_ms - Date.now()
    renewal = setTimeout(() => void refresh().catch(() => undefined), Math.max(left, answer_ms))
  }

  /**
   * The server has closed the door: the access token is over, or the whole session. What only the
   * network interrupts heals by itself.
   */
  function reopen() {
    if (socket.active) return
    refused += 1
    clearTimeout(again)
    again = setTimeout(
      async () => {
        await refresh().catch(() => undefined)
        if (currentAccessToken()) socket.connect()
      },
      // Not all at the same moment when a server has been restarted.
      Math.min(1000 * 2 ** (refused - 1), longest_wait_ms) * (0.5 + Math.random() / 2),
    )
  }

  const startAnew = () => {
    socket.disconnect()
    socket.connect()
  }

  socket.on('connect', () => {
    refused = 0
    renewInTime()
    tell(true)
  })
  socket.on('connect_error', reopen)
  socket.on('disconnect', (reason) => {
    tell(false)
    if (reason !== 'io client disconnect') reopen()
  })

  return {
    socket,
    renew() {
      since = Date.now()
      renewInTime()
      const token = currentAccessToken()
      if (!token || !socket.connected || token === shown) return
      const before = shown && claimsOf(shown)
      const now = claimsOf(token)
      // Another person, or another session of the same one: nothing of the former may arrive.
      if (!before || before.sub !== now.sub || before.session !== now.session) return startAnew()
      shown = token
      socket.timeout(answer_ms).emit('renew', token, (late, taken) => {
        if (!late && !taken && socket.connected) startAnew()
      })
    },
    watch(post, done = () => {}) {
      if (socket.connected) socket.timeout(answer_ms).emit('watch', post, done)
    },
    typing(where) {
      if (socket.connected) socket.volatile.emit('typing', where)
    },
    close() {
      clearTimeout(again)
      clearTimeout(renewal)
      socket.removeAllListeners()
      socket.disconnect()
      tell(false)
    },
  }
}
