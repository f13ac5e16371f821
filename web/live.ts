import { useSyncExternalStore } from 'react'
import type { ConversationKey } from '#contract/chat.ts'
import type { LiveEvents } from '#contract/live.ts'
import { currentAccessToken, onAccessToken } from './api.ts'
import type { Line } from './live-line.ts'

/** A page that nobody touches connects so long after it has loaded: what it needs first is little (design 8). */
const rest_ms = 8_000
/** It need not be idle by then. */
const longest_work_ms = 2_000
const retry_ms = 15_000

/** What this tab waits for; the connection lives as long as there is something. */
const listeners = new Set<{ event: keyof LiveEvents; listener: LiveEvents[keyof LiveEvents] }>()
const greeters = new Set<(again: boolean) => void>()
const lookers = new Set<() => void>()
let line: Line | null = null
let connected = false
let stood = false
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

/**
 * Tells whenever the connection stands, the first time too: what happened before it was missed.
 * `again` says that it had stood before.
 */
export function onConnected(listener: (again: boolean) => void): () => void {
  greeters.add(listener)
  return () => void greeters.delete(listener)
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
export const sayTyping = (where: ConversationKey) => line?.typing(where)

const subscribe = (looker: () => void) => {
  lookers.add(looker)
  return () => lookers.delete(looker)
}
export const isConnected = () => connected
/** Whether news come by themselves; a page polls while they do not. */
export const useConnected = (): boolean => useSyncExternalStore(subscribe, isConnected, () => false)
/** How often a page asks by itself: seldom while news come, often where no socket gets through. */
export const useLookAgain = (ms: { alone: number; connected: number }): number =>
  ms[useConnected() ? 'connected' : 'alone']

let settling: Promise<void> | null = null
let settle = () => {}

/**
 * The first sign of use, or a moment after everything has loaded: on a thin line the page itself
 * comes before what comes in by itself.
 */
export function whenSettled(): Promise<void> {
  settling ??= new Promise((resolve) => {
    settle = () => resolve()
    for (const sign of ['pointerdown', 'keydown', 'wheel']) {
      addEventListener(sign, settle, { once: true, passive: true })
    }
    const whenIdle = () =>
      typeof requestIdleCallback === 'undefined'
        ? settle()
        : requestIdleCallback(settle, { timeout: longest_work_ms })
    const rest = () => setTimeout(whenIdle, rest_ms)
    if (document.readyState === 'complete') rest()
    else addEventListener('load', rest, { once: true })
  })
  return settling
}

/** Something is on its way to this person: the connection must not wait for their first touch. */
export function connectNow() {
  void whenSettled()
  settle()
}

let connecting = false

async function connect() {
  if (connecting) return
  connecting = true
  await whenSettled()
  const { openLine } = await import('./live-line.ts').catch(() => ({ openLine: null }))
  if (!openLine) {
    await new Promise((resolve) => setTimeout(resolve, retry_ms))
    connecting = false
    return connect()
  }
  connecting = false
  if (line || listeners.size === 0 || !currentAccessToken()) return
  const opened = openLine((stands) => {
    connected = stands
    for (const looker of lookers) looker()
    if (!stands) return
    const again = stood
    stood = true
    const tell = () => {
      for (const greeter of greeters) greeter(again)
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
