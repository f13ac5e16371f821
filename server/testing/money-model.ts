/**
 * What a history of pushes, payments and reports must lead to, worked out from the product's rules as
 * plain arithmetic on what M-Pesa reported. It shares no code with the rules and the server that are
 * tested against it, so that a mistake in them cannot hide here (scripts/check-architecture.ts keeps it so).
 */

/** The events around one account. Pushes and receipts are identified by small numbers. */
export type MoneyEvent =
  | { what: 'submit'; size: Size; pays: 'rent' | 'wifi'; reply: 'accepted' | 'lost' | 'refused' }
  | { what: 'ended'; push: number; code: '1032' | '1' | '1037' | '7777'; via: 'callback' | 'query' }
  | {
      what: 'paid'
      push: number
      receipt: 0 | 1
      /** Whether M-Pesa reports the requested amount. */
      amount: 'right' | 'less' | 'fraction'
      via: 'callback' | 'confirmation' | 'status'
      /** At once. */
      times: number
      /** The process is killed at this SQL statement and starts again; null when it is not killed. */
      killed: number | null
    }
  | { what: 'query_paid'; push: number; killed: number | null }
  | { what: 'manual'; receipt: ManualName; times: number; killed: number | null }
  | { what: 'forged'; push: number; how: 'token' | 'checkout' }
  /** Staff credit a payment by hand that waits on the desk, or take that credit back. */
  | { what: 'credit'; receipt: ManualName; to: 'own' | 'wrong' }
  | { what: 'take_back'; receipt: ManualName }
  /** A push's receipt is reported as a payment by hand with a mistyped account; staff act on that. */
  | { what: 'stray'; push: number; receipt: 0 | 1 }
  | { what: 'credit_stray'; push: number; receipt: 0 | 1; to: 'own' | 'wrong' }
  | { what: 'take_back_stray'; push: number; receipt: 0 | 1 }
  /** Staff correct what the desk says of a push: that it counts twice. */
  | { what: 'correct'; push: number }

export type Size = 1 | 2 | 3
export type ManualName = keyof typeof manualPayments

/** Payments sent to the paybill by hand; the first two are as large as pushes of the same size. */
export const manualPayments = {
  small: { account: 'right', size: 1, fraction: false },
  middle: { account: 'right', size: 2, fraction: false },
  mistyped: { account: 'mistyped', size: 1, fraction: false },
  fraction: { account: 'right', size: 3, fraction: true },
} as const

/** The push that an event refers to: its number modulo the pushes submitted so far. */
export const namedPush = <P>(pushes: P[], name: number): P | undefined =>
  pushes[name % Math.max(pushes.length, 1)]

export const receiptName = (push: number, receipt: number) => `push ${push}.${receipt}`

export interface Outcome {
  /** Of every push, in the order of submission. */
  statuses: ('processing' | 'completed' | 'cancelled' | 'failed')[]
  /** Every amount credited as rent, in units of size; in ascending order. */
  credited: number[]
  /** What staff have credited to another account and not taken back, in the same way. */
  astray: number[]
  /** Paid bundles, each with one code. */
  bundles: number
  /** The numbers of the receipts on the desk, sorted. */
  desk: string[]
  /** The receipts that the desk says count twice, sorted. */
  twice: string[]
}

/** What was reported about one push, in order; `at` is the position in the whole history. */
type Report = { at: number } & (
  | { ending: 'cancelled' | 'failed' }
  | { receipt: 0 | 1; isRight: boolean }
  | { paidByQuery: true }
  | { stray: 0 | 1 }
  | { credited: 0 | 1; to: 'own' | 'wrong' }
  | { takenBack: 0 | 1 }
  | { corrected: true }
)

interface PushHistory {
  size: Size
  pays: 'rent' | 'wifi'
  refused: boolean
  reports: Report[]
}

/** M-Pesa's codes in these histories: 1032 is cancelled by the user, 7777 is unknown. */
const endings = { '1032': 'cancelled', '1': 'failed', '1037': 'failed', '7777': null } as const

/** The events by push; which push a number refers to depends on how many there were at that moment. */
export function historiesOfPushes(events: MoneyEvent[]): PushHistory[] {
  const pushes: PushHistory[] = []
  for (const [at, event] of events.entries()) {
    if (event.what === 'submit') {
      const { size, pays, reply } = event
      pushes.push({ size, pays, refused: reply === 'refused', reports: [] })
    } else if (event.what === 'ended') {
      const ending = endings[event.code]
      if (ending) namedPush(pushes, event.push)?.reports.push({ at, ending })
    } else if (event.what === 'paid') {
      const { receipt, amount } = event
      namedPush(pushes, event.push)?.reports.push({ at, receipt, isRight: amount === 'right' })
    } else if (event.what === 'query_paid') {
      namedPush(pushes, event.push)?.reports.push({ at, paidByQuery: true })
    } else if (event.what === 'stray') {
      namedPush(pushes, event.push)?.reports.push({ at, stray: event.receipt })
    } else if (event.what === 'credit_stray') {
      const { receipt: credited, to } = event
      namedPush(pushes, event.push)?.reports.push({ at, credited, to })
    } else if (event.what === 'take_back_stray') {
      namedPush(pushes, event.push)?.reports.push({ at, takenBack: event.receipt })
    } else if (event.what === 'correct') {
      namedPush(pushes, event.push)?.reports.push({ at, corrected: true })
    }
  }
  return pushes
}

/** The receipts that were reported with the amount asked for, the first one first. */
const rightReceipts = (reports: Report[]) => [
  ...new Set(reports.flatMap((one) => ('receipt' in one && one.isRight ? [one.receipt] : []))),
]

/**
 * A query that says "paid" names no amount; it counts unless another amount than the requested one
 * had been reported before, of a receipt that was not counted by then.
 */
function isPaidByQuery({ reports }: PushHistory): boolean {
  return reports.some((query, index) => {
    if (!('paidByQuery' in query)) return false
    const before = reports.slice(0, index)
    return !before.some(
      (one, place) =>
        'receipt' in one &&
        !one.isRight &&
        !rightReceipts(before.slice(0, place)).includes(one.receipt),
    )
  })
}

/** Every rent receipt with the right amount is a payment; a bundle is paid once and the rest goes to the desk. */
function countedReceipts({ pays, reports }: PushHistory) {
  const receipts = rightReceipts(reports)
  return pays === 'rent' ? receipts : receipts.slice(0, 1)
}

/** A payment settled by a query is the payment of the first receipt, so the two are never both counted. */
const paymentsOf = (push: PushHistory) =>
  Math.max(countedReceipts(push).length, isPaidByQuery(push) ? 1 : 0)

/** A success wins over everything; otherwise the first ending counts. */
function statusOf(push: PushHistory): Outcome['statuses'][number] {
  if (paymentsOf(push) > 0) return 'completed'
  if (push.refused) return 'failed'
  const first = push.reports.find((one) => 'ending' in one)
  return first && 'ending' in first ? first.ending : 'processing'
}

/** Every reported receipt that is not counted. */
function deskReceipts(push: PushHistory): number[] {
  const reported = push.reports.flatMap((one) => ('receipt' in one ? [one.receipt] : []))
  const counted = countedReceipts(push)
  return [...new Set(reported)].filter((receipt) => !counted.includes(receipt))
}

interface PushOutcome {
  status: Outcome['statuses'][number]
  /** Its payments that have not been taken back. */
  payments: number
  /** Whether it ever had a payment: a code that was given out stays. */
  wasPaid: boolean
  countsWithoutReceipt: boolean
  /** Where staff have credited its receipts. */
  own: number
  wrong: number
  desk: number[]
  twice: number[]
}

/** Of a push whose receipts staff never touch: the order of the reports matters little. */
export function outcomeByArithmetic(push: PushHistory): PushOutcome {
  const payments = paymentsOf(push)
  return {
    status: statusOf(push),
    payments,
    wasPaid: payments > 0,
    countsWithoutReceipt: isPaidByQuery(push) && rightReceipts(push.reports).length === 0,
    own: 0,
    wrong: 0,
    desk: deskReceipts(push),
    twice: [],
  }
}

/** Of any push, report by report: what staff do counts from then on. */
export function outcomeStepByStep({ pays, refused, reports }: PushHistory): PushOutcome {
  let status: PushOutcome['status'] = refused ? 'failed' : 'processing'
  let first = 'none' as 'none' | 'nameless' | 'named' | 'taken_back'
  let payments = 0
  let isAmountUnclear = false
  let isElsewhere = false
  /** `stray` waits as money of nobody, `desk` as money of the push; staff credit only the first. */
  const places = new Map<0 | 1, 'stray' | 'desk' | 'own' | 'wrong' | 'push'>()
  const claimed = new Set<0 | 1>()
  const twice = new Set<0 | 1>()

  function pay(receipt: 0 | 1 | null) {
    if (first === 'none') first = receipt === null ? 'nameless' : 'named'
    payments++
    status = 'completed'
  }

  function reportElsewhere(receipt: 0 | 1, place: 'own' | 'wrong') {
    if (first === 'nameless') {
      claimed.add(receipt)
      twice.add(receipt)
    } else if (first === 'none') {
      isElsewhere = true
      if (place === 'own' && pays === 'rent') status = 'completed'
      else if (status === 'processing') status = 'failed'
    }
  }

  function report(receipt: 0 | 1, isRight: boolean) {
    const place = places.get(receipt)
    if (place === 'push') return
    if (place === 'own' || place === 'wrong') return reportElsewhere(receipt, place)
    const isSecond = first === 'named' || first === 'taken_back'
    if (!isRight || (isSecond && pays === 'wifi')) {
      if (!isRight) isAmountUnclear = true
      places.set(receipt, 'desk')
      return
    }
    places.set(receipt, 'push')
    if (first === 'nameless') {
      first = 'named'
      twice.clear()
    } else pay(receipt)
  }

  for (const one of reports) {
    if ('ending' in one) {
      if (status === 'processing') status = one.ending
    } else if ('paidByQuery' in one) {
      if (first === 'none' && !isAmountUnclear && !isElsewhere) pay(null)
    } else if ('stray' in one) {
      if (!places.has(one.stray)) places.set(one.stray, 'stray')
    } else if ('credited' in one) {
      if (places.get(one.credited) !== 'stray') continue
      places.set(one.credited, one.to)
      if (first === 'nameless' && claimed.has(one.credited)) twice.add(one.credited)
    } else if ('takenBack' in one) {
      const place = places.get(one.takenBack)
      if (place === 'own' || place === 'wrong') places.set(one.takenBack, 'stray')
      twice.delete(one.takenBack)
    } else if ('corrected' in one) {
      if (twice.size === 0) continue
      first = 'taken_back'
      payments--
      twice.clear()
    } else {
      report(one.receipt, one.isRight)
    }
  }
  const placed = (...wanted: string[]) =>
    [...places].flatMap(([receipt, place]) => (wanted.includes(place) ? [receipt] : []))
  return {
    status,
    payments,
    wasPaid: first !== 'none',
    countsWithoutReceipt: first === 'nameless',
    own: placed('own').length,
    wrong: placed('wrong').length,
    desk: placed('stray', 'desk'),
    twice: [...twice],
  }
}

const isTouchedByStaff = ({ reports }: PushHistory) => reports.some((one) => 'stray' in one)

const outcomeOf = (push: PushHistory): PushOutcome =>
  isTouchedByStaff(push) ? outcomeStepByStep(push) : outcomeByArithmetic(push)

/** A push of rent that counts without a receipt at a moment of the history. */
const countsWithoutReceipt = (push: PushHistory, at: number): boolean =>
  push.pays === 'rent' &&
  outcomeOf({ ...push, reports: push.reports.filter((one) => one.at < at) }).countsWithoutReceipt

/**
 * A payment by hand is credited when its account and amount are right and, at the moment it is first
 * reported, no push of the same amount counts without a receipt, which might be the same money.
 */
function isCredited(name: ManualName, at: number, pushes: PushHistory[]): boolean {
  const { account, size, fraction } = manualPayments[name]
  if (account === 'mistyped' || fraction) return false
  return !pushes.some((push) => push.size === size && countsWithoutReceipt(push, at))
}

/** Where staff leave a payment by hand that waits on the desk from a moment on; whole shillings count. */
function placeLeftByStaff(name: ManualName, from: number, events: MoneyEvent[]) {
  let place: 'desk' | 'own' | 'wrong' = 'desk'
  for (const event of events.slice(from)) {
    if (event.what === 'credit' && event.receipt === name && place === 'desk') place = event.to
    if (event.what === 'take_back' && event.receipt === name) place = 'desk'
  }
  return place
}

/** What a history ends in, even when reports come twice, at once, in another order or across a restart. */
export function expectedOutcome(events: MoneyEvent[]): Outcome {
  const pushes = historiesOfPushes(events)
  const names = Object.keys(manualPayments) as ManualName[]
  const manual = names.flatMap((name) => {
    const at = events.findIndex((event) => event.what === 'manual' && event.receipt === name)
    if (at < 0) return []
    const place = isCredited(name, at, pushes) ? 'own' : placeLeftByStaff(name, at, events)
    return [{ name, place }]
  })
  const sizesAt = (wanted: string) =>
    manual.flatMap(({ name, place }) => (place === wanted ? [manualPayments[name].size] : []))
  const ends = pushes.map((push) => ({ ...push, ...outcomeOf(push) }))
  const pushed = ends.flatMap(({ pays, size, payments, own }) =>
    Array.from({ length: (pays === 'rent' ? payments : 0) + own }, () => size),
  )
  const astray = ends.flatMap(({ size, wrong }) => Array.from({ length: wrong }, () => size))
  const named = (kind: 'desk' | 'twice') =>
    ends.flatMap((end, index) => end[kind].map((receipt) => receiptName(index, receipt)))
  const unclear = manual.flatMap(({ name, place }) => (place === 'desk' ? [name] : []))
  return {
    statuses: ends.map(({ status }) => status),
    credited: [...sizesAt('own'), ...pushed].sort((a, b) => a - b),
    astray: [...sizesAt('wrong'), ...astray].sort((a, b) => a - b),
    bundles: ends.filter(({ pays, wasPaid }) => pays === 'wifi' && wasPaid).length,
    desk: [...named('desk'), ...unclear].sort(),
    twice: named('twice').sort(),
  }
}
