import { type Message, sendMessage } from '#contract/chat.ts'
import { call } from '../../api.ts'
import { onSocketConnect } from '../../socket.ts'
import { nextOf, patience, type Setback, setbackOf, type Unsent } from './outbox.ts'
import { dropUnsent, keepUnsent, listUnsent, onOutbox } from './outbox-store.ts'

/** A network that swallows everything says so no sooner. */
const answer_ms = 20_000

interface Hears {
  sent(message: Message): void
  refused(unsent: Unsent): void
}

/**
 * Hands a person's unsent messages over, one after the other and in one tab at a time, until the
 * returned function is called. A repeated one is recognised by its client_id, so none is doubled.
 */
export function sendOutbox(user: number, hears: Hears): () => void {
  let over = false
  let sending = false
  let tries = 0
  /** The server has asked for patience until then. */
  let not_before = 0
  let again: ReturnType<typeof setTimeout> | undefined

  function settle(unsent: Unsent, setback: Setback) {
    keepUnsent(user, {
      ...unsent,
      state: setback.kind === 'refused' ? 'refused' : 'waiting',
      words: setback.words,
    })
    if (setback.kind === 'refused') return hears.refused(unsent)
    tries += 1
    const wait = Math.max(setback.wait_ms ?? patience(tries), 1_000)
    if (setback.wait_ms !== null) not_before = Date.now() + wait
    again = setTimeout(begin, wait)
  }

  async function sendAll() {
    for (let next = nextOf(listUnsent(user)); next && !over; next = nextOf(listUnsent(user))) {
      const { post, person, text, client_id } = next
      try {
        const input = { params: { post, person }, body: { text, client_id } }
        const message = await call(sendMessage, input, AbortSignal.timeout(answer_ms))
        if (over) return
        tries = 0
        hears.sent(message)
        dropUnsent(user, client_id)
      } catch (error) {
        const setback = setbackOf(error)
        // Given up meanwhile in another tab, or by signing out.
        if (over || !listUnsent(user).some((one) => one.client_id === client_id)) return
        settle(next, setback)
        if (setback.kind === 'later') return
      }
    }
  }

  function begin() {
    if (over || sending || Date.now() < not_before || !nextOf(listUnsent(user))) return
    clearTimeout(again)
    sending = true
    const done = () => {
      sending = false
      if (tries === 0) begin()
    }
    const inTurn = navigator.locks?.request(`bweni-outbox-${user}`, sendAll) ?? sendAll()
    inTurn.then(done, done)
  }

  const stops = [onOutbox(begin), onSocketConnect(begin)]
  addEventListener('online', begin)
  begin()
  return () => {
    over = true
    clearTimeout(again)
    removeEventListener('online', begin)
    for (const stop of stops) stop()
  }
}
