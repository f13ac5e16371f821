import { isDeepStrictEqual } from 'node:util'
import { expect, test } from 'vitest'
import { approve, refuse, withdraw } from '#contract/approvals.ts'
import { type DeskDetail, type DeskEffect, getDeskItem } from '#contract/desk.ts'
import { creditExactItems, listExactItems } from '#contract/exact.ts'
import { listLedger } from '#contract/ledger.ts'
import { getReceipt } from '#contract/receipts.ts'
import { getPaymentSummary } from '#contract/tenancy.ts'
import { type Books, openBooks, type Random, randomFrom } from '../testing/books.ts'
import {
  carryOut,
  depositUndoPlan,
  type Outcome,
  type Plan,
  plannerOf,
  type Reply,
  type Shown,
  undoOf,
  undoPlan,
  unseen,
} from '../testing/random-acts.ts'
import { databases } from '../testing/server.ts'

/** On each database; about three minutes on both. Settings make it more (docs/payments.md). */
const ACTS = Number(process.env.ACTS ?? 1000)
const UNDONE = Number(process.env.UNDONE ?? 300)
/** For the numbers of a build half an hour; more acts have more time. */
const timeFor = (acts: number) => Math.max(1_800_000, acts * 1000)
/** So many wait on the desk at least. */
const FEWEST_OPEN = 30

type State = Awaited<ReturnType<Books['read']>>

const owesOf = (effect: Exclude<Shown, DeskEffect>) => ('held' in effect ? effect.owes : effect)

/** What an effect says of each account, of a desk's as of a tenant's. */
const accountsOf = (effect: Shown, { of }: Plan): DeskEffect['accounts'] =>
  'accounts' in effect
    ? effect.accounts
    : [
        {
          ...('account' in of && { account_number: of.account.account_number }),
          ...owesOf(effect),
          full_name: effect.full_name,
          amount: owesOf(effect).before - owesOf(effect).after,
          room_number: null,
          receipt: null,
        } as DeskEffect['accounts'][number],
      ]

function heldAfter(effect: Shown, { of }: Plan, { held }: State) {
  if (!('held' in effect) || !('account' in of)) return held
  const { account_number } = of.account
  expect(effect.held.before).toBe(held[account_number] ?? 0)
  return { ...held, [account_number]: effect.held.after }
}

/** Checks what an act has changed against what its preview said, by other calls than the act's own. */
function witness({ grace, accounts, tenants }: Books) {
  const idOf = (number: string) => accounts.find((one) => one.account_number === number)?.user_id

  async function seeReceipt(number: string) {
    const { status, body } = await grace.call(getReceipt, { params: { number } })
    expect(status, number).toBe(200)
    return body
  }

  /** Of rent that counts again while its item waits once more; wifi stands in no ledger. */
  async function receiptInLedger({ account_number, amount }: DeskEffect['accounts'][number]) {
    const params = { id: String(idOf(account_number)) }
    const [last] = (await grace.call(listLedger, { params, query: { limit: '1' } })).body
    return last?.takes_back && last.amount === -amount ? last.receipt_number : null
  }

  async function seeReceipts(effect: Shown, plan: Plan, { receipt, item }: Reply) {
    if (receipt) {
      const { amount, voided } = await seeReceipt(receipt)
      const [change] = accountsOf(effect, plan)
      const held = 'held' in effect ? effect.held.after - effect.held.before : 0
      const isOfDeposit = held !== 0 && change?.amount === 0
      expect([amount, voided]).toEqual([isOfDeposit ? held : change?.amount, null])
    }
    if (!('accounts' in effect)) return
    const { closed } = item ?? {}
    for (const change of effect.accounts) {
      const { account_number, full_name, amount, receipt } = change
      if (!receipt || full_name === null) continue
      const part = closed?.parts.find((one) => one.account?.account_number === account_number)
      const number =
        receipt.number ??
        part?.receipt_number ??
        closed?.payment?.receipt_number ??
        (closed ? '' : await receiptInLedger(change))
      if (number === null) continue
      const seen = await seeReceipt(number)
      expect(seen.full_name).toBe(full_name)
      if (receipt.change === 'new') expect([seen.amount, seen.voided]).toEqual([amount, null])
      if (receipt.change === 'void') expect([seen.amount, !seen.voided]).toEqual([-amount, false])
      if (receipt.change === 'code') expect(seen.mpesa_receipt_number).toBe(item?.receipt)
      if (receipt.change === 'replaced') expect(!seen.voided).toBe(false)
    }
  }

  return async function expectEffect(
    plan: Plan,
    effect: Shown,
    before: State,
    after: State,
    { reply, detail }: { reply: Reply; detail: DeskDetail | null },
  ) {
    const owed = { ...before.owed }
    const changes = accountsOf(effect, plan)
    for (const { account_number, before: was, after: now, amount } of changes) {
      if (was === null || now === null) owed[account_number] = (owed[account_number] ?? 0) - amount
      else {
        expect(was).toBe(before.owed[account_number])
        expect([was - amount, was]).toContain(now)
        owed[account_number] = now
      }
      const id = idOf(account_number)
      if (id === undefined) continue
      const page = { params: { id: String(id) }, query: { limit: '1' } }
      const [last] = (await grace.call(listLedger, page)).body
      expect(last?.balance).toBe(now)
      const tenant = tenants.find(({ account }) => account === account_number)
      if (!tenant) continue
      const { body } = await tenant.caller.call(getPaymentSummary, {})
      expect(body.current_month_balance).toBe(now)
    }
    expect(after.owed).toEqual(owed)
    expect(after.held).toEqual(heldAfter(effect, plan, before))
    const entered = changes.flatMap(({ receipt }) =>
      receipt?.change === 'code' ? [] : receipt?.change === 'replaced' ? [-1, 1] : [1],
    )
    const isOfDeposit = 'held' in effect
    // A deduction, and a deposit from before, are no payments.
    if (!isOfDeposit) expect(after.entries - before.entries).toBe(entered.length)
    else expect(after.entries - before.entries).toBeLessThanOrEqual(1)
    expect(after.deposit_entries - before.deposit_entries).toBe(isOfDeposit ? 1 : 0)
    const { push = null, wifi_code = false } = 'accounts' in effect ? effect : {}
    expect(after.vouchers - before.vouchers).toBe(wifi_code ? 1 : 0)
    expect(reply.item?.push?.status).toBe(push ?? detail?.push?.status)
    await seeReceipts(effect, plan, reply)
  }
}

/** Whether an act was refused as its preview was. What turned out to count already has closed by the look. */
function expectSameRefusal(look: Outcome, sent: Outcome) {
  if (look.code === 'already_counted') {
    expect(['already_counted', 'already_closed']).toContain(sent.code)
  } else expect([sent.status, sent.code]).toEqual([look.status, look.code])
}

/** The same effect with another figure. */
const tamper = (effect: Shown): Shown =>
  'accounts' in effect
    ? { ...effect, wifi_code: !effect.wifi_code }
    : 'held' in effect
      ? { ...effect, held: { ...effect.held, after: 987_654 } }
      : { ...effect, after: 987_654 }

async function playActs(books: Books, random: Random, counts: Map<string, number>) {
  const { grace, manager } = books
  const planner = plannerOf(books, random)
  const expectEffect = witness(books)
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
  /** As it was read last, while nothing has been done since: reading takes most of the time. */
  let known: State | null = null
  const readAgain = async () => (known = await books.read())

  async function itemAfter(plan: Plan) {
    if (!('item' in plan.of)) return null
    const params = { id: String(plan.of.item) }
    return (await grace.call(getDeskItem, { params })).body
  }

  /** What waits is decided by the second person: done as it was shown, or not at all. */
  async function decide(
    plan: Plan,
    effect: Shown,
    id: number,
    people: (typeof grace)[],
    { detail, before }: { detail: DeskDetail | null; before: State },
  ) {
    const [maker = grace, second = manager] = people
    const params = { id: String(id) }
    const own = await maker.call(approve, { params })
    expect([own.status, own.body.code]).toEqual([403, 'own_request'])
    const way = random.below(10)
    if (way < 2) {
      const answer =
        way === 0
          ? await second.call(refuse, { params, body: { note: 'Not agreed' } })
          : await maker.call(withdraw, { params })
      expect(answer.status).toBe(200)
      expect(await readAgain()).toEqual(before)
      count(way === 0 ? 'refused by the second' : 'withdrawn')
      return
    }
    const { status, body } = await second.call(approve, { params })
    expect([status, body.code]).toEqual([200, undefined])
    count('approved')
    const reply = { entry: null, receipt: null, item: await itemAfter(plan), waiting: null }
    await expectEffect(plan, effect, before, await readAgain(), { reply, detail })
    const again = await second.call(approve, { params })
    expect([again.status, again.body.code]).toEqual([409, 'already_decided'])
  }

  async function doOne() {
    const onDesk = random.chance(0.6) ? await planner.onDesk() : null
    const plan = onDesk ?? planner.byHand()
    const detail = onDesk?.detail ?? null
    const people = random.chance(0.5) ? [grace, manager] : [manager, grace]
    const [maker = grace] = people
    const before = known ?? (await readAgain())
    const look = await plan.look(maker)
    if (look.status !== 200) {
      const sent = await plan.send(maker, unseen(plan))
      expect(sent.status).toBeGreaterThanOrEqual(400)
      expectSameRefusal(look, sent)
      const after = await readAgain()
      const open = look.code === 'already_counted' ? after.open : before.open
      expect(after).toEqual({ ...before, open })
      const isOffered = 'item' in plan.of && detail?.acts.includes(plan.of.act.act as never)
      if (isOffered) expect(look.code).not.toBe('act_not_possible')
      return count(`refused: ${look.code}`)
    }
    const { waits, ...effect } = look.effect as Shown & { waits?: string }
    if (random.chance(0.04)) {
      const other = await plan.send(maker, tamper(effect))
      expect([other.status, other.code]).toEqual([409, 'changed_meanwhile'])
      expect(isDeepStrictEqual(other.effect, effect)).toBe(true)
      expect(await readAgain()).toEqual(before)
    }
    const sent = await plan.send(maker, effect)
    expect(sent.status, sent.code).toBeLessThan(300)
    const after = await readAgain()
    // As the preview has said.
    expect(sent.reply.waiting !== null).toBe(waits !== undefined)
    if (sent.reply.waiting !== null) {
      expect(after).toEqual(before)
      count('waiting')
      return decide(plan, effect, sent.reply.waiting, people, { detail, before })
    }
    count('item' in plan.of ? plan.of.act.act : (plan.text.split(' ')[0] ?? ''))
    await expectEffect(plan, effect, before, after, { reply: sent.reply, detail })
    planner.remember(plan, sent.reply)
  }

  async function creditExact() {
    const shown = (await grace.call(listExactItems, {})).body
    const some = shown.filter(() => random.chance(0.7)).slice(0, 8)
    if (some.length === 0) return
    const before = await readAgain()
    const credits = some.map(({ item, account, effect }) => ({
      id: item.id,
      account_number: account.account_number,
      expected: effect,
    }))
    const { body } = await grace.call(creditExactItems, { body: { credits } })
    expect(body.map(({ credited }) => credited)).toEqual(some.map(() => true))
    const after = await readAgain()
    const owed = { ...before.owed }
    for (const { effect } of some) {
      const [change] = effect.accounts
      expect(change?.before).toBe(before.owed[change?.account_number ?? ''])
      owed[change?.account_number ?? ''] = change?.after ?? Number.NaN
      count('exact')
    }
    expect(after).toEqual({
      ...before,
      owed,
      open: before.open - some.length,
      entries: before.entries + some.length,
    })
  }

  return async function play(index: number) {
    const { open } = known ?? (await readAgain())
    if (open < FEWEST_OPEN || index % 4 === 0) {
      await books.plant()
      known = null
    }
    if (index % 12 === 0) await creditExact()
    await doOne()
    if (index % 25 === 0) expect(await books.readOwed()).toEqual((await readAgain()).owed)
  }
}

const newSeed = () => Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))

test.each(databases)(
  `${ACTS} random acts on %s change what their previews say, or are refused as these are`,
  async (kind) => {
    const seed = newSeed()
    const random = randomFrom(seed)
    const books = await openBooks(kind, random)
    const counts = new Map<string, number>()
    let index = 0
    try {
      const play = await playActs(books, random, counts)
      for (; index < ACTS; index++) {
        await play(index)
        if (process.env.SHOW && index % 500 === 499) console.log(kind, seed, index + 1)
      }
    } catch (error) {
      throw new Error(`seed ${seed}, act ${index}: ${error}`, { cause: error })
    } finally {
      if (process.env.SHOW) console.log(kind, seed, index, Object.fromEntries(counts))
      await books.close()
    }
  },
  timeFor(ACTS),
)

/** What an undo has to bring back. A push that has ended stays ended, as decision 032 says. */
async function standing(books: Books) {
  const [{ owed, held }, open] = [await books.read(), await books.listOpen()]
  const holding = Object.fromEntries(Object.entries(held).filter(([, sum]) => sum !== 0))
  const items = open.map(({ push, ...item }) => ({
    ...item,
    push: push && { ...push, status: '' },
  }))
  return { owed, held: holding, items }
}

async function playUndone(books: Books, random: Random, counts: Map<string, number>) {
  const { grace, manager } = books
  const planner = plannerOf(books, random)
  const people = (): [typeof grace, typeof grace] =>
    random.chance(0.5) ? [grace, manager] : [manager, grace]

  async function doOne() {
    for (;;) {
      const plan = random.chance(0.6) ? await planner.onDesk() : planner.byHand()
      const isLasting =
        'item' in plan.of
          ? !['assign', 'split', 'attach', 'dismiss'].includes(plan.of.act.act)
          : plan.text.startsWith('undo')
      const before = await standing(books)
      const reply = isLasting ? null : await carryOut(books, plan, people())
      const undo = reply && undoOf(plan, reply)
      if (undo) return { plan, undo, before }
    }
  }

  /** @returns false for a deposit that is used by what is done still */
  async function takeBack(undo: Plan) {
    const reply = await carryOut(books, undo, people())
    if (reply === null && (await undo.look(grace)).code === 'deposit_used') return false
    expect(reply, undo.text).not.toBeNull()
    const again = await undo.look(grace)
    expect(again.status, undo.text).toBe(409)
    expect(['already_reversed', 'not_dismissed']).toContain(again.code)
    if (!('account' in undo.of)) return true
    const { account, ledger } = undo.of
    const planOf = ledger === 'rent' ? undoPlan : depositUndoPlan
    const ofUndo = await planOf(account, reply?.entry ?? 0).look(grace)
    expect([ofUndo.status, ofUndo.code]).toEqual([409, 'not_by_hand'])
    return true
  }

  return async function play() {
    if ((await books.read()).open < FEWEST_OPEN) await books.plant()
    const done: Awaited<ReturnType<typeof doOne>>[] = []
    const depth = 1 + random.below(5)
    while (done.length < depth) done.push(await doOne())
    const [first] = done
    // The last first, or in any order.
    const isInOrder = random.chance(0.6)
    while (done.length > 0) {
      const [next] = done.splice(isInOrder ? done.length - 1 : random.below(done.length), 1)
      if (!next) break
      if (!(await takeBack(next.undo))) {
        expect(isInOrder).toBe(false)
        done.push(next)
        continue
      }
      const what = 'item' in next.plan.of ? next.plan.of.act.act : 'enter'
      counts.set(what, (counts.get(what) ?? 0) + 1)
      if (isInOrder) expect(await standing(books), next.plan.text).toEqual(next.before)
    }
    expect(await standing(books)).toEqual(first?.before)
    return depth
  }
}

test.each(databases)(
  `${UNDONE} random acts on %s are undone: every balance and the desk are as before`,
  async (kind) => {
    const seed = newSeed()
    const random = randomFrom(seed)
    const books = await openBooks(kind, random, 20)
    const counts = new Map<string, number>()
    let index = 0
    try {
      const play = await playUndone(books, random, counts)
      while (index < UNDONE) index += await play()
    } catch (error) {
      throw new Error(`seed ${seed}, act ${index}: ${error}`, { cause: error })
    } finally {
      if (process.env.SHOW) console.log(kind, seed, index, Object.fromEntries(counts))
      await books.close()
    }
  },
  timeFor(UNDONE),
)
