import { setTimeout as sleep } from 'node:timers/promises'
import { type Delivery, deliveries, type SimulatedPayment } from './payments.ts'

interface Outbox {
  /** Schedules the deliveries of a new or changed payment. */
  add(payment: SimulatedPayment): void
  /** Sends what is due of a payment now; resolves when it was answered. */
  deliver(payment: SimulatedPayment): Promise<void>
  /** Nothing is sent before this: a receiver in the same process must be listening first. */
  start(): void
  /** Starts nothing new; requests under way go on. */
  pause(): void
  /** Waits shortly for requests under way; those that are aborted are sent again after a restart. */
  stop(): Promise<void>
}

interface OutboxOptions {
  clock: () => number
  /** Tries once; never throws. */
  post: (payment: SimulatedPayment, delivery: Delivery, stopped: AbortSignal) => Promise<void>
  save: (payment: SimulatedPayment) => void
}

/** Deliveries due this close together are sent together. */
const MIN_SLEEP_MS = 5
/** setTimeout cannot wait for longer than 2^31 ms. */
const MAX_SLEEP_MS = 60_000

const STOP_TIMEOUT_MS = 2000

/** Sends the deliveries of all payments when they are due, with a single timer. */
export function openOutbox({ clock, post, save }: OutboxOptions): Outbox {
  /** Payments with unsent deliveries, and when the next one is due. */
  const pending = new Map<SimulatedPayment, number>()
  const inFlight = new Map<string, Promise<void>>()
  const stopped = new AbortController()
  let running = false
  let timer: NodeJS.Timeout | undefined
  let wakesAt = Number.POSITIVE_INFINITY

  function wakeAt(at: number) {
    if (!running || at >= wakesAt) return
    clearTimeout(timer)
    wakesAt = at
    const sleepMs = Math.min(Math.max(at - clock(), MIN_SLEEP_MS), MAX_SLEEP_MS)
    timer = setTimeout(sendAllDue, sleepMs)
  }

  async function send(payment: SimulatedPayment, index: number, delivery: Delivery) {
    await post(payment, delivery, stopped.signal)
    if (stopped.signal.aborted) return
    payment.sent.push(index)
    save(payment)
  }

  function sendOnce(payment: SimulatedPayment, index: number, delivery: Delivery) {
    const key = `${payment.id} ${index}`
    if (inFlight.has(key)) return
    const sending = send(payment, index, delivery).finally(() => inFlight.delete(key))
    inFlight.set(key, sending)
  }

  /** Sends what is due of a payment and returns when the next delivery is due. */
  function sendDue(payment: SimulatedPayment, now: number): number {
    let next = Number.POSITIVE_INFINITY
    for (const [index, delivery] of deliveries(payment).entries()) {
      if (payment.sent.includes(index)) continue
      if (delivery.at <= now) sendOnce(payment, index, delivery)
      else next = Math.min(next, delivery.at)
    }
    return next
  }

  function sendAllDue() {
    wakesAt = Number.POSITIVE_INFINITY
    const now = clock()
    let next = Number.POSITIVE_INFINITY
    for (const [payment, at] of pending) {
      const due = at <= now ? sendDue(payment, now) : at
      if (due === Number.POSITIVE_INFINITY) pending.delete(payment)
      else pending.set(payment, due)
      next = Math.min(next, due)
    }
    if (next < Number.POSITIVE_INFINITY) wakeAt(next)
  }

  function pause() {
    running = false
    clearTimeout(timer)
  }

  return {
    add(payment) {
      const due = Math.min(...deliveries(payment).map((delivery) => delivery.at))
      pending.set(payment, due)
      wakeAt(due)
    },
    async deliver(payment) {
      sendDue(payment, clock())
      const own = [...inFlight].filter(([key]) => key.startsWith(`${payment.id} `))
      await Promise.all(own.map(([, sending]) => sending))
    },
    start() {
      running = true
      sendAllDue()
    },
    pause,
    async stop() {
      pause()
      await Promise.race([
        Promise.all(inFlight.values()),
        sleep(STOP_TIMEOUT_MS, null, { ref: false }),
      ])
      stopped.abort()
    },
  }
}
