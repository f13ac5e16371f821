import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { approve, listApprovals, refuse, withdraw } from '#contract/approvals.ts'
import type { DeskDetail } from '#contract/desk.ts'
import { creditExactItems, listExactItems } from '#contract/exact.ts'
import {
  type Books,
  ELSEWHERE,
  openBooks,
  type Random,
  randomFrom,
  TODAY,
} from '../testing/books.ts'
import { entryPlan, type Form, type Plan, plannerOf, type Reply } from '../testing/random-acts.ts'
import { newSeed } from '../testing/seed.ts'
import { type Caller, databases } from '../testing/server.ts'

const ROUNDS = Number(process.env.ROUNDS ?? 200)

type State = Awaited<ReturnType<Books['read']>>
/** Of what is owed, and of the deposit held. */
type Change = { owes: number; holds: number }

const rentSigns: Record<string, Change> = {
  cash: { owes: -1, holds: 0 },
  bank: { owes: -1, holds: 0 },
  waiver: { owes: -1, holds: 0 },
  charge: { owes: 1, holds: 0 },
  fee: { owes: 1, holds: 0 },
  refund: { owes: 1, holds: 0 },
}
const depositSigns: Record<string, Change> = {
  cash: { owes: 0, holds: 1 },
  bank: { owes: 0, holds: 1 },
  opening: { owes: 0, holds: 1 },
  deducted: { owes: 0, holds: -1 },
  refund: { owes: 0, holds: -1 },
  from_rent: { owes: 1, holds: 1 },
  to_rent: { owes: -1, holds: -1 },
}

/** Which entry an act takes back: `entry 12`, `deposit entry 3`. */
const undoneBy = ({ text }: Plan) => /^undo ((?:deposit )?entry \d+)/.exec(text)?.[1]

/**
 * What everybody owes and has deposited, added up from the acts that were reported as done: plain arithmetic on what was asked for, which
 * shares nothing with the rules.
 */
function ledgerOf(start: Pick<State, 'owed' | 'held'>, planted: Books['credited']) {
  const owed = { ...start.owed }
  const held = { ...start.held }
  const entries = new Map<string, { account: string; change: Change; undone: boolean }>()
  const credits = new Map<number, { account: string; amount: number }[]>()
  const add = (account: string | undefined, change: number) => {
    if (!account) throw new Error('no account')
    owed[account] = (owed[account] ?? 0) + change
  }

  function creditsOf(item: number) {
    const known = credits.get(item) ?? planted.get(item) ?? []
    if (known.length === 0) throw new Error(`nothing to take back of ${item}`)
    return known
  }

  function change(account: string, { owes, holds }: Change, sign: 1 | -1) {
    add(account, sign * owes)
    if (holds !== 0) held[account] = (held[account] ?? 0) + sign * holds
  }

  function enter(plan: Plan, account: string, entry: number) {
    const undone = undoneBy(plan)
    if (undone) {
      const known = entries.get(undone)
      if (!known || known.undone) throw new Error(`undone twice: ${undone}`)
      known.undone = true
      return change(account, known.change, -1)
    }
    const isDeposit = plan.text.startsWith('deposit')
    const name = `${isDeposit ? 'deposit ' : ''}entry ${entry}`
    // The same form sent twice has the answer twice and is entered once.
    if (entries.has(name)) return
    const { kind, amount } = JSON.parse(/\{.*\}/.exec(plan.text)?.[0] ?? '')
    const signs = isDeposit ? depositSigns : rentSigns
    const { owes, holds } = signs[kind] ?? { owes: Number.NaN, holds: 0 }
    const done = { owes: owes * Number(amount), holds: holds * Number(amount) }
    entries.set(name, { account, change: done, undone: false })
    change(account, done, 1)
  }

  /** @param detail the item before the act */
  function decide(plan: Plan, detail: DeskDetail) {
    if (!('item' in plan.of)) return
    const { item, act: chosen } = plan.of
    const { push, account, amount, reason } = detail
    const whole = Math.floor(Number(amount))
    // In these books a bundle costs 50, and no rent is as little.
    const isRent = push && push.amount !== 50
    switch (chosen.act) {
      case 'assign': {
        const part = whole === Number(amount) ? whole : (chosen.amount ?? 0)
        credits.set(item, [{ account: chosen.account_number, amount: part }])
        return add(chosen.account_number, -part)
      }
      case 'split':
        credits.set(
          item,
          chosen.parts.map(({ account_number, amount }) => ({ account: account_number, amount })),
        )
        for (const part of chosen.parts) add(part.account_number, -part.amount)
        return
      case 'attach':
        // The money counts already; so it does when the code is taken away again.
        credits.set(item, [{ account: ELSEWHERE, amount: 0 }])
        return
      case 'reverse':
        for (const { account, amount } of creditsOf(item)) add(account, amount)
        credits.set(item, [])
        return
      case 'confirm':
        return isRent ? add(account?.account_number, -push.amount) : undefined
      case 'correct':
        if (reason === 'taken_back_by_mpesa') {
          const of = account?.account_number ?? ELSEWHERE
          // Taking this back restores the payment.
          credits.set(item, [{ account: of, amount: -whole }])
          return add(of, whole)
        }
        if (!isRent) return
        return add(
          account?.account_number,
          push.amount - (reason === 'differing_amount' ? whole : 0),
        )
    }
  }

  return {
    owed,
    held,
    /** Whether an undo, if it is one, is of an entry whose number was given. */
    knows(plan: Plan) {
      const undone = undoneBy(plan)
      return !undone || entries.has(undone)
    },
    /** Whether there is a credit of a plan's item to take back. */
    isCredited: ({ of }: Plan) =>
      'item' in of && (credits.get(of.item) ?? planted.get(of.item) ?? []).length > 0,
    /** Money that came in, or what else happened beside the acts. */
    happened(before: Record<string, number>, after: Record<string, number>) {
      for (const account of Object.keys(after)) {
        add(account, (after[account] ?? 0) - (before[account] ?? 0))
      }
    },
    credit(item: number, account: string, amount: number) {
      credits.set(item, [{ account, amount }])
      add(account, -amount)
    },
    done(plan: Plan, reply: Pick<Reply, 'entry'>, detail: DeskDetail | null) {
      if ('account' in plan.of) enter(plan, plan.of.account.account_number, reply.entry ?? 0)
      else if (detail) decide(plan, detail)
    },
  }
}

type Ledger = ReturnType<typeof ledgerOf>

/** Looks, and does what was seen; whoever learns that it changed meanwhile looks at that and sends it again. */
async function contend(by: Caller, plan: Plan) {
  const look = await plan.look(by)
  if (look.status !== 200 || !look.effect) return { plan, reply: null, code: look.code }
  let sent = await plan.send(by, look.effect)
  for (let more = 0; more < 20 && sent.code === 'changed_meanwhile' && sent.effect; more++) {
    sent = await plan.send(by, sent.effect)
  }
  return { plan, reply: sent.status < 300 ? sent.reply : null, code: sent.code }
}

async function playRounds(books: Books, random: Random, counts: Map<string, number>) {
  const { grace, manager, accounts } = books
  const planner = plannerOf(books, random)
  const ledger: Ledger = ledgerOf(await books.read(), books.credited)
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
  const waiting = new Map<number, { plan: Plan; detail: DeskDetail | null }>()
  async function race(plans: Plan[], detail: DeskDetail | null) {
    const answers = await Promise.all(
      plans.map((plan, index) => {
        const maker = index % 2 === 0 ? grace : manager
        return contend(maker, plan)
      }),
    )
    // Whatever is credited is taken back before it can be credited again, which the third of them may take back again.
    const isReverse = ({ plan }: { plan: Plan }) =>
      'item' in plan.of && plan.of.act.act === 'reverse'
    const open = [...answers]
    while (open.length > 0) {
      const next = open.findIndex((one) => isReverse(one) === ledger.isCredited(one.plan))
      const [answer] = open.splice(Math.max(0, next), 1)
      if (!answer?.reply) continue
      const { plan, reply } = answer
      if (reply.waiting !== null) waiting.set(reply.waiting, { plan, detail })
      else {
        ledger.done(plan, reply, detail)
        planner.remember(plan, reply)
      }
    }
    const won = answers.filter(({ reply }) => reply).length
    // Whatever is refused because something has changed gives way to one that was done.
    const lost = answers.filter(({ code }) => code === 'changed_meanwhile')
    expect(lost).toEqual([])
    count(`${won} of ${plans.length} ${'item' in (plans[0]?.of ?? {}) ? 'on an item' : 'by hand'}`)
  }

  async function byHand() {
    const account = random.pick(accounts)
    const way = random.below(4)
    const plan = () => {
      for (;;) {
        const one = planner.byHand(account)
        if (ledger.knows(one)) return one
      }
    }
    const one = plan()
    if (way === 0) return race([one, one], null)
    if (way === 1) {
      const kind = random.pick(['waiver', 'refund'] as const)
      const due = ledger.owed[account.account_number] ?? 0
      const most = Math.max(1, Math.abs(due))
      // Each fits what they owe, or have to their credit; both together do not.
      const entry = (share: number): Form => ({
        kind: due > 0 ? 'waiver' : kind,
        amount: Math.max(1, Math.floor(most * share)),
        on: TODAY,
        reference: crypto.randomUUID().slice(0, 20),
        reason: 'At once',
      })
      const plans = [0.9, 0.6].map((share) => entryPlan(account, entry(share), crypto.randomUUID()))
      return race(plans, null)
    }
    return race([one, plan(), ...(way === 2 ? [one] : [])], null)
  }

  async function onItem() {
    const one = await planner.onDesk()
    const { detail } = one
    const others = [planner.onSame(detail), ...(random.chance(0.3) ? [one] : [])]
    return race([one, ...others], detail)
  }

  /** Something that waits is approved twice, refused and withdrawn at once: one of these happens. */
  async function decide() {
    const [id] = waiting.keys()
    if (id === undefined) return byHand()
    const { plan, detail } = waiting.get(id) ?? {}
    waiting.delete(id)
    if (!plan) return
    const query = { limit: '100' }
    const open = (await grace.call(listApprovals, { query })).body.find((one) => one.id === id)
    // Of one form that both have sent, only one has asked.
    const maker = open?.is_mine ? grace : manager
    const params = { id: String(id) }
    const second = maker === grace ? manager : grace
    const asked = [
      second.call(approve, { params }),
      second.call(approve, { params }),
      ...(random.chance(0.3) ? [maker.call(withdraw, { params })] : []),
      ...(random.chance(0.3) ? [second.call(refuse, { params, body: { note: 'No' } })] : []),
    ]
    const statuses = (await Promise.all(asked)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(1)
    expect(statuses.every((status) => status < 500)).toBe(true)
    const decided = (await grace.call(listApprovals, { query: { ...query, state: 'decided' } }))
      .body
    const outcome = decided.find((one) => one.id === id)?.decided?.outcome
    expect(outcome).toBeDefined()
    count(`approval ${outcome}`)
    if (outcome !== 'approved') return
    // An entry's number isn't given; it is not taken back here.
    ledger.done(plan, { entry: -id }, detail ?? null)
  }

  async function exactTwice() {
    const shown = (await grace.call(listExactItems, {})).body.slice(0, 6)
    if (shown.length === 0) return onItem()
    const credits = shown.map(({ item, account, effect }) => ({
      id: item.id,
      account_number: account.account_number,
      expected: effect,
    }))
    const both = await Promise.all(
      [grace, manager].map((by) => by.call(creditExactItems, { body: { credits } })),
    )
    for (const { item, account } of shown) {
      const won = both.flatMap(({ body }) =>
        body.filter((one) => one.id === item.id && one.credited),
      )
      expect(won).toHaveLength(1)
      ledger.credit(item.id, account.account_number, Number(item.amount))
      count('exact')
    }
  }

  return async function play(index: number) {
    const before = await books.read()
    if (before.open < 25 || index % 5 === 0) {
      await books.plant()
      // A credit that this took part in can be taken back too.
      ledger.happened(before.owed, (await books.read()).owed)
    }
    const way = random.below(10)
    if (way < 4) await byHand()
    else if (way < 8) await onItem()
    else if (way < 9) await decide()
    else await exactTwice()
    const { owed, held } = await books.read()
    expect({ owed, held }).toEqual({ owed: ledger.owed, held: ledger.held })
  }
}

test.each(databases)(
  `two staff at once on %s: ${ROUNDS} times, nothing is lost and nothing counts twice`,
  async (kind) => {
    const seed = newSeed()
    const random = randomFrom(seed)
    const books = await openBooks(kind, random, 40)
    const counts = new Map<string, number>()
    let index = 0
    try {
      const play = await playRounds(books, random, counts)
      for (; index < ROUNDS; index++) await play(index)
      const { rows } = await sql`select receipts.receipt from receipts
        join payments on payments.company_id = receipts.company_id and payments.id = receipts.payment_id
        where not exists (select from payments back where back.company_id = payments.company_id
          and back.reverses_payment_id = payments.id)
        group by receipts.receipt having count(*) <> max(receipts.parts)`.execute(books.db)
      expect(rows).toEqual([])
    } catch (error) {
      throw new Error(`seed ${seed}, round ${index}: ${error}`, { cause: error })
    } finally {
      if (process.env.SHOW) console.log(kind, seed, index, Object.fromEntries(counts))
      await books.close()
    }
  },
  1_800_000,
)
