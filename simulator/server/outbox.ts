import { setTimeout as sleep } from 'node:timers/promises'
import { type Delivery, deliveries, type Payment } from './pushes.ts'

export interface Outbox {
  /** Looks after the deliveries of a new or changed payment. */
  add(payment: Payment): void
  /** Sends what is due of a payment now; done when it has been answered. */
  deliver(payment: Payment): Promise<void>
  /** Nothing leaves before this: a receiver in the same process must be listening first. */
  start(): void
  /** Nothing more leaves; what is on its way may arrive. */
  pause(): void
  /** Lets what is on its way arrive, but not for long; what is broken off is tried after a restart. */
  stop(): Promise<void>
}

interface Work {
  clock: () => number
  /** Tries once; never throws. */
  post: (payment: Payment, delivery: Delivery, stopped: AbortSignal) => Promise<void>
  keep: (payment: Payment) => void
}

/** Deliveries that fall due this close together leave together. */
const shortest_sleep_ms = 5
/** Long waits are cut: timers cannot count that far. */
const longest_sleep_ms = 60_000

const last_wait_ms = 2000

/** A single timer for everything that is due. */
export function openOutbox({ clock, post, keep }: Work): Outbox {
  /** With when each is next due. */
  const pending = new Map<Payment, number>()
  const under_way = new Map<string, Promise<void>>()
  const stopped = new AbortController()
  let running = false
  let timer: NodeJS.Timeout | undefined
  let rings_at = Number.POSITIVE_INFINITY

  function ringAt(at: number) {
    if (!running || at >= rings_at) return
    clearTimeout(timer)
    rings_at = at
    const sleep_ms = Math.min(Math.max(at - clock(), shortest_sleep_ms), longest_sleep_ms)
    timer = setTimeout(look, sleep_ms)
  }

  async function send(payment: Payment, index: number, delivery: Delivery) {
    await post(payment, delivery, stopped.signal)
    if (stopped.signal.aborted) return
    payment.sent.push(index)
    keep(payment)
  }

  function sendOnce(payment: Payment, index: number, delivery: Delivery) {
    const key = `${payment.id} ${index}`
    if (under_way.has(key)) return
    const sending = send(payment, index, delivery).finally(() => under_way.delete(key))
    under_way.set(key, sending)
  }

  /** Sends what is due of a payment and says when the next is. */
  function sendDue(payment: Payment, now: number): number {
    let next = Number.POSITIVE_INFINITY
    for (const [index, delivery] of deliveries(payment).entries()) {
      if (payment.sent.includes(index)) continue
      if (delivery.at <= now) sendOnce(payment, index, delivery)
      else next = Math.min(next, delivery.at)
    }
    return next
  }

  function look() {
    rings_at = Number.POSITIVE_INFINITY
    const now = clock()
    let next = Number.POSITIVE_INFINITY
    for (const [payment, at] of pending) {
      const due = at <= now ? sendDue(payment, now) : at
      if (due === Number.POSITIVE_INFINITY) pending.delete(payment)
      else pending.set(payment, due)
      next = Math.min(next, due)
    }
    if (next < Number.POSITIVE_INFINITY) ringAt(next)
  }

  function pause() {
    running = false
    clearTimeout(timer)
  }

  return {
    add(payment) {
      const due = Math.min(...deliveries(payment).map((delivery) => delivery.at))
      pending.set(payment, due)
      ringAt(due)
    },
    async deliver(payment) {
      sendDue(payment, clock())
      const own = [...under_way].filter(([key]) => key.startsWith(`${payment.id} `))
      await Promise.all(own.map(([, sending]) => sending))
    },
    start() {
      running = true
      look()
    },
    pause,
    async stop() {
      pause()
      await Promise.race([
        Promise.all(under_way.values()),
        sleep(last_wait_ms, null, { ref: false }),
      ])
      stopped.abort()
    },
  }
}
