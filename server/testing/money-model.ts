import { moneyStep, nextStatus, outcomeOf, type Purpose, type PushStatus } from '#rules/payment.ts'

/** What may happen around one account. Pushes and receipts are named by small numbers. */
export type Happening =
  | { what: 'submit'; size: Size; pays: Purpose; reply: 'accepted' | 'lost' | 'refused' }
  | { what: 'ended'; push: number; code: '1032' | '1' | '1037' | '7777'; via: 'callback' | 'query' }
  | {
      what: 'paid'
      push: number
      receipt: 0 | 1
      /** Whether M-Pesa names the amount that was asked for. */
      amount: 'right' | 'less' | 'fraction'
      via: 'callback' | 'confirmation' | 'status'
      /** At once. */
      times: number
      /** The process ends at this statement, and starts again; null when it lives. */
      killed: number | null
    }
  | { what: 'query_paid'; push: number; killed: number | null }
  | { what: 'manual'; receipt: ManualName; times: number; killed: number | null }
  | { what: 'forged'; push: number; how: 'token' | 'checkout' }

export type Size = 1 | 2 | 3

export type ManualName = keyof typeof manuals

/** Payments sent to the paybill by hand; the first two are as large as pushes of the same size. */
export const manuals = {
  small: { account: 'right', size: 1, fraction: false },
  middle: { account: 'right', size: 2, fraction: false },
  mistyped: { account: 'mistyped', size: 1, fraction: false },
  fraction: { account: 'right', size: 3, fraction: true },
} as const

/** A push of the history, or none when nothing was submitted yet. */
export const pushOf = <P>(pushes: P[], name: number): P | undefined =>
  pushes[name % Math.max(pushes.length, 1)]

export const receiptName = (pushIndex: number, receipt: number) => `push ${pushIndex}.${receipt}`

interface ModelPush {
  size: Size
  purpose: Purpose
  status: PushStatus
  /** Its payments' receipts, the oldest first; null while unknown. */
  payments: (string | null)[]
  differing: boolean
}

export interface Machine {
  pushes: ModelPush[]
  /** By receipt, with its size. */
  manual: Map<string, Size>
  /** Receipts that wait on the desk. */
  desk: Set<string>
}

/** The whole machine in memory, made of the rules that the server is made of. */
export function runMachine(history: Happening[]): Machine {
  const machine: Machine = { pushes: [], manual: new Map(), desk: new Set() }
  for (const happening of history) step(machine, happening)
  return machine
}

const isKnown = ({ pushes, manual }: Machine, receipt: string) =>
  manual.has(receipt) || pushes.some((push) => push.payments.includes(receipt))

function step(machine: Machine, happening: Happening) {
  if (happening.what === 'submit') {
    const { size, pays: purpose, reply } = happening
    const status = reply === 'refused' ? 'failed' : 'processing'
    machine.pushes.push({ size, purpose, status, payments: [], differing: false })
    return
  }
  if (happening.what === 'manual') return manual(machine, happening.receipt)
  const push = pushOf(machine.pushes, happening.push)
  if (!push || happening.what === 'forged') return
  if (happening.what === 'ended') {
    push.status = nextStatus(push.status, outcomeOf(happening.code, ''))
    return
  }
  if (happening.what === 'query_paid') return paid(machine, push, null, 'right')
  const receipt = receiptName(machine.pushes.indexOf(push), happening.receipt)
  return paid(machine, push, receipt, happening.amount)
}

function paid(
  machine: Machine,
  push: ModelPush,
  receipt: string | null,
  amount: 'right' | 'less' | 'fraction',
) {
  const requested = push.size * 10
  const told = { right: requested, less: requested - 1, fraction: null }[amount]
  const [first] = push.payments
  const money = moneyStep(
    {
      requested,
      payment: first === undefined ? 'none' : first === null ? 'without_receipt' : 'with_receipt',
      differing_amount_reported: push.differing,
      receipt_used_elsewhere: false,
      purpose: push.purpose,
    },
    receipt === null
      ? { receipt }
      : { receipt, amount: told, receipt_known: isKnown(machine, receipt) },
  )
  if (money === 'nothing') return
  if (money === 'desk') {
    machine.desk.add(receipt ?? '')
    // A second receipt of a bundle is a person's to look at, too; its amount is right.
    if (told !== requested) push.differing = true
    return
  }
  if (money === 'settle' || money === 'another') push.payments.push(receipt)
  if (money === 'fill_in') push.payments[0] = receipt
  if (receipt) machine.desk.delete(receipt)
  push.status = nextStatus(push.status, 'completed')
}

function manual(machine: Machine, receipt: ManualName) {
  const { account, size, fraction } = manuals[receipt]
  if (machine.manual.has(receipt) || machine.desk.has(receipt)) return
  const twin = machine.pushes.some(
    (push) => push.purpose === 'rent' && push.size === size && push.payments.includes(null),
  )
  if (account === 'mistyped' || fraction || twin) machine.desk.add(receipt)
  else machine.manual.set(receipt, size)
}

export interface Booked {
  /** Rent, in units of size. */
  credited: number
  /** Bundles that are paid, each of which has one code. */
  bundles: number
}

export const bookedBy = ({ pushes, manual }: Machine): Booked => {
  const rent = pushes.filter(({ purpose }) => purpose === 'rent')
  const bundles = pushes.filter(({ purpose }) => purpose === 'wifi')
  return {
    credited:
      [...manual.values()].reduce((sum, size) => sum + size, 0) +
      rent.reduce((sum, push) => sum + push.size * push.payments.length, 0),
    bundles: bundles.reduce((sum, push) => sum + push.payments.length, 0),
  }
}

/**
 * The same from the history as a whole, without any machine: a push of rent counts once for every
 * receipt that was ever told with the right amount, and at least once when a query said "paid" before
 * any other amount was reported; a bundle counts once for all of these; a payment by hand counts unless its account, its amount or a receipt-less
 * payment of the same size stood against it when it was first told.
 */
export function bookedInTruth(history: Happening[]): Booked {
  const submits = history.flatMap((one) => (one.what === 'submit' ? [one] : []))
  const submitsBefore = history.map(
    (_, at) => history.slice(0, at).filter((one) => one.what === 'submit').length,
  )
  /** What was told of a push before some moment; names mean what they meant at their time. */
  const toldOf = (index: number, before = history.length) =>
    history.slice(0, before).flatMap((one, at) => {
      if (one.what !== 'paid' && one.what !== 'query_paid') return []
      const count = submitsBefore[at] ?? 0
      return count > 0 && one.push % count === index ? [{ one, at }] : []
    })
  const receiptsOf = (index: number, before?: number) =>
    new Set(
      toldOf(index, before).flatMap(({ one }) =>
        one.what === 'paid' && one.amount === 'right' ? [one.receipt] : [],
      ),
    )
  /** A report with another amount counts as such unless the receipt was known by then. */
  const differedBefore = (index: number, before: number) =>
    toldOf(index, before).some(
      ({ one, at }) =>
        one.what === 'paid' && one.amount !== 'right' && !receiptsOf(index, at).has(one.receipt),
    )
  const settledByQuery = (index: number, before = history.length) =>
    toldOf(index, before).some(
      ({ one, at }) => one.what === 'query_paid' && !differedBefore(index, at),
    )
  const paid = submits.map(({ size, pays }, index) => {
    const times = Math.max(receiptsOf(index).size, settledByQuery(index) ? 1 : 0)
    return { pays, times, shillings: size * times }
  })
  const byHand = (Object.keys(manuals) as ManualName[]).map((name) => {
    const { account, size, fraction } = manuals[name]
    const first = history.findIndex((one) => one.what === 'manual' && one.receipt === name)
    if (first < 0 || account === 'mistyped' || fraction) return 0
    const twin = submits.some(
      (other, index) =>
        other.pays === 'rent' &&
        other.size === size &&
        settledByQuery(index, first) &&
        receiptsOf(index, first).size === 0,
    )
    return twin ? 0 : size
  })
  const rent = paid.flatMap(({ pays, shillings }) => (pays === 'rent' ? [shillings] : []))
  return {
    credited: [...rent, ...byHand].reduce((sum, shillings) => sum + shillings, 0),
    bundles: paid.filter(({ pays, times }) => pays === 'wifi' && times > 0).length,
  }
}
