import { sql } from 'kysely'
import { assignDeskItem, correctDeskItem, reverseDeskItem } from '#contract/desk.ts'
import { getPushStatus, initiatePush } from '#contract/payments.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { sameCompany } from '../db/same-company.ts'
import { insertEvent } from '../payments/event-queries.ts'
import { processEvent } from '../payments/events.ts'
import { applyResult } from '../payments/settle.ts'
import { act } from './desk.ts'
import {
  confirmation,
  type FakeDaraja,
  failedCallback,
  paidCallback,
  transactionStatus,
} from './fake-daraja.ts'
import {
  type ManualName,
  type MoneyEvent,
  manualPayments,
  namedPush,
  type Outcome,
  receiptName,
} from './money-model.ts'
import type { TestServer } from './server.ts'
import { stoppingDb } from './stopping-db.ts'

interface Options {
  server: TestServer
  daraja: FakeDaraja
  /** The tenant whose account the history is about. */
  /** Which of the players this is: each pays for another tenant. */
  index: number
  /** Distinguishes its amounts and receipts from those of other histories. */
  number: number
  history: MoneyEvent[]
}

interface Played {
  /** M-Pesa's id; null when our submit was refused or its reply was lost. */
  darajaId: string | null
  path: string
  reference: string
  company_id: number
  id: number
  checkout_request_id: string
}

/** Plays a history on a running server, over HTTP wherever M-Pesa or a user would. */
export async function playHistory({ server, daraja, index, number, history }: Options) {
  // The demo residence's tenants from the third on (demo/people.ts).
  const person = index + 3
  const phone = `07220${String(person).padStart(5, '0')}`
  const tenant = await server.signIn(phone, String(30_000_000 + person))
  const account = (await tenant.call(getAccountNumber, {})).body.account_number
  const staff = await server.signIn('staff@acacia.example', 'staff-demo-2026')
  // Amina, who is no player's tenant.
  const wrong = await server.running.context.db
    .selectFrom('account_numbers')
    .innerJoin('users', sameCompany('users.id', 'account_numbers.user_id'))
    .where('users.phone', '=', '254712345678')
    .select(['account_number', 'user_id'])
    .executeTakeFirstOrThrow()
  const due = async () => (await tenant.call(getPaymentSummary, {})).body.current_month_balance
  const dueBefore = await due()
  const shillings = (size: number) => number * 100 + size * 10
  const receiptOf = (name: string) =>
    `H${number}X${name.toUpperCase().replace(/[^A-Z0-9]/g, 'X')}`.padEnd(10, 'X')
  const inAll = (sizes: number[]) => sizes.reduce((sum, size) => sum + shillings(size), 0)
  const pushes: Played[] = []
  let done = 0
  await server.running.context.db
    .insertInto('packages')
    .values(
      [1, 2, 3].map((size) => ({
        company_id: 1,
        id: `package_h${number}_${size}`,
        name: `History ${number}`,
        price: shillings(size),
        data_bytes: 1,
        duration_s: 1,
        position: 0,
        offered: true,
      })),
    )
    .execute()

  async function submit({ size, pays, reply }: Extract<MoneyEvent, { what: 'submit' }>) {
    const msisdn = `2547${String(number * 40 + pushes.length).padStart(8, '0')}`
    submitReplies(daraja).set(Number(msisdn), reply)
    await tenant.call(initiatePush, {
      body: {
        phone_number: msisdn,
        amount: shillings(size),
        account_reference: pays === 'rent' ? account : `package_h${number}_${size}`,
      },
    })
    const at = daraja.pushes.findIndex((sent) => sent.PhoneNumber === Number(msisdn))
    const sent = daraja.pushes[at]
    const row = await server.running.context.db
      .selectFrom('payment_requests')
      .where('phone', '=', msisdn)
      .select(['company_id', 'id', 'checkout_request_id'])
      .executeTakeFirstOrThrow()
    pushes.push({
      ...row,
      darajaId: reply === 'accepted' ? daraja.checkoutId(at) : null,
      path: new URL(sent?.CallBackURL ?? '').pathname,
      reference: sent?.AccountReference ?? '',
    })
  }

  const post = async (path: string, body: unknown) => {
    const { status } = await server.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return status
  }
  const confirmPath = () => `/api/hooks/${server.running.context.hookSecret}/confirmation`

  /** Reports an event as often as it says, or stops in the middle and starts again. */
  async function tell(
    kind: 'callback' | 'status' | 'confirmation',
    push: Played | null,
    body: unknown,
    { times, killed }: { times: number; killed: number | null },
  ) {
    if (killed !== null) {
      const { context } = server.running
      const event = await insertEvent(context.db, {
        kind,
        company_id: push?.company_id ?? 1,
        request_id: kind === 'confirmation' ? null : (push?.id ?? null),
        raw: JSON.stringify(body),
        received_at: new Date(),
      })
      const { db } = stoppingDb(context.database, killed, 'after')
      await processEvent({ ...context, db }, event).catch(() => undefined)
      await processEvent(context, event)
      return
    }
    const own = kind === 'status' ? push?.path.replace('/stk/', '/status/') : push?.path
    const path = kind === 'confirmation' ? confirmPath() : (own ?? '')
    const statuses = await Promise.all(Array.from({ length: times }, () => post(path, body)))
    if (statuses.some((status) => status !== 200)) throw new Error(`${kind}: ${statuses}`)
  }

  async function query(push: Played, code: string, killed: number | null) {
    const learnt = { receipt: null, amount: null, amount_text: null, paid_at: null, raw: null }
    const report = { via: 'query', code, description: 'Said', ...learnt } as const
    const { context } = server.running
    if (killed !== null) {
      const { db } = stoppingDb(context.database, killed, 'after')
      await applyResult({ ...context, db }, push.company_id, push.id, report).catch(() => undefined)
    }
    await applyResult(context, push.company_id, push.id, report)
  }

  async function paid(push: Played, one: Extract<MoneyEvent, { what: 'paid' }>) {
    const index = pushes.indexOf(push)
    const size = sizes()[index] ?? 0
    const code = receiptOf(receiptName(index, one.receipt))
    const amount = shillings(size) + { right: 0, less: -1, fraction: 0.5 }[one.amount]
    const body = {
      callback: paidCallback(push.darajaId ?? 'ws_CO_unheard', code, amount),
      confirmation: confirmation(code, push.reference, amount.toFixed(2)),
      status: transactionStatus(code, amount),
    }[one.via]
    await tell(one.via, push, body, one)
  }

  const sizes = () => history.flatMap((one) => (one.what === 'submit' ? [one.size] : []))

  async function findItem(name: string) {
    return server.running.context.db
      .selectFrom('desk_items')
      .where('receipt', '=', receiptOf(name))
      .select(['id', 'reason', 'outcome', 'payment_id'])
      .executeTakeFirst()
  }

  /** Staff do everything twice at once, as on two screens. */
  const twice = async (call: () => Promise<{ status: number }>) => {
    const answers = await Promise.all([call(), call()])
    const statuses = answers.map(({ status }) => status)
    if (statuses.some((status) => status !== 200 && status !== 409)) throw new Error(`${statuses}`)
  }

  async function credit(name: ManualName, to: 'own' | 'wrong') {
    const item = await findItem(name)
    if (!item || item.outcome) return
    const { size, fraction } = manualPayments[name]
    const body = {
      account_number: to === 'own' ? account : wrong.account_number,
      ...(fraction && { amount: shillings(size) }),
    }
    await twice(() => act(staff, assignDeskItem, { params: { id: String(item.id) }, body }))
  }

  async function creditStray(name: string, to: 'own' | 'wrong') {
    const item = await findItem(name)
    if (!item || item.outcome || item.reason !== 'unmatched') return
    const body = { account_number: to === 'own' ? account : wrong.account_number }
    await twice(() => act(staff, assignDeskItem, { params: { id: String(item.id) }, body }))
  }

  /** All that the desk says about it: after the first correction there is nothing left. */
  async function correct({ company_id, id }: Played) {
    const items = await server.running.context.db
      .selectFrom('desk_items')
      .where('company_id', '=', company_id)
      .where('request_id', '=', id)
      .where('reason', '=', 'counted_twice')
      .where('closed_at', 'is', null)
      .select('id')
      .execute()
    const body = { note: 'Counted twice' }
    for (const item of items) {
      await twice(() => act(staff, correctDeskItem, { params: { id: String(item.id) }, body }))
    }
  }

  async function takeBack(name: string) {
    const item = await findItem(name)
    if (item?.outcome !== 'assigned' || !item.payment_id) return
    const body = { payment_id: item.payment_id, note: 'Another tenant’s' }
    await twice(() => act(staff, reverseDeskItem, { params: { id: String(item.id) }, body }))
  }

  async function happen(one: MoneyEvent) {
    if (one.what === 'submit') return submit(one)
    if (one.what === 'manual') {
      const { account: typed, size, fraction } = manualPayments[one.receipt]
      const reference = typed === 'right' ? account : `RENT ${account.slice(1)}`
      const amount = shillings(size) + (fraction ? 0.5 : 0)
      const body = confirmation(receiptOf(one.receipt), reference, amount.toFixed(2))
      return tell('confirmation', null, body, one)
    }
    if (one.what === 'credit') return credit(one.receipt, one.to)
    if (one.what === 'take_back') return takeBack(one.receipt)
    const push = namedPush(pushes, one.push)
    if (!push) return
    switch (one.what) {
      case 'paid':
        return paid(push, one)
      case 'stray': {
        const index = pushes.indexOf(push)
        const code = receiptOf(receiptName(index, one.receipt))
        const amount = shillings(sizes()[index] ?? 0).toFixed(2)
        const body = confirmation(code, `RENT ${account.slice(1)}`, amount)
        return tell('confirmation', null, body, { times: 1, killed: null })
      }
      case 'credit_stray':
        return creditStray(receiptName(pushes.indexOf(push), one.receipt), one.to)
      case 'take_back_stray':
        return takeBack(receiptName(pushes.indexOf(push), one.receipt))
      case 'correct':
        return correct(push)
      case 'query_paid':
        return query(push, '0', one.killed)
      case 'ended':
        if (one.via === 'query') return query(push, one.code, null)
        return tell(
          'callback',
          push,
          failedCallback(push.darajaId ?? 'ws_CO_unheard', Number(one.code), 'Said'),
          { times: 1, killed: null },
        )
      case 'forged': {
        const body = paidCallback('ws_CO_foreign', receiptOf('forged'), 1)
        // When the reply was lost any checkout id must be accepted, but never a wrong token.
        const byToken = one.how === 'token' || push.darajaId === null
        await post(byToken ? `${push.path.slice(0, -4)}0000` : push.path, body)
      }
    }
  }

  return {
    /** Plays the history up to a share of its events. */
    async playUntil(share: number) {
      const end = Math.ceil(history.length * share)
      for (; done < end; done++) {
        const one = history[done]
        if (one) await happen(one)
      }
    },

    async state() {
      const statuses: string[] = []
      for (const { checkout_request_id } of pushes) {
        const answer = await tenant.call(getPushStatus, { body: { checkout_request_id } })
        statuses.push(answer.body.data.status)
      }
      const desk = await server.running.context.db
        .selectFrom('desk_items')
        .where('receipt', 'like', `H${number}X%`)
        .where('closed_at', 'is', null)
        .select('receipt')
        .execute()
      const own = desk.flatMap(({ receipt }) => (receipt ? [receipt] : []))
      const countedTwice = await server.running.context.db
        .selectFrom('desk_items')
        .where('counted_receipt', 'like', `H${number}X%`)
        .where('closed_at', 'is', null)
        .select(sql<string>`counted_receipt`.as('receipt'))
        .execute()
      const codes = await server.running.context.db
        .selectFrom('bundle_orders')
        .innerJoin('vouchers', 'vouchers.request_id', 'bundle_orders.request_id')
        .innerJoin('radius.radcheck', 'username', 'code')
        .where('package_id', 'like', `package_h${number}\\_%`)
        .where('attribute', '=', 'Cleartext-Password')
        .select('code')
        .execute()
      const { rows: astray } = await sql<{ sum: number }>`
        select coalesce(sum(amount), 0)::float8 as sum from payments
        join receipts on receipts.company_id = payments.company_id
          and receipts.payment_id = coalesce(reverses_payment_id, payments.id)
        where user_id = ${wrong.user_id} and receipt like ${`H${number}X%`}`.execute(
        server.running.context.db,
      )
      return {
        astray: astray[0]?.sum,
        credited: dueBefore - (await due()),
        statuses,
        desk: own.sort(),
        twice: countedTwice.map(({ receipt }) => receipt).sort(),
        bundles: codes.length,
      }
    },

    /** An outcome in the form of `state`. */
    inShillings({ credited, astray, desk, twice, ...same }: Outcome) {
      return {
        ...same,
        astray: inAll(astray),
        credited: inAll(credited),
        desk: desk.map(receiptOf).sort(),
        twice: twice.map(receiptOf).sort(),
      }
    },
  }
}

const replies = new WeakMap<FakeDaraja, Map<number, 'accepted' | 'lost' | 'refused'>>()

/** How the submit of each phone is to be answered. */
function submitReplies(daraja: FakeDaraja) {
  const known = replies.get(daraja)
  if (known) return known
  const byPhone = new Map<number, 'accepted' | 'lost' | 'refused'>()
  const accept = daraja.answerPush
  daraja.answerPush = (checkoutId, push) => {
    const reply = byPhone.get(push.PhoneNumber)
    if (reply === 'lost') return { status: 502, body: '<html>Bad gateway</html>' }
    if (reply === 'refused') {
      return { status: 500, body: { errorCode: '500.003.02', errorMessage: 'System is busy' } }
    }
    return accept(checkoutId, push)
  }
  replies.set(daraja, byPhone)
  return byPhone
}
