import { setTimeout as pause } from 'node:timers/promises'
import { deliveries } from '../../simulator/server/payments.ts'
import { booksOf } from './books.ts'
import { compare, type Verdict, wrongs } from './compare.ts'
import { type Order, sendCustomers } from './customers.ts'
import type { Installation } from './installation.ts'
import { readMpesa } from './mpesa.ts'
import { signInAll } from './people.ts'
import { untilSettled } from './watch.ts'

/** All has to be right so soon after the restart (issue 3). */
const limitMs = 90_000

/** Over how long the customers come in, and after how long the server is killed, at random. */
function moments(delayMs: number): { spreadMs: number; killMs: number } {
  const anywhere = { spreadMs: 2500, killMs: 100 + Math.random() * (2500 + 3.2 * delayMs) }
  const amidSubmits = { spreadMs: 200, killMs: Math.random() * 500 }
  const amidCallbacks = { spreadMs: 200, killMs: delayMs + Math.random() * 600 }
  const choices = [anywhere, amidSubmits, amidCallbacks]
  return choices[Math.floor(Math.random() * choices.length)] ?? anywhere
}

export interface Kill {
  /** Submits that had no answer yet. */
  submits: number
  /** Callbacks and confirmations that were kept, and not made anything of yet. */
  reports: number
  /** Callbacks and confirmations that M-Pesa sent to a dead process. */
  into_the_gap: number
}

export interface Result {
  kills: Kill[]
  payments: number
  recoveryMs: number | null
  verdict: Verdict
  wrong: string[]
}

/** What an installation's rounds know of each other. */
export interface History {
  acknowledged: string[]
  /** The last payment of the demo residence. */
  before: number
}

/** Kills the server, looks at what it was about, and leaves it dead for a while. */
async function killAndLook(installation: Installation, orders: Order[]) {
  const submits = orders.filter(({ status }) => status === null).length
  await installation.kill()
  const from = Date.now()
  const { unhandled } = await booksOf(installation)
  await pause(Math.random() * 3000)
  return { submits, reports: unhandled, from }
}

/** How many callbacks and confirmations fell due while nobody was there. */
function dueWithin(journal: string, from: number, to: number): number {
  const due = readMpesa(journal).flatMap(deliveries)
  return due.filter(({ at }) => at >= from && at <= to).length
}

/** Sends customers in, kills the server under them, starts it again, and compares all books. */
export async function playRound(
  installation: Installation,
  history: History,
  load: { pushes: number; paybills: number; delayMs: number },
): Promise<Result> {
  await installation.start()
  const people = await signInAll(installation.url)
  const { spreadMs, killMs } = moments(load.delayMs)
  const customers = sendCustomers(installation, people, { ...load, spreadMs })
  await pause(killMs)

  const looks = [await killAndLook(installation, customers.orders)]
  const opened: number[] = []
  let since = Date.now()
  // Now and then again: while it starts, or while it finds out what it has missed.
  while (Math.random() < 0.35) {
    void installation.tryStart().then((open) => open && opened.push(Date.now()))
    await pause(Math.random() * 15_000)
    looks.push(await killAndLook(installation, []))
    since = Date.now()
  }
  await installation.start()
  opened.push(Date.now())
  const kills = looks.map(({ submits, reports, from }) => {
    const to = opened.find((at) => at > from) ?? from
    return { submits, reports, into_the_gap: dueWithin(installation.journal, from, to) }
  })
  await customers.done
  const recoveryMs = await untilSettled(installation, people, customers.orders, {
    since,
    limitMs,
  })
  await installation.kill()

  for (const { checkout_request_id } of customers.orders) {
    if (checkout_request_id) history.acknowledged.push(checkout_request_id)
  }
  const books = await booksOf(installation)
  const mpesa = readMpesa(installation.journal)
  const verdict = compare(mpesa, books, history.acknowledged, history.before)
  const wrong = wrongs(verdict)
  if (recoveryMs === null) wrong.push(`not settled ${limitMs / 1000} s after the restart`)
  const odd = customers.orders.filter(
    ({ status }) => status !== null && ![200, 503].includes(status),
  )
  for (const { amount, status } of odd) wrong.push(`a submit of ${amount} was answered ${status}`)
  return { kills, payments: load.pushes + load.paybills, recoveryMs, verdict, wrong }
}
