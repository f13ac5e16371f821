import type * as z from 'zod/mini'
import { approve } from '#contract/approvals.ts'
import {
  type DepositEffect,
  type depositForm,
  enterDeposit,
  previewDeposit,
  previewDepositUndo,
  undoDeposit,
} from '#contract/deposits.ts'
import {
  assignDeskItem,
  attachDeskItem,
  confirmDeskItem,
  correctDeskItem,
  type DeskAct,
  type DeskDetail,
  type DeskEffect,
  type DeskItem,
  dismissDeskItem,
  getDeskItem,
  previewDeskAct,
  reopenDeskItem,
  reverseDeskItem,
  splitDeskItem,
} from '#contract/desk.ts'
import {
  type Effect,
  enterByHand,
  type handEntry,
  previewEntry,
  previewUndo,
  undoEntry,
} from '#contract/entries.ts'
import { previewTakeBack, takeBackPayment } from '#contract/wrong-account.ts'
import { depositForms } from '#rules/deposit.ts'
import { handKinds } from '#rules/hand-entry.ts'
import { type Account, type Books, ELSEWHERE, type Random, TODAY } from './books.ts'
import type { Answer, Caller } from './server.ts'

export type Shown = DeskEffect | Effect | DepositEffect

/** What the reply to an act says that did something. */
export interface Reply {
  /** An entry by hand: how the ledger names it, or that of deposits, and its receipt. */
  entry: number | null
  receipt: string | null
  item: DeskItem | null
  /** What waits for a second person instead. */
  waiting: number | null
}

export interface Outcome {
  status: number
  code: string | undefined
  /** Of a preview, and of a 409 because it would do something else by now. */
  effect: Shown | undefined
  reply: Reply
}

/** An act that staff can look at, and do as they have seen it. */
export interface Plan {
  text: string
  of:
    | { account: Account; ledger: 'rent' | 'deposit' }
    | { item: number; act: DeskAct }
    | { receipt: string }
  look(by: Caller): Promise<Outcome>
  send(by: Caller, seen: Shown): Promise<Outcome>
}

const nobody: Effect = { full_name: '', before: 0, after: 0 }
const nothing: DeskEffect = { accounts: [], push: null, wifi_code: false }
const unheld = { full_name: '', held: { before: 0, after: 0 }, owes: { before: 0, after: 0 } }
/** What is sent along with an act whose preview was refused. */
export const unseen = ({ of }: Plan) =>
  'account' in of ? (of.ledger === 'rent' ? nobody : unheld) : nothing

function outcomeOf({ status, body }: Answer<object>, isLook = false): Outcome {
  const said = body as Partial<{
    id: number | null
    receipt_number: string | null
    item: DeskItem
    waiting: { id: number }
    effect: Shown
  }>
  if (status >= 500) throw new Error(`${status}: ${JSON.stringify(body)}`)
  return {
    status,
    code: body.code,
    effect: isLook && status === 200 ? (body as never) : said.effect,
    reply: {
      entry: said.id ?? null,
      receipt: said.receipt_number ?? null,
      item: said.item ?? null,
      waiting: said.waiting?.id ?? null,
    },
  }
}

export type Form = z.input<typeof handEntry>

export function entryPlan(account: Account, entry: Form, submission_id: string): Plan {
  const params = { id: String(account.user_id) }
  return {
    text: `enter ${JSON.stringify(entry)} for ${account.full_name}`,
    of: { account, ledger: 'rent' },
    look: async (by) => outcomeOf(await by.call(previewEntry, { params, body: entry }), true),
    send: async (by, seen) => {
      const body = { entry, submission_id, expected: seen as Effect }
      return outcomeOf(await by.call(enterByHand, { params, body }))
    },
  }
}

export function undoPlan(account: Account, entry: number): Plan {
  const params = { id: String(account.user_id), entry: String(entry) }
  return {
    text: `undo entry ${entry} of ${account.full_name}`,
    of: { account, ledger: 'rent' },
    look: async (by) => outcomeOf(await by.call(previewUndo, { params }), true),
    send: async (by, seen) => {
      const body = { reason: 'By mistake', expected: seen as Effect }
      return outcomeOf(await by.call(undoEntry, { params, body }))
    },
  }
}

export type DepositEntryForm = z.input<typeof depositForm>

export function depositPlan(
  account: Account,
  entry: DepositEntryForm,
  submission_id: string,
): Plan {
  const params = { id: String(account.user_id) }
  return {
    text: `deposit ${JSON.stringify(entry)} of ${account.full_name}`,
    of: { account, ledger: 'deposit' },
    look: async (by) => outcomeOf(await by.call(previewDeposit, { params, body: entry }), true),
    send: async (by, seen) => {
      const body = { entry, submission_id, expected: seen as DepositEffect }
      return outcomeOf(await by.call(enterDeposit, { params, body }))
    },
  }
}

export function depositUndoPlan(account: Account, entry: number): Plan {
  const params = { id: String(account.user_id), entry: String(entry) }
  return {
    text: `undo deposit entry ${entry} of ${account.full_name}`,
    of: { account, ledger: 'deposit' },
    look: async (by) => outcomeOf(await by.call(previewDepositUndo, { params }), true),
    send: async (by, seen) => {
      const body = { reason: 'By mistake', expected: seen as DepositEffect }
      return outcomeOf(await by.call(undoDeposit, { params, body }))
    },
  }
}

const endpoints = {
  assign: assignDeskItem,
  split: splitDeskItem,
  attach: attachDeskItem,
  correct: correctDeskItem,
  confirm: confirmDeskItem,
  dismiss: dismissDeskItem,
  reopen: reopenDeskItem,
  reverse: reverseDeskItem,
}

export function deskPlan(item: number, chosen: DeskAct): Plan {
  const params = { id: String(item) }
  const { act, ...body } = chosen
  const note = act === 'assign' || act === 'split' || act === 'attach' ? {} : { note: 'As agreed' }
  return {
    text: `${JSON.stringify(chosen)} on item ${item}`,
    of: { item, act: chosen },
    look: async (by) => outcomeOf(await by.call(previewDeskAct, { params, body: chosen }), true),
    send: async (by, seen) => {
      const input = { params, body: { ...body, ...note, expected: seen } }
      return outcomeOf(await by.call(endpoints[act], input as never))
    },
  }
}

/** Takes back a payment by its receipt, wherever it was credited. */
function takeBackPlan(receipt: string): Plan {
  const params = { number: receipt }
  return {
    text: `take back ${receipt}`,
    of: { receipt },
    look: async (by) => outcomeOf(await by.call(previewTakeBack, { params }), true),
    send: async (by, seen) => {
      const body = { reason: 'Meant for somebody else', expected: seen as DeskEffect }
      const { reply, ...outcome } = outcomeOf(await by.call(takeBackPayment, { params, body }))
      // It says the number of the item only.
      return { ...outcome, reply: { ...reply, item: null } }
    },
  }
}

/** How an act that was done is taken back; null where money doesn't allow it. */
export function undoOf(plan: Plan, { entry, item }: Reply): Plan | null {
  if ('account' in plan.of) {
    const { account, ledger } = plan.of
    if (entry === null) return null
    return ledger === 'rent' ? undoPlan(account, entry) : depositUndoPlan(account, entry)
  }
  if ('receipt' in plan.of) return null
  const { closed } = item ?? {}
  if (closed?.outcome === 'dismissed') return deskPlan(plan.of.item, { act: 'reopen' })
  if (!['assigned', 'split', 'attached'].includes(closed?.outcome ?? '')) return null
  return deskPlan(plan.of.item, { act: 'reverse', payment_id: closed?.payment?.id ?? 0 })
}

/** Plans random acts; about one in five is one that has to be refused. */
export function plannerOf(books: Books, random: Random) {
  const { accounts, fees, grace } = books
  /** What was entered by hand in one of the ledgers, and what took it back. */
  const entries: { account: Account; ledger: 'rent' | 'deposit'; entry: number }[] = []
  const credits: number[] = []
  const receipts: string[] = []
  const items = new Set<number>()
  let open: number[] = []
  let listed = 0
  let references = 0

  function form() {
    const reference = random.chance(0.85)
      ? `FT${references++}`
      : random.pick(['FT1', 'FT2', 'SJK1A2B3C4', ''])
    const on = random.chance(0.9)
      ? TODAY
      : random.pick(['2026-11-17', '2026-11-21', '2026-08-01', '2026-10-31'])
    const isSmall = random.chance(0.75)
    const amount = 1 + random.below(isSmall ? 900 : 6000)
    const reason = random.chance(0.95) ? 'As agreed' : ''
    return { amount, on, reference, reason }
  }

  function entryForm(): Form {
    const entry = form()
    const kind = random.pick(handKinds)
    if (kind !== 'fee') return { kind, ...entry }
    const { id, amount, may_vary } = random.pick(fees)
    const fee = random.chance(0.95) && id !== null ? { fee: id } : {}
    const isListed = !may_vary && random.chance(0.9)
    return { kind, ...entry, ...fee, on: TODAY, ...(isListed && { amount }) }
  }

  function depositEntryForm(): DepositEntryForm {
    const kind = random.pick(depositForms)
    const isDecided = kind !== 'cash' && kind !== 'bank' && kind !== 'refund'
    return { kind, ...form(), ...(isDecided && random.chance(0.9) && { on: TODAY }) }
  }

  const account = () => random.pick(accounts)
  const anyAccount = () => (random.chance(0.06) ? ELSEWHERE : account().account_number)

  function parts(amount: number) {
    const whose = [...new Set(Array.from({ length: 2 + random.below(4) }, anyAccount))]
    let left = amount
    return whose.map((account_number, index) => {
      const isLast = index === whose.length - 1
      const part = isLast && random.chance(0.9) ? left : 1 + random.below(Math.max(1, left - 8))
      left -= part
      return { account_number, amount: Math.max(1, part) }
    })
  }

  const actions = ['assign', 'split', 'attach', 'correct', 'confirm', 'dismiss'] as const

  function actOn({ acts, amount, twins, closed }: DeskDetail): DeskAct {
    const known = closed?.payment?.id
    if (closed && random.chance(0.85)) {
      if (closed.outcome === 'dismissed') return { act: 'reopen' }
      const payment_id = known && random.chance(0.9) ? known : random.pick([...credits, 1, 999_999])
      return { act: 'reverse', payment_id }
    }
    const sure = acts.length > 0 && random.chance(0.9)
    const weighted = acts.flatMap((one) => (one === 'dismiss' ? [one] : [one, one, one]))
    const act = sure ? random.pick(weighted) : random.pick([...actions, 'reopen'] as const)
    switch (act) {
      case 'assign': {
        const whole = Math.floor(Number(amount))
        const chosen = random.chance(0.9) ? Math.max(1, whole - random.below(3)) : whole + 1
        const isFraction = Number(amount) !== whole
        return {
          act,
          account_number: anyAccount(),
          ...(isFraction && random.chance(0.9) && { amount: chosen }),
        }
      }
      case 'split':
        return { act, parts: parts(Math.floor(Number(amount ?? 10))) }
      case 'attach': {
        const ids = twins.map(({ payment_id }) => payment_id)
        const isTwin = ids.length > 0 && random.chance(0.9)
        return { act, payment_id: random.pick(isTwin ? ids : [...credits, 1]) }
      }
      default:
        return { act }
    }
  }

  async function onDesk(): Promise<Plan & { detail: DeskDetail }> {
    // The list is read now and then: an act on what is closed by now is one that is refused.
    if (listed++ % 10 === 0) open = (await books.listOpen()).map(({ id }) => id)
    for (const id of open) items.add(id)
    const item = random.pick(random.chance(0.6) ? open : [...items])
    const detail = (await grace.call(getDeskItem, { params: { id: String(item) } })).body
    return { ...deskPlan(item, actOn(detail)), detail }
  }

  return {
    onDesk,
    /** Of any account, or of this one. */
    byHand(whose?: Account): Plan {
      const own = entries.filter((one) => !whose || one.account === whose).slice(-30)
      if (own.length > 0 && random.chance(0.4)) {
        const { account, ledger, entry } = random.pick(own)
        const meant = random.chance(0.95) ? entry : entry + 1
        return ledger === 'rent' ? undoPlan(account, meant) : depositUndoPlan(account, meant)
      }
      if (!whose && receipts.length > 0 && random.chance(0.1)) {
        return takeBackPlan(random.pick(receipts.slice(-30)))
      }
      const chosen = whose ?? account()
      return random.chance(0.6)
        ? entryPlan(chosen, entryForm(), crypto.randomUUID())
        : depositPlan(chosen, depositEntryForm(), crypto.randomUUID())
    },
    /** Another act on an item that was looked up. */
    onSame: (detail: DeskDetail): Plan => deskPlan(detail.id, actOn(detail)),
    /** Later acts may be about what this one has done. */
    remember(plan: Plan, { entry, item }: Reply) {
      if ('account' in plan.of && entry !== null) entries.push({ ...plan.of, entry })
      const id = item?.closed?.payment?.id
      if (id) credits.push(id)
      const { payment, parts = [] } = item?.closed ?? {}
      for (const { receipt_number } of [...(payment ? [payment] : []), ...parts]) {
        if (receipt_number) receipts.push(receipt_number)
      }
    },
  }
}

/** Does an act as it was seen; what waits is approved by the other one. Null when it is refused. */
export async function carryOut(books: Books, plan: Plan, [maker, second]: [Caller, Caller]) {
  const { db } = books
  const look = await plan.look(maker)
  if (look.status !== 200 || !look.effect) return null
  const { reply, status, code } = await plan.send(maker, look.effect)
  if (status >= 300) throw new Error(`${plan.text}: ${code}`)
  if (reply.waiting === null) return reply
  const approved = await second.call(approve, { params: { id: String(reply.waiting) } })
  if (approved.status !== 200) throw new Error(`${plan.text}: ${approved.body.code}`)
  if ('item' in plan.of) {
    const params = { id: String(plan.of.item) }
    return { ...reply, waiting: null, item: (await maker.call(getDeskItem, { params })).body }
  }
  if ('receipt' in plan.of) return { ...reply, waiting: null }
  const { user_id } = plan.of.account
  const newest = async (table: 'charges' | 'payments' | 'deposit_entries') =>
    (
      await db
        .selectFrom(table)
        .where('company_id', '=', 1)
        .where('user_id', '=', user_id)
        .select('id')
        .orderBy('id', 'desc')
        .executeTakeFirst()
    )?.id ?? 0
  if (plan.of.ledger === 'deposit') {
    return { ...reply, waiting: null, entry: await newest('deposit_entries') }
  }
  const undone = /^undo entry (\d+)/.exec(plan.text)?.[1]
  const isCharge = undone ? Number(undone) % 2 === 1 : plan.text.includes('"waiver"')
  const entry = isCharge ? (await newest('charges')) * 2 + 1 : (await newest('payments')) * 2
  return { ...reply, waiting: null, entry }
}
