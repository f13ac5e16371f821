import { useSyncExternalStore } from 'react'
import type { ConversationKey } from '#contract/chat.ts'
import type { ServerEvents } from '#contract/socket.ts'
import { currentAccessToken, onAccessToken } from './api.ts'
import { whenPageSettled } from './page-settled.ts'
import type { SocketConnection } from './socket-connection.ts'

const RETRY_LOADING_MS = 15_000

/** The subscriptions of this tab; the connection stays open as long as there is one. */
const subscriptions = new Set<{
  event: keyof ServerEvents
  listener: ServerEvents[keyof ServerEvents]
}>()
const connectListeners = new Set<(isReconnect: boolean) => void>()
const stateListeners = new Set<() => void>()
let connection: SocketConnection | null = null
let connected = false
let connectedBefore = false
let watchedPost: number | null = null

/**
 * Subscribes to an event of the signed-in user until the returned function is called. Subscribe only while
 * signed in. Where WebSockets are blocked no event arrives, so pages also poll.
 */
export function onSocketEvent<E extends keyof ServerEvents>(
  event: E,
  listener: ServerEvents[E],
): () => void {
  const subscription = { event, listener }
  subscriptions.add(subscription)
  if (connection) connection.socket.on(event, listener as never)
  else void connect()
  return () => {
    subscriptions.delete(subscription)
    connection?.socket.off(event, listener as never)
    if (subscriptions.size === 0) disconnect()
  }
}

/** Calls the listener at every connect, including the first: earlier events were missed. */
export function onSocketConnect(listener: (isReconnect: boolean) => void): () => void {
  connectListeners.add(listener)
  return () => void connectListeners.delete(listener)
}

/** Subscribes this tab to the comments of the post on screen, until the returned function is called. */
export function watchPost(post_id: number): () => void {
  watchedPost = post_id
  connection?.watch(watchedPost)
  return () => {
    if (watchedPost !== post_id) return
    watchedPost = null
    connection?.watch(watchedPost)
  }
}

/** Tells the other user of a conversation that this one is typing. */
export const emitTyping = (where: ConversationKey) => connection?.typing(where)

export const isSocketConnected = () => connected
const onStateChange = (listener: () => void) => {
  stateListeners.add(listener)
  return () => stateListeners.delete(listener)
}
export const useSocketConnected = (): boolean =>
  useSyncExternalStore(onStateChange, isSocketConnected, () => false)

/** How often a page polls: rarely while the socket is connected, often without it. */
export const usePollInterval = (ms: { connected: number; disconnected: number }): number =>
  ms[useSocketConnected() ? 'connected' : 'disconnected']

let connecting = false

async function connect() {
  if (connecting) return
  connecting = true
  await whenPageSettled()
  const { openConnection } = await import('./socket-connection.ts').catch(() => ({
    openConnection: null,
  }))
  if (!openConnection) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_LOADING_MS))
    connecting = false
    return connect()
  }
  connecting = false
  if (connection || subscriptions.size === 0 || !currentAccessToken()) return
  const opened = openConnection((isConnected) => {
    connected = isConnected
    for (const listener of stateListeners) listener()
    if (!isConnected) return
    const isReconnect = connectedBefore
    connectedBefore = true
    const notify = () => {
      for (const listener of connectListeners) listener(isReconnect)
    }
    if (watchedPost === null) notify()
    else opened.watch(watchedPost, notify)
  })
  connection = opened
  for (const { event, listener } of subscriptions) opened.socket.on(event, listener as never)
}

function disconnect() {
  const closing = connection
  connection = null
  closing?.close()
}

// No event may arrive after the session has ended.
onAccessToken(() => {
  if (currentAccessToken() === null) disconnect()
  else if (connection) connection.renew()
  else if (subscriptions.size > 0) void connect()
})
