import { setTimeout as pause } from 'node:timers/promises'
import { initiatePush } from '#contract/payments.ts'
import { sendToPaybill } from '#contract/simulator.ts'
import type { Installation } from './installation.ts'
import { bundleId, bundlePrice } from './money-rows.ts'
import type { People, Person } from './people.ts'

/** The simulator's endings, the riskier ones more often. */
const endings = [
  ...['100', '101', '102', '103', '104', '404', '404', '405', '405', '409', '409', '504', '504'],
  ...['777', '777', '777', '001', '032', '032', '037', '201', '500'],
]

/** Every third push is for wifi. */
const PUSHES_PER_BUNDLE = 3

export interface Order {
  tenant: Person
  amount: number
  /** The server's reply; null before it has come, and for good when the server was killed. */
  status: number | null
  checkout_request_id: string | null
}

export interface Round {
  orders: Order[]
  /** Resolves when every customer has a reply, or a connection broken by the kill. */
  done: Promise<unknown>
}

let serial = 0
/** Every payment has its own phone, because a phone has one open push only. */
const phone = (ending: string) => `2547${String(10_000 + serial).padStart(5, '0')}${ending}`

const shuffled = <T>(list: T[]): T[] =>
  list
    .map((one) => ({ one, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ one }) => one)

/** Account numbers: right, mistyped and non-existent. */
function typedReference(account: string, index: number): string {
  if (index === 0) return `${account.slice(0, 4)} ${account.slice(4).toLowerCase()}`
  if (index === 1) return `${account.slice(0, -1)}${account.endsWith('2') ? '3' : '2'}`
  if (index === 2) return 'RENT'
  return account
}

/**
 * Sends the customers in, each at a moment of their own: pushes from the app, each from another
 * person, and money that is sent to the paybill unasked. Every amount occurs once.
 */
export function sendCustomers(
  { mpesa }: Installation,
  people: People,
  { pushes, paybills, spreadMs }: { pushes: number; paybills: number; spreadMs: number },
): Round {
  const orders: Order[] = []
  const some = shuffled(people.tenants)

  async function push(tenant: Person, index: number) {
    const number = ++serial
    const bundle = index % PUSHES_PER_BUNDLE === 0
    const amount = bundle ? bundlePrice(number) : number
    const phone_number = phone(endings[index % endings.length] ?? '100')
    await pause(Math.random() * spreadMs)
    const order: Order = { tenant, amount, status: null, checkout_request_id: null }
    orders.push(order)
    const body = {
      phone_number,
      amount,
      account_reference: bundle ? bundleId(number) : tenant.account,
    }
    const answer = await tenant.caller.call(initiatePush, { body }).catch(() => null)
    order.status = answer?.status ?? null
    order.checkout_request_id = answer?.body.data?.checkout_request_id ?? null
  }

  async function payByPaybill(tenant: Person, index: number) {
    const amount = ++serial
    const path = sendToPaybill.path.replace(':msisdn', phone('100'))
    const account_number = typedReference(tenant.account, index)
    await pause(Math.random() * spreadMs)
    await fetch(mpesa + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account_number, amount }),
    })
  }

  const done = Promise.all([
    ...shuffled(some.slice(0, pushes)).map(push),
    ...shuffled(people.tenants).slice(0, paybills).map(payByPaybill),
  ])
  return { orders, done }
}
