import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getUser } from '#contract/auth.ts'
import { countersignClose, getClose, type ShownDifference, signClose } from '#contract/closes.ts'
import { listAccounts, listDesk, reverseDeskItem, splitDeskItem } from '#contract/desk.ts'
import { enterByHand, previewEntry, previewUndo, undoEntry } from '#contract/entries.ts'
import { randomFrom } from '../testing/books.ts'
import { act } from '../testing/desk.ts'
import { confirmation, startFakeDaraja } from '../testing/fake-daraja.ts'
import { playHistory } from '../testing/history-player.ts'
import {
  expectedOutcome,
  historiesOfPushes,
  type MoneyEvent,
  manualPayments,
  namedPush,
  outcomeStepByStep,
  receiptName,
  type Size,
} from '../testing/money-model.ts'
import { addPerson, password } from '../testing/people.ts'
import { histories, historiesWithStaff } from '../testing/random-histories.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'
import { addStatement, type TestRow } from '../testing/statement-rows.ts'
import { verifyCloses } from './verify.ts'

/** The day of all that M-Pesa reports in these histories. */
const day = '2026-11-20'
const now = () => new Date(`${day}T15:00:00Z`)
const LANES = 12
/** Payments that are shared among tenants. */
const SHARED = 24

interface Receipt {
  code: string
  cents: number
  isOnDesk: boolean
}

/** What a history leaves, worked out from the model of the money alone. */
function oracle(number: number, history: MoneyEvent[]) {
  const shillings = (size: Size) => number * 100 + size * 10
  const codeOf = (name: string) =>
    `H${number}X${name.toUpperCase().replace(/[^A-Z0-9]/g, 'X')}`.padEnd(10, 'X')
  /** What M-Pesa's statement has of each receipt; once it was reported right, that is what was paid. */
  const paid = new Map<string, { cents: number; isRight: boolean }>()
  const report = (name: string, cents: number, isRight: boolean) => {
    const known = paid.get(name)
    if (!known || (isRight && !known.isRight)) paid.set(name, { cents, isRight })
  }
  const sizes: Size[] = []
  for (const event of history) {
    if (event.what === 'submit') sizes.push(event.size)
    if (event.what === 'manual') {
      const { size, fraction } = manualPayments[event.receipt]
      report(event.receipt, shillings(size) * 100 + (fraction ? 50 : 0), true)
    }
    if (event.what !== 'paid' && event.what !== 'stray') continue
    const size = namedPush(sizes, event.push)
    if (size === undefined) continue
    const amount = event.what === 'stray' ? 'right' : event.amount
    const name = receiptName(event.push % sizes.length, event.receipt)
    report(
      name,
      shillings(size) * 100 + { right: 0, less: -100, fraction: 50 }[amount],
      amount === 'right',
    )
  }
  const outcome = expectedOutcome(history)
  const ends = historiesOfPushes(history).map((push) => ({ ...push, ...outcomeStepByStep(push) }))
  const receipts: Receipt[] = [...paid].map(([name, { cents }]) => ({
    code: codeOf(name),
    cents,
    isOnDesk: outcome.desk.includes(name),
  }))
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)
  const ledger =
    100 *
    (sum([...outcome.credited, ...outcome.astray].map((size) => shillings(size as Size))) +
      sum(ends.map((end) => (end.pays === 'wifi' ? end.payments * shillings(end.size) : 0))))
  const unnamed = ends
    .filter((end) => end.countsWithoutReceipt)
    .map(({ size }) => ({ kind: 'no_receipt', cents: -100 * shillings(size) }))
  const fractions = receipts
    .filter(({ cents, isOnDesk }) => !isOnDesk && cents % 100 !== 0)
    .map(() => ({ kind: 'fraction', cents: 50 }))
  return { receipts, ledger, differences: [...unnamed, ...fractions] }
}

type Expected = Pick<ShownDifference, 'kind' | 'cents'>

/** The statement of what was paid, with faults that each make one difference. */
function statementOf(receipts: Receipt[], random: () => number) {
  const rows: TestRow[] = []
  const expected: { kind: string; cents: number }[] = []
  const at = `${day} 11:31:12`
  for (const { code, cents, isOnDesk } of receipts) {
    const fault = Math.floor(random() * 8)
    const row = { at, receipt: code, shillings: cents / 100 }
    const isWhole = cents % 100 === 0
    if (fault === 0 && !isOnDesk && isWhole) {
      expected.push({ kind: 'not_on_statement', cents: -cents })
    } else if (fault === 1 && !isOnDesk && isWhole) {
      rows.push({ ...row, shillings: row.shillings + 7 })
      expected.push({ kind: 'amount', cents: 700 })
    } else if (fault === 2 && !isOnDesk && isWhole) {
      rows.push(row, {
        at,
        receipt: `${code}R`,
        shillings: -row.shillings,
        kind: 'reversal',
        reversed_receipt: code,
      })
      expected.push({ kind: 'taken_back_by_mpesa', cents: -cents })
    } else {
      rows.push(row)
      if (isOnDesk) expected.push({ kind: 'on_desk', cents })
    }
    if (fault === 3) {
      rows.push({ at, receipt: `${code}L`, shillings: 13 })
      expected.push({ kind: 'unknown', cents: 1300 })
    }
    if (fault === 4) {
      rows.push({ at, receipt: `${code}S`, shillings: -500, kind: 'sweep' })
      rows.push({ at, receipt: code, shillings: -11, kind: 'charge' })
    }
  }
  return { rows, expected }
}

/**
 * Payments that staff share among tenants: some stay so, some are taken back and wait again, and some of these are shared
 * once more in other parts. What counts is the whole, whoever has it.
 */
async function shareSome(server: TestServer, staff: Caller, random: () => number, count: number) {
  const accounts = (await staff.call(listAccounts, {})).body
  const receipts: Receipt[] = []
  for (let index = 0; index < count; index++) {
    const code = `SPLIT${String(index).padStart(5, '0')}`
    const amount = 900_000 + Math.floor(random() * 9000)
    await server.fetch(`/api/hooks/${server.running.context.hookSecret}/confirmation`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(confirmation(code, 'ALL OF US', `${amount}.00`)),
    })
    const open = (await staff.call(listDesk, { query: { limit: '100' } })).body
    const params = { id: String(open.find(({ receipt }) => receipt === code)?.id) }
    async function share() {
      const first = 1 + Math.floor(random() * (amount - 2))
      const whose = 2 + Math.floor(random() * 3)
      const rest = Math.floor((amount - first) / (whose - 1))
      const parts = accounts.slice(0, whose).map(({ account_number }, at) => ({
        account_number,
        amount: at === 0 ? amount - rest * (whose - 1) : rest,
      }))
      const { status, body } = await act(staff, splitDeskItem, { params, body: { parts } })
      expect(status, body.message).toBe(200)
      return body.item.closed?.payment?.id ?? 0
    }
    const payment_id = await share()
    const isOnDesk = index % 3 === 1
    if (index % 3 > 0) {
      const body = { payment_id, note: 'In other parts' }
      expect((await act(staff, reverseDeskItem, { params, body })).status).toBe(200)
      if (!isOnDesk) await share()
    }
    receipts.push({ code, cents: amount * 100, isOnDesk })
  }
  const counted = receipts.filter(({ isOnDesk }) => !isOnDesk)
  return { receipts, ledger: counted.reduce((sum, { cents }) => sum + cents, 0) }
}

const sorted = (differences: { kind: string; cents: number }[]) =>
  differences.map(({ kind, cents }) => `${kind} ${cents}`).sort()

test.each(databases)(
  'random days with planted faults on %s: the close has exactly these',
  async (kind) => {
    const daraja = await startFakeDaraja()
    const server = await startServer(kind, { ...daraja.settings, THROTTLE: 'off' }, now)
    const seed = Math.floor(Math.random() * 2 ** 31)
    const random = randomFrom(seed)
    const next = () => random.below(1 << 20) / (1 << 20)
    const sample = [histories, historiesWithStaff].flatMap((some) =>
      fc.sample(some, { numRuns: LANES, seed }),
    )
    try {
      const { db } = server.running.context
      const grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
      const { id } = (await grace.call(getUser, {})).body
      await addPerson(db, 1, 'otieno@acacia.example', { staff_role: 'manager' })
      const manager = await server.signIn('otieno@acacia.example', password)
      const params = { day }
      const look = async () => (await grace.call(getClose, { params })).body
      const period = { from: `${day} 00:00:00`, until: `${day} 23:59:59` }
      await addStatement(db, 1, id, period, [])
      const start = await look()
      const expected: { kind: string; cents: number }[] = [...start.differences]
      let ledger = start.figures.mpesa.ledger.cents
      for (const first of [0, LANES]) {
        const batch = sample.slice(first, first + LANES)
        const players = []
        for (const [index, history] of batch.entries()) {
          players.push(
            await playHistory({ server, daraja, index, number: first + index + 1, history }),
          )
        }
        await Promise.all(players.map((player) => player.playUntil(1)))
        for (const [index, history] of batch.entries()) {
          const known = oracle(first + index + 1, history)
          const statement = statementOf(known.receipts, next)
          await addStatement(db, 1, id, period, statement.rows)
          expected.push(...known.differences, ...statement.expected)
          ledger += known.ledger
        }
        const { differences, figures } = await look()
        expect(sorted(differences), `seed ${seed}`).toEqual(sorted(expected as Expected[]))
        expect(figures.mpesa.ledger.cents, `seed ${seed}`).toBe(ledger)
        const { statement, reversed } = figures.mpesa
        expect(differences.reduce((sum, { cents }) => sum + cents, 0)).toBe(
          statement.cents + reversed.cents - ledger,
        )
      }

      const shared = await shareSome(server, grace, next, SHARED)
      const ofShared = statementOf(shared.receipts, next)
      await addStatement(db, 1, id, period, ofShared.rows)
      expected.push(...ofShared.expected)
      ledger += shared.ledger
      const withShared = await look()
      expect(sorted(withShared.differences), `seed ${seed}`).toEqual(sorted(expected as Expected[]))
      expect(withShared.figures.mpesa.ledger.cents, `seed ${seed}`).toBe(ledger)

      // Cash is counted apart, and what is undone the same day is nothing.
      const tenant = { params: { id: String(id + 1) } }
      const entry = { kind: 'cash', amount: 800, on: day } as const
      for (const isUndone of [false, true]) {
        const effect = await grace.call(previewEntry, { ...tenant, body: entry })
        const { body } = await grace.call(enterByHand, {
          ...tenant,
          body: { entry, submission_id: crypto.randomUUID(), expected: effect.body },
        })
        if (!isUndone) continue
        const undo = { params: { ...tenant.params, entry: String(body.id) } }
        const shown = await grace.call(previewUndo, undo)
        await grace.call(undoEntry, { ...undo, body: { reason: 'Twice', expected: shown.body } })
      }
      const shown = await look()
      expect(shown.figures.cash).toEqual({
        received: { count: 2, cents: 160_000 },
        given_back: { count: 1, cents: -80_000 },
      })

      const sign = { params, body: { expected: shown.fingerprint, reason: 'Planted' } }
      const both = await Promise.all([grace.call(signClose, sign), manager.call(signClose, sign)])
      expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
      const { close } = await look()
      const second = { params, body: { expected: close?.hash ?? '' } }
      const signers = await Promise.all(
        [grace, manager, grace, manager].map((who) => who.call(countersignClose, second)),
      )
      expect(signers.filter(({ status }) => status === 200)).toHaveLength(1)

      // What comes after it changes nothing of it.
      const late = { server, daraja, index: 0, number: 99 }
      const history: MoneyEvent[] = [{ what: 'manual', receipt: 'small', times: 2, killed: null }]
      await (await playHistory({ ...late, history })).playUntil(1)
      const after = await look()
      expect([after.figures, sorted(after.differences)]).toEqual([shown.figures, sorted(expected)])
      expect(after.after?.entries?.entered).toEqual({ count: 1, cents: 991_000 })
      expect((await verifyCloses(db)).problems).toEqual([])
    } finally {
      await endServer(server)
      await daraja.close()
    }
  },
)
