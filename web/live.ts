import { useSyncExternalStore } from 'react'
import type { LiveEvents } from '#contract/live.ts'
import { currentAccessToken, onAccessToken } from './api.ts'
import type { Line } from './live-line.ts'

/** A page that nobody touches connects after this all the same. */
const longest_rest_ms = 10_000
const retry_ms = 15_000

/** What this tab waits for; the connection lives as long as there is something. */
const listeners = new Set<{ event: keyof LiveEvents; listener: LiveEvents[keyof LiveEvents] }>()
const returns = new Set<() => void>()
const lookers = new Set<() => void>()
let line: Line | null = null
let connected = false
let watched: number | null = null

/**
 * Hears an event of the signed-in person until the returned function is called; subscribe only
 * while signed in. Where no WebSocket gets through nothing comes, and polling has to do.
 */
export function onLive<E extends keyof LiveEvents>(event: E, listener: LiveEvents[E]): () => void {
  const entry = { event, listener }
  listeners.add(entry)
  if (line) line.socket.on(event, listener as never)
  else void connect()
  return () => {
    listeners.delete(entry)
    line?.socket.off(event, listener as never)
    if (listeners.size === 0) disconnect()
  }
}

/** Tells whenever the connection stands, the first time too: what happened before it was missed. */
export function onReconnect(listener: () => void): () => void {
  returns.add(listener)
  return () => void returns.delete(listener)
}

/** Has the comments of the post on screen sent here, until the returned function is called. */
export function watchPost(post_id: number): () => void {
  watched = post_id
  line?.watch(watched)
  return () => {
    if (watched !== post_id) return
    watched = null
    line?.watch(watched)
  }
}

/** Tells the other one of a conversation that something is being typed. */
export const sayTyping = (where: { post: number; person: number }) => line?.typing(where)

const subscribe = (looker: () => void) => {
  lookers.add(looker)
  return () => lookers.delete(looker)
}
/** Whether news come by themselves; a page polls while they do not. */
export const useConnected = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => connected,
    () => false,
  )

let inUse: Promise<void> | null = null
let used = () => {}

/** The first sign of use: on a thin line the page itself comes before what comes in by itself. */
export function whenUsed(): Promise<void> {
  inUse ??= new Promise((resolve) => {
    used = () => resolve()
    addEventListener('pointerdown', used, { once: true })
    addEventListener('keydown', used, { once: true })
    setTimeout(used, longest_rest_ms)
  })
  return inUse
}

/** Something is on its way to this person: the connection must not wait for their first touch. */
export function connectNow() {
  void whenUsed()
  used()
}

async function connect() {
  await whenUsed()
  const { openLine } = await import('./live-line.ts').catch(() => ({ openLine: null }))
  if (!openLine) return void setTimeout(connect, retry_ms)
  if (line || listeners.size === 0 || !currentAccessToken()) return
  const opened = openLine((stands) => {
    connected = stands
    for (const looker of lookers) looker()
    if (!stands) return
    const tell = () => {
      for (const listener of returns) listener()
    }
    if (watched === null) tell()
    else opened.watch(watched, tell)
  })
  line = opened
  for (const { event, listener } of listeners) opened.socket.on(event, listener as never)
}

function disconnect() {
  const closing = line
  line = null
  closing?.close()
}

/** A session that has ended hears nothing more, from this moment on. */
onAccessToken(() => {
  if (currentAccessToken() === null) disconnect()
  else if (line) line.renew()
  else if (listeners.size > 0) void connect()
})
