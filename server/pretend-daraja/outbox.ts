import { type Delivery, deliveries, type Payment } from './pushes.ts'

export interface Outbox {
  /** Looks after the deliveries of a new or changed payment. */
  add(payment: Payment): void
  /** Nothing leaves before this: a receiver in the same process must be listening first. */
  start(): void
  /** Nothing more leaves; what is on its way may arrive. */
  pause(): void
  /** Breaks off what is still on its way; it is tried again after a restart. */
  stop(): void
}

interface Work {
  clock: () => number
  /** Tries once; never throws. */
  post: (payment: Payment, delivery: Delivery, stopped: AbortSignal) => Promise<void>
  keep: (payment: Payment) => void
}

/** A single timer for everything that is due; long waits are cut, timers cannot count that far. */
const longest_sleep_ms = 60_000

export function openOutbox({ clock, post, keep }: Work): Outbox {
  const pending = new Map<string, Payment>()
  const under_way = new Set<string>()
  const stopped = new AbortController()
  let running = false
  let timer: NodeJS.Timeout | undefined
  let rings_at = Number.POSITIVE_INFINITY

  function ringAt(at: number) {
    if (!running || at >= rings_at) return
    clearTimeout(timer)
    rings_at = at
    timer = setTimeout(look, Math.min(Math.max(at - clock(), 0), longest_sleep_ms))
  }

  async function send(payment: Payment, index: number, delivery: Delivery) {
    const key = `${payment.id} ${index}`
    if (under_way.has(key)) return
    under_way.add(key)
    await post(payment, delivery, stopped.signal)
    under_way.delete(key)
    if (stopped.signal.aborted) return
    payment.sent.push(index)
    keep(payment)
  }

  function look() {
    rings_at = Number.POSITIVE_INFINITY
    const now = clock()
    let next = Number.POSITIVE_INFINITY
    for (const payment of pending.values()) {
      let left = false
      for (const [index, delivery] of deliveries(payment).entries()) {
        if (payment.sent.includes(index)) continue
        if (delivery.at <= now) void send(payment, index, delivery)
        else {
          left = true
          next = Math.min(next, delivery.at)
        }
      }
      if (!left) pending.delete(payment.id)
    }
    if (next < Number.POSITIVE_INFINITY) ringAt(next)
  }

  return {
    add(payment) {
      pending.set(payment.id, payment)
      ringAt(Math.min(...deliveries(payment).map((delivery) => delivery.at)))
    },
    start() {
      running = true
      look()
    },
    pause() {
      running = false
      clearTimeout(timer)
    },
    stop() {
      running = false
      clearTimeout(timer)
      stopped.abort()
    },
  }
}
