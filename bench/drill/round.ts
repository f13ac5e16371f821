import { setTimeout as pause } from 'node:timers/promises'
import { deliveries } from '../../simulator/server/payments.ts'
import { compare, type Verdict, wrongs } from './compare.ts'
import { type Order, sendCustomers } from './customers.ts'
import type { Installation } from './installation.ts'
import { readMoneyRows } from './money-rows.ts'
import { readMpesa } from './mpesa.ts'
import { signInAll } from './people.ts'
import { untilSettled } from './watch.ts'

/** Everything must be settled this soon after the restart. */
const limitMs = 90_000

/** The time over which customers arrive, and the random moment at which the server is killed. */
function moments(delayMs: number): { spreadMs: number; killMs: number } {
  const anywhere = { spreadMs: 2500, killMs: 100 + Math.random() * (2500 + 3.2 * delayMs) }
  const amidSubmits = { spreadMs: 200, killMs: Math.random() * 500 }
  const amidCallbacks = { spreadMs: 200, killMs: delayMs + Math.random() * 600 }
  const choices = [anywhere, amidSubmits, amidCallbacks]
  return choices[Math.floor(Math.random() * choices.length)] ?? anywhere
}

export interface Kill {
  /** Submits without a reply at the kill. */
  submits: number
  /** Callbacks and confirmations that were stored but not processed. */
  reports: number
  /** Callbacks and confirmations that were sent while the server was down. */
  into_the_gap: number
}

export interface Result {
  kills: Kill[]
  payments: number
  recoveryMs: number | null
  verdict: Verdict
  wrong: string[]
}

/** State that the rounds of one installation share. */
export interface DrillState {
  acknowledged: string[]
  /** The last payment of the demo residence. */
  before: number
}

/** Kills the server, records what it was doing, and leaves it down for a while. */
async function killAndRecord(installation: Installation, orders: Order[]) {
  const submits = orders.filter(({ status }) => status === null).length
  await installation.kill()
  const from = Date.now()
  const { unhandled } = await readMoneyRows(installation)
  await pause(Math.random() * 3000)
  return { submits, reports: unhandled, from }
}

/** How many callbacks and confirmations became due while the server was down. */
function dueWithin(journal: string, from: number, to: number): number {
  const due = readMpesa(journal).flatMap(deliveries)
  return due.filter(({ at }) => at >= from && at <= to).length
}

/** Starts customers, kills the server meanwhile, starts it again, and compares M-Pesa's payments with ours. */
export async function playRound(
  installation: Installation,
  history: DrillState,
  load: { pushes: number; paybills: number; delayMs: number },
): Promise<Result> {
  await installation.start()
  const people = await signInAll(installation.url)
  const { spreadMs, killMs } = moments(load.delayMs)
  const customers = sendCustomers(installation, people, { ...load, spreadMs })
  await pause(killMs)

  const looks = [await killAndRecord(installation, customers.orders)]
  const opened: number[] = []
  let since = Date.now()
  // Sometimes a second kill: during the start, or while it recovers missed payments.
  while (Math.random() < 0.35) {
    void installation.tryStart().then((open) => open && opened.push(Date.now()))
    await pause(Math.random() * 15_000)
    looks.push(await killAndRecord(installation, []))
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
  const rows = await readMoneyRows(installation)
  const mpesa = readMpesa(installation.journal)
  const verdict = compare(mpesa, rows, history.acknowledged, history.before)
  const wrong = wrongs(verdict)
  if (recoveryMs === null) wrong.push(`not settled ${limitMs / 1000} s after the restart`)
  const odd = customers.orders.filter(
    ({ status }) => status !== null && ![200, 503].includes(status),
  )
  for (const { amount, status } of odd) wrong.push(`a submit of ${amount} was answered ${status}`)
  return { kills, payments: load.pushes + load.paybills, recoveryMs, verdict, wrong }
}
