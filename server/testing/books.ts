import { sql } from 'kysely'
import { changeApprovalLimit } from '#contract/approvals.ts'
import { getUser } from '#contract/auth.ts'
import { assignDeskItem, type DeskItem, listAccounts, listDesk } from '#contract/desk.ts'
import { changeFees } from '#contract/fees.ts'
import { initiatePush } from '#contract/payments.ts'
import { getAccountNumber } from '#contract/tenancy.ts'
import { applyResult } from '../payments/settle.ts'
import { insertHeld } from '../statements/second-person.ts'
import { insertTakenBack } from '../statements/taken-back.ts'
import { act } from './desk.ts'
import { confirmation, failedCallback, paidCallback, startFakeDaraja } from './fake-daraja.ts'
import { allPages } from './pages.ts'
import { addCompany, addPerson, password } from './people.ts'
import { type DatabaseKind, endServer, startServer } from './server.ts'
import { addStatement } from './statement-rows.ts'

/** Above it, an act on money waits for the second person. */
export const LIMIT = 2000
export const TODAY = '2026-11-20'
/** An account of another residence, which pays to the same paybill. */
export const ELSEWHERE = '22222222'

export interface Account {
  user_id: number
  account_number: string
  full_name: string
}
export type Books = Awaited<ReturnType<typeof openBooks>>

export interface Random {
  below(end: number): number
  pick<T>(list: readonly T[]): T
  chance(share: number): boolean
}

/** The same choices for the same seed. */
export function randomFrom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (end: number) => Math.floor(next() * end)
  return {
    below,
    pick<T>(list: readonly T[]) {
      if (list.length === 0) throw new Error('nothing to pick from')
      return list[below(list.length)] as T
    },
    chance: (share) => next() < share,
  }
}

/** A residence with two staff, a limit, and M-Pesa's money of every kind that staff have to decide about. */
export async function openBooks(kind: DatabaseKind, random: Random, silent = 60) {
  let at = Date.parse(`${TODAY}T10:00:00Z`) - 49 * 3_600_000
  const daraja = await startFakeDaraja()
  const settings = { ...daraja.settings, THROTTLE: 'off' }
  const server = await startServer(kind, settings, () => new Date(at))
  const { context } = server.running
  const { db } = context

  await addPerson(db, 1, 'otieno@acacia.example', { staff_role: 'manager' })
  const company_id = await addCompany(db, 'books-elsewhere')
  const user_id = await addPerson(db, company_id, 'tenant@other.example')
  await addPerson(db, company_id, 'owner@other.example', { staff_role: 'owner' })
  await db
    .insertInto('account_numbers')
    .values({ account_number: ELSEWHERE, company_id, user_id })
    .execute()
  let grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
  const staffId = (await grace.call(getUser, {})).body.id
  await grace.call(changeApprovalLimit, { body: { was: { limit: null }, now: { limit: LIMIT } } })
  const list = [
    { id: null, name: 'Key replacement', amount: 500, may_vary: false, active: true, next: null },
    { id: null, name: 'Damage', amount: 800, may_vary: true, active: true, next: null },
  ]
  const fees = (await grace.call(changeFees, { body: { was: [], now: list } })).body

  const logins = [
    ['0712345678', '12345678'],
    ['0722000002', '23456789'],
    ['0722000003', '30000003'],
    ['0722000004', '30000004'],
  ] as const
  const signInTenants = () =>
    Promise.all(
      logins.map(async ([login, secret]) => {
        const caller = await server.signIn(login, secret)
        return { caller, account: (await caller.call(getAccountNumber, {})).body.account_number }
      }),
    )
  let tenants = await signInTenants()
  const mine = new Set(tenants.map(({ account }) => account))
  const all: Account[] = (await grace.call(listAccounts, {})).body
  /** Few, so that acts meet on them; those that have pushes, and four more. */
  const accounts = [
    ...all.filter((one) => mine.has(one.account_number)),
    ...all.filter((one) => !mine.has(one.account_number)).slice(0, 4),
  ]

  let made = 0
  const newReceipt = () => `UKL${(made++).toString(36).toUpperCase().padStart(7, '0')}`

  async function post(path: string, body: unknown) {
    const { status } = await server.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (status !== 200) throw new Error(`${path}: ${status}`)
  }
  async function paybill(reference: string, amount: string, shortcode = '600984') {
    const receipt = newReceipt()
    const body = { ...confirmation(receipt, reference, amount), BusinessShortCode: shortcode }
    await post(`/api/hooks/${context.hookSecret}/confirmation`, body)
    return receipt
  }

  async function push(amount: number, pays: 'rent' | 'wifi' = 'rent') {
    const { caller, account } = random.pick(tenants)
    const msisdn = `2547${String(10_000_000 + made++)}`
    const account_reference = pays === 'rent' ? account : 'package_50'
    const asked = await caller.call(initiatePush, {
      body: { phone_number: msisdn, amount, account_reference },
    })
    if (asked.status >= 300) throw new Error(asked.body.message)
    const index = daraja.pushes.findIndex((sent) => sent.PhoneNumber === Number(msisdn))
    const row = await db
      .selectFrom('payment_requests')
      .where('phone', '=', msisdn)
      .select(['company_id', 'id'])
      .executeTakeFirstOrThrow()
    const path = new URL(daraja.pushes[index]?.CallBackURL ?? '').pathname
    const id = daraja.checkoutId(index)
    return {
      account,
      reference: daraja.pushes[index]?.AccountReference ?? '',
      paid: (receipt: string, sum: number) => post(path, paidCallback(id, receipt, sum)),
      unknown: () => post(path, failedCallback(id, 7777, 'Said')),
      /** M-Pesa says that it was paid, and names no receipt. */
      async nameless() {
        const learnt = { receipt: null, amount: null, amount_text: null, paid_at: null, raw: null }
        const report = { via: 'query', code: '0', description: 'Said', ...learnt } as const
        await applyResult(context, row.company_id, row.id, report)
      },
    }
  }

  /** Different for each push: another one of the same sum might be the same money. */
  const newSum = () => 400 + made * 3 + random.below(3)
  const slip = (number: string) => number.slice(0, 2) + number.slice(3)

  /** What staff have credited in a story, by the item of the desk. */
  const credited = new Map<number, { account: string; amount: number }[]>()

  const stories = {
    async unmatched() {
      const { account_number } = random.pick(accounts)
      const typed = random.chance(0.4) ? slip(account_number) : random.pick(['rent', 'my son', ''])
      await paybill(typed, (20 + random.below(4000)).toFixed(2))
    },
    other_paybill: () => paybill(random.pick(accounts).account_number, '700.00', '600111'),
    fraction: () =>
      paybill(
        random.pick([...mine, 'nobody']),
        `${90 + random.below(900)}.${random.pick([25, 50])}`,
      ),
    async differing() {
      const sum = newSum()
      const one = await push(sum)
      const counts = random.chance(0.7)
      if (counts) await one.nameless()
      await one.paid(newReceipt(), sum + random.pick(counts ? [-1, 7, 0.5] : [-1, 0.5]))
    },
    async twin() {
      const sum = newSum()
      const one = await push(sum)
      await one.nameless()
      await paybill(one.account, sum.toFixed(2))
    },
    async twice() {
      const sum = newSum()
      const one = await push(sum)
      const receipt = await paybill('stray', sum.toFixed(2))
      await one.nameless()
      const item = (await listOpen()).find((open) => open.receipt === receipt)
      const { account_number } = random.pick(accounts)
      const params = { id: String(item?.id) }
      await act(grace, assignDeskItem, { params, body: { account_number } })
      credited.set(item?.id ?? 0, [{ account: account_number, amount: sum }])
      await one.paid(receipt, sum)
    },
    async second() {
      const one = await push(50, 'wifi')
      await one.paid(newReceipt(), 50)
      await one.paid(newReceipt(), 50)
    },
    async taken_back() {
      const sum = 60 + random.below(900)
      const whose = random.chance(0.7) ? random.pick(accounts).account_number : ELSEWHERE
      const receipt = await paybill(whose, sum.toFixed(2))
      const row = {
        at: `${TODAY} 12:00:00`,
        receipt: newReceipt(),
        shillings: random.chance(0.8) ? -sum : -10,
        kind: 'reversal' as const,
        reversed_receipt: receipt,
      }
      const day = { from: `${TODAY} 00:00:00`, until: `${TODAY} 23:59:59` }
      await addStatement(db, 1, staffId, day, [row])
      const from_at = new Date(`${TODAY}T00:00:00+03:00`)
      const until_at = new Date(`${TODAY}T23:59:59+03:00`)
      const period = {
        company_id: 1,
        source: 'paybill',
        account: '600984',
        from_at,
        until_at,
      } as const
      await db.transaction().execute((tx) => insertTakenBack(tx, period))
    },
    /** Only a file of Grace's has it, so that somebody else decides. */
    async held() {
      const receipt = newReceipt()
      const wifi = random.chance(0.4) ? await push(50, 'wifi') : null
      const { account_number } = random.pick(accounts)
      const reference = wifi?.reference ?? random.pick([account_number, slip(account_number)])
      const amount = wifi ? random.pick([50, 50, 60]) : 20 + random.below(3000)
      const at = `${TODAY} 12:30:00`
      const day = { from: `${TODAY} 00:00:00`, until: `${TODAY} 23:59:59` }
      await addStatement(db, 1, staffId, day, [{ at, receipt, shillings: amount }])
      const { id: row_id } = await db
        .selectFrom('statement_rows')
        .where('receipt', '=', receipt)
        .select('id')
        .executeTakeFirstOrThrow()
      const payment = {
        ...{ receipt, reference, amount, amount_text: amount.toFixed(2), shortcode: null },
        paid_at: new Date(`${TODAY}T12:30:00+03:00`),
      }
      const held = [{ row_id, payment, raw: { receipt } }]
      await db.transaction().execute((tx) => insertHeld(tx, { company_id: 1 }, held))
    },
    /** Something that no staff have to decide about. */
    credited: () => paybill(random.pick(accounts).account_number, '120.00'),
  }
  type Story = keyof typeof stories
  const names = Object.keys(stories) as Story[]

  const listOpen = async (): Promise<DeskItem[]> =>
    allPages(grace, listDesk, { state: 'open', limit: '100' })

  for (let index = 0; index < silent; index++) {
    const one = random.chance(0.2) ? await push(50, 'wifi') : await push(newSum())
    if (index % 3 === 0) await one.unknown()
  }
  // Two days later they are on the desk, and whoever works there has signed in again.
  at += 49 * 3_600_000
  grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
  tenants = await signInTenants()
  const manager = await server.signIn('otieno@acacia.example', password)
  const theirOwner = await server.signIn('owner@other.example', password)
  for (let ticks = 0; ticks < 50 && (await listOpen()).length < silent; ticks++) {
    await server.running.followUp.tick()
  }

  return {
    server,
    db,
    grace,
    manager,
    tenants,
    accounts,
    fees,
    credited,
    listOpen,
    plant: async (story: Story = random.chance(0.5) ? 'unmatched' : random.pick(names)) => {
      await stories[story]()
    },

    /** What everybody owes and has deposited, added up from the entries themselves, and how much there is of what acts make. */
    async read() {
      const { rows } = await sql<{
        owed: Record<string, number>
        held: Record<string, number>
        entries: number
        deposit_entries: number
        vouchers: number
        open: number
      }>`with charged as (select company_id, user_id, sum(amount) as sum from charges
          where due_day <= ${TODAY} group by company_id, user_id),
        paid as (select company_id, user_id, sum(amount) as sum from payments
          where purpose = 'rent' group by company_id, user_id)
        select
          (select jsonb_object_agg(account_number,
              coalesce(charged.sum, 0)::int - coalesce(paid.sum, 0)::int)
            from account_numbers
            left join charged using (company_id, user_id)
            left join paid using (company_id, user_id)) as owed,
          (select coalesce(jsonb_object_agg(account_number, sum), '{}') from (
            select account_number, sum(amount)::int as sum from deposit_entries
            join account_numbers using (company_id, user_id) group by account_number) held) as held,
          (select count(*) from deposit_entries)::int as deposit_entries,
          (select count(*) from payments)::int + (select count(*) from charges)::int as entries,
          (select count(*) from vouchers)::int as vouchers,
          (select count(*) from desk_items where closed_at is null)::int as open`.execute(db)
      const [read] = rows
      if (!read) throw new Error('nothing was read')
      return read
    },

    /** The same as the pages of staff show it. */
    async readOwed(): Promise<Record<string, number>> {
      const [ours, theirs] = [
        await grace.call(listAccounts, {}),
        await theirOwner.call(listAccounts, {}),
      ]
      return Object.fromEntries(
        [...ours.body, ...theirs.body].map(({ account_number, due }) => [account_number, due]),
      )
    },

    async close() {
      await endServer(server)
      await daraja.close()
    },
  }
}
