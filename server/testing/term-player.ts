import { expect } from 'vitest'
import { getStanding, getTenantStanding } from '#contract/agreements.ts'
import { getUser, login } from '#contract/auth.ts'
import {
  changeBillingRule,
  changeBillingTerms,
  getBillingRule,
  getTenantBilling,
} from '#contract/billing.ts'
import { type CallList, type CallRow, getCallSummary, listCalls } from '#contract/calls.ts'
import { getDepositTotals } from '#contract/deposits.ts'
import { changeFees, getFees } from '#contract/fees.ts'
import { getOwnStatement, listLedger } from '#contract/ledger.ts'
import { issueLetter, listLetters } from '#contract/letters.ts'
import { onboardTenant } from '#contract/onboarding.ts'
import { getOverview } from '#contract/overview.ts'
import { addRooms } from '#contract/rooms.ts'
import { getPaymentSummary } from '#contract/tenancy.ts'
import { loadColleges } from '../company/colleges.ts'
import { runDailyJobs } from '../jobs.ts'
import type { Account as AccountKey } from './books.ts'
import { type FakeDaraja, startFakeDaraja } from './fake-daraja.ts'
import { allPages } from './pages.ts'
import { addCompany, addPerson, password } from './people.ts'
import type { Plan } from './random-acts.ts'
import { unseen } from './random-acts.ts'
import type { TermStart } from './random-terms.ts'
import {
  type Caller,
  callerOf,
  type DatabaseKind,
  endServer,
  startServer,
  type TestServer,
} from './server.ts'
import { newStudent } from './students.ts'
import * as model from './term-model/ledger.ts'
import { work } from './term-model/nights.ts'
import { moveIn } from './term-model/stays.ts'
import * as views from './term-model/views.ts'

/** The day on which every term begins: years to come, because what the database dates itself must not fall into a term. */
const START = '2041-08-27'
const prices = [
  { name: 'Key replacement', amount: 500, may_vary: false },
  { name: 'Damage', amount: 800, may_vary: true },
]

export interface TermServer {
  server: TestServer
  daraja: FakeDaraja
  clock: { at: number }
  made: number
  /** How often each kind of act was done, and refused. */
  counts: Map<string, [done: number, refused: number]>
}

/** A server without any residence, on whose clock terms are played one after the other. */
export async function openTermServer(kind: DatabaseKind): Promise<TermServer> {
  const clock = { at: model.noonOf(START) }
  const daraja = await startFakeDaraja()
  const settings = { ...daraja.settings, THROTTLE: 'off', DEMO: 'off' }
  const server = await startServer(kind, settings, () => new Date(clock.at))
  await server.running.context.db.transaction().execute((tx) => loadColleges(tx, 1))
  return { server, daraja, clock, made: 0, counts: new Map() }
}

export async function closeTermServer({ server, daraja }: TermServer) {
  await endServer(server)
  await daraja.close()
}

interface Person {
  key: AccountKey
  account: model.Account
  caller(): Promise<Caller>
}

export interface OpenPush {
  person: Person
  pays: 'rent' | 'deposit'
  amount: number
  index: number
  receipt: string
  at: number
}

/** A residence with two tenants and what is expected of it. */
export type Term = Awaited<ReturnType<typeof openTerm>>

/** The grade and the days late, as the sentence about it has them. */
const readGrade = (grade: { grade: string; text: string } | null) =>
  grade && {
    grade: grade.grade,
    bills: [
      ...grade.text.matchAll(
        /(\w+) (was due today|has been unpaid for|was paid on time|was paid) ?(\d+)?/g,
      ),
    ].map(([, month = '', how = '', late = '0']) => ({
      ...{ late: Number(late), month, isPaid: how.startsWith('was paid') },
    })),
  }

/** Goes on with a session when time has gone by, as a browser does; signing in takes much longer. */
function signedIn({ server, clock }: TermServer, email: string, password: string) {
  let known: { caller: Caller; at: number; cookie: string } | null = null
  return async () => {
    if (known && clock.at - known.at < 600_000) return known.caller
    const origin = server.running.context.config.publicUrl
    const headers = { cookie: known?.cookie ?? '', origin }
    const refreshed =
      known && (await server.fetch('/api/auth/refresh-token', { method: 'POST', headers }))
    const answer = refreshed?.ok
      ? { headers: refreshed.headers, body: (await refreshed.json()) as { access: string } }
      : await server.call(login, { body: { email, password } })
    const [cookie = ''] = answer.headers.getSetCookie()[0]?.split(';') ?? []
    const { body } = answer
    const caller = callerOf(server.url, 'access' in body ? body.access : body.access_token)
    known = { caller, at: clock.at, cookie }
    return caller
  }
}

export async function openTerm(on: TermServer, start: TermStart) {
  const { server, clock } = on
  const { db } = server.running.context
  clock.at = model.noonOf(START)
  const slug = `term-${++on.made}`
  const company_id = await addCompany(db, slug, { name: 'A residence' })
  const { amount, months, days } = start.deposit
  await db
    .updateTable('companies')
    .set({ first_month: start.first_month })
    .set({ deposit_amount: amount, deposit_months: months, deposit_days: days })
    .where('id', '=', company_id)
    .execute()
  await addPerson(db, company_id, `owner@${slug}.example`, { is_staff: true })
  const staff = signedIn(on, `owner@${slug}.example`, password)
  const owner = await staff()
  for (const [at, rate] of start.rates.entries()) {
    const body = { pattern: `R${at + 1}`, rate, capacity: 20 }
    expect((await owner.call(addRooms, { body })).status).toBe(201)
  }
  const list = prices.map((one) => ({ ...one, id: null, active: true, next: null }))
  expect((await owner.call(changeFees, { body: { was: [], now: list } })).status).toBe(200)
  const fees = (await owner.call(getFees, {})).body.map(({ id }) => id ?? 0)

  const rule = { billed_by: start.billed_by, leaving_percent: start.leaving }
  const was = (await owner.call(getBillingRule, {})).body
  expect((await owner.call(changeBillingRule, { body: { was, now: rule } })).status).toBe(200)
  const named = start.terms.map(({ from, to, due }, at) => ({
    ...{ id: null, name: `Term ${at + 1}`, first_month: from, last_month: to, due_day: due },
  }))
  const saved = await owner.call(changeBillingTerms, { body: { was: [], now: named } })
  expect(saved.status).toBe(200)
  const terms = start.terms.map((term, at) => ({ ...term, id: saved.body[at]?.id ?? 0 }))

  const house: model.House = {
    time: clock.at,
    first_month: start.first_month,
    billed_by: start.billed_by,
    leaving: start.leaving,
    terms,
    rates: start.rates.map((rate, at) => ({ room: `R${at + 1}`, from: '0001-01-01', rate })),
    prices: prices.map(({ amount }, fee) => ({ fee, from: '0001-01-01', amount })),
    late: [],
    promises: { allowed: true, days: 14, percent: 100, per_half_year: 3 },
    deposit: start.deposit,
    helb: [],
    highest: 0,
    accounts: [],
    payments: 0,
  }

  const people: Person[] = []
  let checked = 0
  for (const { room, in_days, days } of start.tenants) {
    const from = model.plusDays(START, in_days)
    const until = model.plusDays(from, days)
    const rooms = await roomIds()
    const form = await newStudent(
      owner,
      { room: rooms.get(room) ?? 0, start_date: from, end_date: until },
      slug,
    )
    const { status, body } = await owner.call(onboardTenant, {
      params: { slug },
      body: form,
      files: {},
    })
    if (status !== 201) throw new Error(`${status}: ${body.message}`)
    const caller = signedIn(on, body.username, String(form.id_number))
    const { id } = (await (await caller()).call(getUser, {})).body
    const account = model.newAccount()
    house.accounts.push(account)
    moveIn(house, account, { room, from, until })
    people.push({
      key: { user_id: id, account_number: body.account_number, full_name: String(form.full_name) },
      account,
      caller,
    })
  }

  async function roomIds() {
    const rows = await db
      .selectFrom('rooms')
      .where('company_id', '=', company_id)
      .select(['id', 'room_number'])
      .execute()
    return new Map(rows.map(({ id, room_number }) => [room_number, id]))
  }

  /** What the product shows of an account, in the form of the model. */
  async function read({ key, caller }: Person, calls: CallRow[]): Promise<views.View> {
    const [tenant, owner] = [await caller(), await staff()]
    const params = { id: String(key.user_id) }
    const [{ body: summary }, { body: standing }, ledger, known, billing] = await Promise.all([
      tenant.call(getPaymentSummary, {}),
      tenant.call(getStanding, {}),
      allPages(owner, listLedger, { limit: '100' }, params),
      owner.call(getTenantStanding, { params }),
      owner.call(getTenantBilling, { params }),
    ])
    const call = calls.find(({ id }) => id === key.user_id)
    return {
      room: summary.room_number,
      balance: summary.balance,
      owed_months: summary.owed_months,
      owes: summary.current_month_balance,
      deposit: summary.deposit,
      agreed: summary.agreed,
      may_promise: standing.may_promise,
      may_be_asked: summary.may_promise,
      helb: standing.helb?.day ?? null,
      agreements: standing.agreements.map(
        ({ kind, owed, state, parts, outcome, missing, unpaid }) => ({
          ...{ kind, owed, state, parts, outcome, missing, unpaid },
        }),
      ),
      ledger: ledger.map(({ kind, month, amount }) => `${kind} ${month} ${amount}`).toSorted(),
      call: call ? { owed: call.owed, group: call.group, missing: call.missing } : null,
      grade: readGrade(known.body.grade),
      bills: billing.body.bills
        .map(({ first_month: first, last_month: last, due_day: due, amount }) => ({
          ...{ first, last, due, amount },
        }))
        .toReversed(),
    }
  }

  const listToCall = async (list: CallList) =>
    allPages(await staff(), listCalls, { list, limit: '100' })

  /** Every third time: all accounts are compared when time passes, and acts have shown their effect. */
  async function check(person: Person) {
    if (++checked % 3 !== 0) return
    const expected = views.viewOf(house, person.account)
    const calls = await listToCall(expected.call?.group === 'promised' ? 'promised' : 'to_call')
    expect(await read(person, calls)).toEqual(expected)
  }

  /** What staff see of all accounts together. */
  async function checkAll() {
    const calls = [...(await listToCall('to_call')), ...(await listToCall('promised'))]
    const all = await Promise.all(people.map((person) => read(person, calls)))
    expect(all).toEqual(house.accounts.map((account) => views.viewOf(house, account)))
    const caller = await staff()
    const { arrears, debtors, deposits } = (await caller.call(getOverview, { query: {} })).body
    expect({ arrears, debtors: debtors.length, held: deposits.shillings }).toEqual(
      views.overviewOf(house),
    )
    const totals = (await caller.call(getDepositTotals, {})).body
    expect(totals).toEqual(views.depositTotalsOf(house))
    const { helb } = (await caller.call(getCallSummary, { query: {} })).body
    const forecast = helb.forecast && { by: helb.forecast.by, shillings: helb.forecast.shillings }
    expect(forecast).toEqual(views.forecastOf(house))
  }

  /** What leaves the house: a statement, and the letter that nothing is owed. */
  async function finish() {
    await checkAll()
    for (const { caller, account } of people) {
      const tenant = await caller()
      const owes = model.balanceOf(account)
      const { opening, charged, credited, closing } = (
        await tenant.call(getOwnStatement, { query: {} })
      ).body
      expect([opening, closing, charged - credited]).toEqual([0, owes, owes])
      const { months } = (await tenant.call(listLetters, {})).body
      expect(months).toEqual(owes > 0 ? model.owedMonths(account) : [])
      const body = { kind: 'clearance', submission_id: crypto.randomUUID() } as const
      const letter = await tenant.call(issueLetter, { body })
      expect(letter.status).toBe(owes > 0 ? 409 : 201)
    }
  }

  function count(what: string, may: boolean) {
    const [name = ''] = what.replace(/ \{.*"kind":/, ' ').split(/ (?=[\d{on[])|,/)
    const [done, refused] = on.counts.get(name) ?? [0, 0]
    on.counts.set(name, may ? [done + 1, refused] : [done, refused + 1])
  }

  return {
    ...{ on, house, people, staff, fees, check, checkAll, finish },
    pushes: [] as OpenPush[],
    receipts: 0,

    /** Some seconds later: nothing happens at the same moment. */
    tick(seconds = 1) {
      clock.at += seconds * 1000
      house.time = clock.at
    },

    /** Of an act that has no preview. */
    expectDone(
      what: string,
      { status, body }: { status: number; body: { code?: string; message?: string } },
      may: boolean,
    ) {
      count(what, may)
      if (status < 500 && status < 300 === may) return
      const how = `${status} ${body?.code} ${body?.message}`
      throw new Error(`${what}: ${how}, though it ${may ? 'may' : 'may not'} be done`)
    },

    async pass(days: number) {
      const last = model.todayOf(house)
      clock.at = model.noonOf(model.plusDays(last, days))
      house.time = clock.at
      await runDailyJobs(server.running.context)
      work(house, last)
    },

    /** One tenant after the other: what is meant for the whole residence is checked for all when time passes. */
    checkNext: () => check(people[checked % people.length] as Person),

    person: (who: number) => people[who % people.length] as Person,

    /** Looks and does as was seen; `enter` says whether it may be done, and what it does to the model. */
    async carry({ account }: Person, plan: Plan, enter: () => boolean) {
      const caller = await staff()
      const before = { owes: model.balanceOf(account), held: model.heldOf(account) }
      const look = await plan.look(caller)
      const may = enter()
      count(plan.text, may)
      if ((look.status === 200) !== may) {
        throw new Error(
          `${plan.text}: ${look.status} ${look.code}, though it ${may ? 'may' : 'may not'} be done`,
        )
      }
      const sent = await plan.send(caller, look.effect ?? unseen(plan))
      if (!may) {
        expect([sent.status, sent.code]).toEqual([look.status, look.code])
        return null
      }
      const after = { owes: model.balanceOf(account), held: model.heldOf(account) }
      const change = (what: 'owes' | 'held') => ({ before: before[what], after: after[what] })
      const { full_name: _, ...effect } = look.effect as { full_name: string }
      expect(effect, plan.text).toEqual(
        'ledger' in plan.of && plan.of.ledger === 'deposit'
          ? { held: change('held'), owes: change('owes') }
          : change('owes'),
      )
      expect([sent.status, sent.code], plan.text).toEqual([201, undefined])
      return sent.reply
    },
  }
}
