import type { Socket } from 'socket.io-client'
import type { LiveEvents } from '#contract/live.ts'
import { currentAccessToken, refresh } from './api.ts'

const longest_wait_ms = 60_000
/** A page that nobody touches connects after this all the same. */
const longest_rest_ms = 10_000

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
  else connect().catch(() => undefined)
  return () => {
    listeners.delete(entry)
    socket?.off(event, listener as never)
    if (listeners.size === 0) disconnect()
  }
}

/** The socket's code waits for the first sign of use: on a thin line the page itself comes first. */
function firstUse(): Promise<void> {
  return new Promise((resolve) => {
    used = () => resolve()
    addEventListener('pointerdown', used, { once: true })
    addEventListener('keydown', used, { once: true })
    setTimeout(used, longest_rest_ms)
  })
}
let inUse: Promise<void> | null = null
let used = () => {}

/** Something is on its way to this person: the connection must not wait for their first touch. */
export const connectNow = () => used()

async function connect() {
  inUse ??= firstUse()
  await inUse
  const { io } = await import('socket.io-client')
  if (socket || listeners.size === 0) return
  const opened: Socket<LiveEvents> = io({
    transports: ['websocket'],
    reconnectionDelayMax: longest_wait_ms,
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

/**
 * The server has closed the door: the access token is over, or the whole session. What only the
 * network interrupts heals by itself.
 */
function reopen(closed: Socket) {
  if (closed.active || closed !== socket) return
  refused += 1
  again = setTimeout(
    async () => {
      await refresh().catch(() => undefined)
      if (closed === socket && currentAccessToken()) closed.connect()
    },
    Math.min(1000 * 2 ** (refused - 1), longest_wait_ms),
  )
}

function disconnect() {
  clearTimeout(again)
  const closing = socket
  socket = null
  closing?.disconnect()
  refused = 0
}
