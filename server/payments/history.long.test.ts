import fc from 'fast-check'
import { expect, test } from 'vitest'
import { undoFor } from '#rules/desk.ts'
import { type Payment, reversalOf } from '#rules/ledger.ts'
import { moneyStep, nextStatus, outcomeOf, type Purpose, type PushStatus } from '#rules/payment.ts'
import { startFakeDaraja } from '../testing/fake-daraja.ts'
import { playHistory } from '../testing/history-player.ts'
import {
  expectedOutcome,
  historiesOfPushes,
  type ManualName,
  type MoneyEvent,
  manualPayments,
  namedPush,
  type Outcome,
  outcomeByArithmetic,
  outcomeStepByStep,
  receiptName,
  type Size,
} from '../testing/money-model.ts'
import { histories, historiesWithStaff } from '../testing/random-histories.ts'
import { databases, endServer, startServer } from '../testing/server.ts'

const rules = { moneyStep, nextStatus, outcomeOf, reversalOf }
type Rules = typeof rules

interface MemoryPush {
  size: Size
  purpose: Purpose
  status: PushStatus
  /** Its payments' receipts, the oldest first; null while unknown. */
  payments: (string | null)[]
  differing: boolean
}

/** Applies the production rules to a history, without database and HTTP. */
function playRules(
  history: MoneyEvent[],
  { moneyStep, nextStatus, outcomeOf, reversalOf }: Rules = rules,
) {
  const pushes: MemoryPush[] = []
  const manual: Size[] = []
  const seenManual = new Set<ManualName>()
  const desk = new Set<string>()

  function paid(push: MemoryPush, receipt: string | null, amount: number | null) {
    const [first] = push.payments
    const requested = push.size * 10
    const step = moneyStep(
      {
        requested,
        payment: first === undefined ? 'none' : first === null ? 'without_receipt' : 'with_receipt',
        differing_amount_reported: push.differing,
        // Staff act on payments by hand only.
        receipt_used_elsewhere: false,
        purpose: push.purpose,
      },
      receipt === null
        ? { receipt }
        : { receipt, amount, receipt_known: push.payments.includes(receipt) },
    )
    if (step === 'nothing') return
    if (step === 'desk') {
      desk.add(receipt ?? '')
      // A second receipt of a bundle has the right amount.
      if (amount !== requested) push.differing = true
      return
    }
    if (step === 'settle' || step === 'another') push.payments.push(receipt)
    if (step === 'fill_in') push.payments[0] = receipt
    if (receipt) desk.delete(receipt)
    push.status = nextStatus(push.status, 'completed')
  }

  function paidByHand(name: ManualName) {
    if (seenManual.has(name)) return
    seenManual.add(name)
    const { account, size, fraction } = manualPayments[name]
    const duplicate = pushes.some(
      (push) => push.purpose === 'rent' && push.size === size && push.payments.includes(null),
    )
    if (account === 'mistyped' || fraction || duplicate) desk.add(name)
    else manual.push(size)
  }

  /** What staff have entered for payments by hand, by account. */
  const entered: { name: ManualName; to: 'own' | 'wrong'; entry: Payment }[] = []
  const now = new Date(0)

  function credit(name: ManualName, to: 'own' | 'wrong') {
    if (!desk.delete(name)) return
    entered.push({ name, to, entry: { amount: manualPayments[name].size, paid_at: now } })
  }
  function takeBack(name: ManualName) {
    const credited = entered.findLast((one) => one.name === name)
    if (!credited || desk.has(name) || undoFor('assigned', 'unmatched') !== 'reverse') return
    entered.push({ ...credited, entry: reversalOf(credited.entry, now) })
    desk.add(name)
  }
  /** What remains of each payment by hand on an account. */
  const remaining = (account: 'own' | 'wrong') =>
    (Object.keys(manualPayments) as ManualName[])
      .map((name) =>
        entered
          .filter((one) => one.name === name && one.to === account)
          .reduce((sum, { entry }) => sum + entry.amount, 0),
      )
      .filter((sum) => sum !== 0)

  for (const event of history) {
    if (event.what === 'submit') {
      const status = event.reply === 'refused' ? 'failed' : 'processing'
      const { size, pays: purpose } = event
      pushes.push({ size, purpose, status, payments: [], differing: false })
      continue
    }
    if (event.what === 'manual') paidByHand(event.receipt)
    if (event.what === 'credit') credit(event.receipt, event.to)
    if (event.what === 'take_back') takeBack(event.receipt)
    if (!('push' in event) || event.what === 'forged') continue
    const push = namedPush(pushes, event.push)
    if (!push) continue
    if (event.what === 'ended') push.status = nextStatus(push.status, outcomeOf(event.code, ''))
    if (event.what === 'query_paid') paid(push, null, null)
    if (event.what === 'paid') {
      const amount = { right: push.size * 10, less: push.size * 10 - 1, fraction: null }
      paid(push, receiptName(pushes.indexOf(push), event.receipt), amount[event.amount])
    }
  }
  const rent = pushes.filter(({ purpose }) => purpose === 'rent')
  const bundles = pushes.filter(({ purpose }) => purpose === 'wifi')
  const outcome: Outcome = {
    statuses: pushes.map(({ status }) => status),
    credited: [
      ...manual,
      ...remaining('own'),
      ...rent.flatMap((push) => push.payments.map(() => push.size)),
    ].sort((a, b) => a - b),
    astray: remaining('wrong').sort((a, b) => a - b),
    twice: [],
    bundles: bundles.reduce((sum, push) => sum + push.payments.length, 0),
    desk: [...desk].sort(),
  }
  return outcome
}

const HISTORIES_IN_MEMORY = 10_000
const HISTORIES_ON_SERVER = 200
/** One for each tenant of the demo residence. */
const LANES = 25

test('in memory: the rules credit what the whole history amounts to, to the shilling', () => {
  fc.assert(
    fc.property(histories, (history) => {
      expect(playRules(history)).toEqual(expectedOutcome(history))
    }),
    { numRuns: HISTORIES_IN_MEMORY },
  )
})

test('worked out report by report, a push without staff ends as by arithmetic on all reports', () => {
  fc.assert(
    fc.property(histories, (history) => {
      for (const one of historiesOfPushes(history)) {
        expect(sorted(outcomeStepByStep(one))).toEqual(sorted(outcomeByArithmetic(one)))
      }
    }),
    { numRuns: HISTORIES_IN_MEMORY },
  )
})

const sorted = (end: ReturnType<typeof outcomeStepByStep>) => ({ ...end, desk: end.desk.sort() })

/** Each breaks one rule in a way that would cost somebody money. */
const brokenRules: [string, Partial<Rules>][] = [
  [
    'a differing amount is credited',
    {
      moneyStep: (push, report) =>
        moneyStep(push, report.receipt ? { ...report, amount: push.requested } : report),
    },
  ],
  [
    'a query settles what was reported with another amount',
    {
      moneyStep: (push, report) => moneyStep({ ...push, differing_amount_reported: false }, report),
    },
  ],
  [
    'a query settles what is counted already',
    {
      moneyStep: (push, report) =>
        moneyStep(report.receipt === null ? { ...push, payment: 'none' } : push, report),
    },
  ],
  [
    'a receipt is counted every time it is reported',
    {
      moneyStep: (push, report) =>
        moneyStep(push, report.receipt ? { ...report, receipt_known: false } : report),
    },
  ],
  [
    'a receipt that becomes known later is counted beside the payment that lacked it',
    { moneyStep: (...known) => replaced(moneyStep(...known), 'fill_in', 'another') },
  ],
  [
    'a second payment of the same push is not counted',
    { moneyStep: (...known) => replaced(moneyStep(...known), 'another', 'nothing') },
  ],
  [
    'a bundle that was paid twice gives two codes',
    { moneyStep: (push, report) => moneyStep({ ...push, purpose: 'rent' }, report) },
  ],
  [
    'money that nobody asked for is dropped',
    { moneyStep: (...known) => replaced(moneyStep(...known), 'desk', 'nothing') },
  ],
  [
    'a push that failed stays so when its money comes',
    {
      nextStatus: (status, outcome) => (status === 'failed' ? status : nextStatus(status, outcome)),
    },
  ],
  [
    'a failure undoes a completed push',
    { nextStatus: (status, outcome) => (outcome === 'unknown' ? status : outcome) },
  ],
  [
    'a credit that was taken back still counts',
    { reversalOf: (payment, at) => ({ ...reversalOf(payment, at), amount: 0 }) },
  ],
  [
    'a credit is taken back twice over',
    { reversalOf: ({ amount }, paid_at) => ({ amount: -2 * amount, paid_at }) },
  ],
  [
    'a code that nobody knows is a failure',
    {
      outcomeOf: (code, description) => replaced(outcomeOf(code, description), 'unknown', 'failed'),
    },
  ],
]

const replaced = <T, S extends T>(value: T, from: S, to: S): T => (value === from ? to : value)

test.each(brokenRules)('in memory: noticed when %s', (_, broken) => {
  const { failed } = fc.check(
    fc.property(histories, (history) => {
      expect(playRules(history, { ...rules, ...broken })).toEqual(expectedOutcome(history))
    }),
    { numRuns: HISTORIES_IN_MEMORY, endOnFailure: true },
  )
  expect(failed).toBe(true)
})

test('in memory: repeating all events in any order credits nothing more', () => {
  fc.assert(
    fc.property(histories, fc.infiniteStream(fc.nat()), (history, random) => {
      const again = history
        // What staff do is no report, and its order matters.
        .filter(({ what }) => !['submit', 'query_paid', 'credit', 'take_back'].includes(what))
        .map((one) => ({ one, at: random.next().value }))
        .sort((a, b) => a.at - b.at)
        .map(({ one }) => one)
      // The events name pushes by position, so they are repeated only after all pushes were added.
      const submits = history.filter((one) => one.what === 'submit')
      const rest = history.filter((one) => one.what !== 'submit')
      const once = [...submits, ...rest]
      const { credited, bundles } = playRules([...once, ...again])
      expect({ credited, bundles }).toEqual(booked(playRules(once)))
      expect({ credited, bundles }).toEqual(booked(expectedOutcome(once)))
    }),
    { numRuns: HISTORIES_IN_MEMORY },
  )
})

const booked = ({ credited, bundles }: Outcome) => ({ credited, bundles })

test('in memory: nothing leaves completed', () => {
  fc.assert(
    fc.property(histories, (history) => {
      for (let length = 1; length < history.length; length++) {
        const before = playRules(history.slice(0, length)).statuses
        const after = playRules(history.slice(0, length + 1)).statuses
        for (const [index, status] of before.entries()) {
          if (status === 'completed') expect(after[index]).toBe('completed')
        }
      }
    }),
    { numRuns: 1000 },
  )
})

test.each(databases)(
  `on a running server with %s: ${HISTORIES_ON_SERVER} histories end as the model says, to the shilling`,
  async (kind) => {
    const daraja = await startFakeDaraja()
    const server = await startServer(kind, { ...daraja.settings, THROTTLE: 'off' })
    const seed = Math.floor(Math.random() * 2 ** 31)
    const sample = [histories, historiesWithStaff].flatMap((some) =>
      fc.sample(some, { numRuns: HISTORIES_ON_SERVER / 2, seed }),
    )
    try {
      for (let first = 0; first < sample.length; first += LANES) {
        const batch = sample.slice(first, first + LANES)
        const players: Awaited<ReturnType<typeof playHistory>>[] = []
        for (const [index, history] of batch.entries()) {
          const number = first + index
          players.push(await playHistory({ server, daraja, index, number, history }))
        }
        // All at once, with a restart in the middle.
        await Promise.all(players.map((player) => player.playUntil(0.5)))
        await server.stop()
        await server.restart()
        await Promise.all(players.map((player) => player.playUntil(1)))
        for (const [index, player] of players.entries()) {
          const history = batch[index] ?? []
          expect(await player.state(), `seed ${seed}: ${JSON.stringify(history)}`).toEqual(
            player.inShillings(expectedOutcome(history)),
          )
        }
      }
    } finally {
      await endServer(server)
      await daraja.close()
    }
  },
  300_000,
)
