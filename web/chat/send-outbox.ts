import { type Message, sendMessage } from '#contract/chat.ts'
import { call } from '../api.ts'
import { onSocketConnect } from '../socket.ts'
import {
  classifyFailure,
  deleteUnsent,
  listUnsent,
  nextToSend,
  onOutboxChange,
  retryDelayMs,
  type SendFailure,
  saveUnsent,
  type UnsentMessage,
} from './outbox.ts'

/** A network that drops all packets is only noticed by a timeout. */
const ANSWER_TIMEOUT_MS = 20_000
const MIN_RETRY_DELAY_MS = 1_000

interface Listeners {
  onSent(message: Message): void
  onRefused(unsent: UnsentMessage): void
}

/**
 * Sends a user's unsent messages, one by one and in one tab at a time, until the returned function
 * is called. The server recognises a repeated message by its client_id, so none is stored twice.
 */
export function sendOutbox(user: number, { onSent, onRefused }: Listeners): () => void {
  let stopped = false
  let sending = false
  let failedAttempts = 0
  /** The earliest time of the next attempt, from the server's `Retry-After` header. */
  let notBefore = 0
  let retryTimer: ReturnType<typeof setTimeout> | undefined

  function handleFailure(unsent: UnsentMessage, failure: SendFailure) {
    saveUnsent(user, {
      ...unsent,
      state: failure.kind === 'refused' ? 'refused' : 'waiting',
      reason: failure.reason,
    })
    if (failure.kind === 'refused') return onRefused(unsent)
    failedAttempts += 1
    const wait = Math.max(failure.waitMs ?? retryDelayMs(failedAttempts), MIN_RETRY_DELAY_MS)
    if (failure.waitMs !== null) notBefore = Date.now() + wait
    retryTimer = setTimeout(start, wait)
  }

  async function sendAll() {
    for (
      let next = nextToSend(listUnsent(user));
      next && !stopped;
      next = nextToSend(listUnsent(user))
    ) {
      const { post, person, text, client_id } = next
      try {
        const input = { params: { post, person }, body: { text, client_id } }
        const message = await call(sendMessage, input, AbortSignal.timeout(ANSWER_TIMEOUT_MS))
        if (stopped) return
        failedAttempts = 0
        onSent(message)
        deleteUnsent(user, client_id)
      } catch (error) {
        const failure = classifyFailure(error)
        if (stopped) return
        // The message was delivered (the socket said so), or deleted in another tab or by sign-out.
        if (!listUnsent(user).some((one) => one.client_id === client_id)) continue
        handleFailure(next, failure)
        if (failure.kind === 'retry') return
      }
    }
  }

  function start() {
    if (stopped || sending || Date.now() < notBefore || !nextToSend(listUnsent(user))) return
    clearTimeout(retryTimer)
    sending = true
    const done = () => {
      sending = false
      if (failedAttempts === 0) start()
    }
    // All tabs of the browser share this lock.
    const run = navigator.locks?.request(`bweni-outbox-${user}`, sendAll) ?? sendAll()
    run.then(done, done)
  }

  /** Retries at once when the network is back, because earlier failures say nothing about it. */
  function startAfresh() {
    failedAttempts = 0
    start()
  }

  const unsubscribe = [onOutboxChange(start), onSocketConnect(startAfresh)]
  addEventListener('online', startAfresh)
  start()
  return () => {
    stopped = true
    clearTimeout(retryTimer)
    removeEventListener('online', startAfresh)
    for (const stop of unsubscribe) stop()
  }
}
