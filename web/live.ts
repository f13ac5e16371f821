import type { Socket } from 'socket.io-client'
import type { LiveEvents } from '#contract/live.ts'
import { ApiError, currentAccessToken, refresh } from './api.ts'

/** What this tab waits for; the connection lives as long as there is something. */
const listeners = new Set<{ event: keyof LiveEvents; listener: LiveEvents[keyof LiveEvents] }>()
let socket: Socket<LiveEvents> | null = null
let refused = 0
let again: ReturnType<typeof setTimeout> | undefined

/**
 * Hears an event of the signed-in person until the returned function is called; subscribe only
 * while signed in. Where no WebSocket gets through nothing comes, and polling has to do.
 */
export function onLive<E extends keyof LiveEvents>(event: E, listener: LiveEvents[E]): () => void {
  const entry = { event, listener }
  listeners.add(entry)
  if (socket) socket.on(event, listener as never)
  else void connect()
  return () => {
    listeners.delete(entry)
    socket?.off(event, listener as never)
    if (listeners.size === 0) disconnect()
  }
}

async function connect() {
  const { io } = await import('socket.io-client')
  if (socket || listeners.size === 0) return
  const opened: Socket<LiveEvents> = io({
    transports: ['websocket'],
    reconnectionDelayMax: 60_000,
    auth: (answer) => answer({ token: currentAccessToken() }),
  })
  socket = opened
  for (const { event, listener } of listeners) opened.on(event, listener as never)
  opened.on('connect', () => {
    refused = 0
  })
  opened.on('connect_error', () => reopen(opened))
  opened.on('disconnect', () => reopen(opened))
}

/** The server has closed the door: mostly the access token is over. Everything else heals by itself. */
function reopen(closed: Socket) {
  if (closed.active || closed !== socket) return
  refused += 1
  again = setTimeout(
    async () => {
      try {
        await refresh()
      } catch (error) {
        if (error instanceof ApiError && [401, 403].includes(error.status)) return
      }
      if (closed === socket) closed.connect()
    },
    Math.min(1000 * (2 ** (refused - 1) - 1), 60_000),
  )
}

function disconnect() {
  clearTimeout(again)
  const closing = socket
  socket = null
  closing?.disconnect()
  refused = 0
}
