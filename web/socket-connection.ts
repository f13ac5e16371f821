import { io, type Socket } from 'socket.io-client'
import type { ConversationKey } from '#contract/chat.ts'
import type { ClientMessages, ServerEvents } from '#contract/socket.ts'
import { currentAccessToken, decodeToken, refresh } from './api.ts'

const MAX_RECONNECT_DELAY_MS = 20_000
/** A token is renewed this long before it expires. */
const RENEW_BEFORE_END_MS = 60_000
const REPLY_TIMEOUT_MS = 5_000

/** The socket of a tab, which renews its access token by itself. */
export interface SocketConnection {
  socket: Socket<ServerEvents, ClientMessages>
  /** Call it when there is a new access token. */
  renew(): void
  watch(post: number | null, done?: () => void): void
  typing(where: ConversationKey): void
  close(): void
}

/** Connects with the current access token. */
export function openConnection(onChange: (isConnected: boolean) => void): SocketConnection {
  const socket: SocketConnection['socket'] = io({
    transports: ['websocket'],
    reconnectionDelayMax: MAX_RECONNECT_DELAY_MS,
    auth: (answer) => {
      sentToken = currentAccessToken()
      answer({ token: sentToken })
    },
  })
  let sentToken: string | null = null
  /** When the current token arrived, by this browser's clock, which may differ from the server's. */
  let tokenSince = performance.timeOrigin
  let refusals = 0
  let reopenTimer: ReturnType<typeof setTimeout> | undefined
  let renewTimer: ReturnType<typeof setTimeout> | undefined

  function scheduleRenewal() {
    clearTimeout(renewTimer)
    const token = currentAccessToken()
    if (!token) return
    const { iat, exp } = decodeToken(token)
    const left = tokenSince + (exp - iat) * 1000 - RENEW_BEFORE_END_MS - Date.now()
    renewTimer = setTimeout(
      () => void refresh().catch(() => undefined),
      Math.max(left, REPLY_TIMEOUT_MS),
    )
  }

  /**
   * The server has refused or ended the connection: the access token or the whole session has expired.
   * After a mere network failure Socket.IO reconnects by itself.
   */
  function reopen() {
    if (socket.active) return
    refusals += 1
    clearTimeout(reopenTimer)
    reopenTimer = setTimeout(
      async () => {
        await refresh().catch(() => undefined)
        if (currentAccessToken()) socket.connect()
      },
      // Randomised, so that after a server restart the browsers do not all connect at the same moment.
      Math.min(1000 * 2 ** (refusals - 1), MAX_RECONNECT_DELAY_MS) * (0.5 + Math.random() / 2),
    )
  }

  function restart() {
    socket.disconnect()
    socket.connect()
  }

  socket.on('connect', () => {
    refusals = 0
    scheduleRenewal()
    onChange(true)
  })
  socket.on('connect_error', reopen)
  socket.on('disconnect', (reason) => {
    onChange(false)
    if (reason !== 'io client disconnect') reopen()
  })

  return {
    socket,
    renew() {
      tokenSince = Date.now()
      scheduleRenewal()
      const token = currentAccessToken()
      if (!token || !socket.connected || token === sentToken) return
      const before = sentToken && decodeToken(sentToken)
      const now = decodeToken(token)
      // Another user, or another session of the same user: no event of the earlier session may arrive.
      if (!before || before.sub !== now.sub || before.session !== now.session) return restart()
      sentToken = token
      socket.timeout(REPLY_TIMEOUT_MS).emit('renew', token, (timedOut, accepted) => {
        if (!timedOut && !accepted && socket.connected) restart()
      })
    },
    watch(post, done = () => {}) {
      if (socket.connected) socket.timeout(REPLY_TIMEOUT_MS).emit('watch', post, done)
    },
    typing(where) {
      if (socket.connected) socket.volatile.emit('typing', where)
    },
    close() {
      clearTimeout(reopenTimer)
      clearTimeout(renewTimer)
      socket.removeAllListeners()
      socket.disconnect()
      onChange(false)
    },
  }
}
