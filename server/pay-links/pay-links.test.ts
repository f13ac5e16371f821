import { randomBytes, randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  agreeOverLink,
  getLinkPush,
  getLinkReceipt,
  listPayLinks,
  makePayLink,
  openPayLink,
  revokePayLink,
  startLinkPush,
} from '#contract/pay-links.ts'
import { getOpenPush, initiatePush } from '#contract/payments.ts'
import { getReceipt } from '#contract/receipts.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { listTransactions } from '#contract/transactions.ts'

import { insertRestored, insertReversal } from '../ledger/queries.ts'
import { testNow } from '../testing/clock.ts'
import {
  type FakeDaraja,
  failedCallback,
  paidCallback,
  startFakeDaraja,
} from '../testing/fake-daraja.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'

const receipt = () => `UK${randomBytes(4).toString('hex').toUpperCase()}`

describe.each(databases)('pay links on %s', (kind) => {
  let daraja: FakeDaraja
  let server: TestServer
  let amina: Caller
  let brian: Caller
  let grace: Caller
  let account: string

  beforeAll(async () => {
    daraja = await startFakeDaraja()
    server = await startServer(kind, daraja.settings)
    amina = await server.signIn('0712345678', '12345678')
    brian = await server.signIn('0722000002', '23456789')
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    account = (await amina.call(getAccountNumber, {})).body.account_number
  })
  afterAll(async () => {
    await endServer(server)
    await daraja.close()
  })
  /** Ends whatever a phone is still asked for; a payment that counts stays. */
  async function endAll() {
    for (const [index, { CallBackURL }] of daraja.pushes.entries()) {
      const cancelled = failedCallback(daraja.checkoutId(index), 1032, 'Request cancelled by user')
      await post(new URL(CallBackURL).pathname, cancelled)
    }
    daraja.pushes.length = 0
  }
  // The limits have a test of their own.
  beforeEach(async () => {
    await endAll()
    await server.running.context.db.deleteFrom('throttles').execute()
  })

  let phones = 0
  const newPhone = () => `07460${String(++phones).padStart(5, '0')}`

  async function make(
    form: Partial<{
      label: string
      show_name: boolean
      show_owed: boolean
      agreeing_phone: string
    }> = {},
  ) {
    const body = { label: 'Mum', show_name: false, show_owed: false, ...form }
    const made = await amina.call(makePayLink, { body: { ...body, submission_id: randomUUID() } })
    expect(made.status).toBe(201)
    const token = new URL(made.body.url).pathname.replace('/pay/', '')
    return { token, ...made.body }
  }

  const post = (path: string, body: unknown) =>
    server.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  /** What a sponsor's browser sends; nobody is signed in. */
  const start = (token: string, amount = 500, more: Record<string, string> = {}) =>
    server.call(startLinkPush, {
      params: { token },
      body: { phone_number: newPhone(), amount, submission_id: randomUUID(), ...more },
    })

  /** A push that the sponsor's phone shows. */
  async function push(token: string, amount = 500, phone_number = newPhone()) {
    const submission_id = randomUUID()
    const answer = await start(token, amount, { phone_number, submission_id })
    expect(answer.body).toMatchObject({ data: { checkout_request_id: expect.any(String) } })
    const sent = daraja.pushes.at(-1)
    const id = daraja.checkoutId(daraja.pushes.length - 1)
    const hook = new URL(sent?.CallBackURL ?? '').pathname
    return {
      submission_id,
      phone_number,
      sent,
      pay: async (code = receipt()) => {
        expect((await post(hook, paidCallback(id, code, amount))).status).toBe(200)
        return code
      },
      cancel: () => post(hook, failedCallback(id, 1032, 'Request cancelled by user')),
      state: async () =>
        (await server.call(getLinkPush, { params: { token }, body: { submission_id } })).body.data,
    }
  }

  const due = async () => (await amina.call(getPaymentSummary, {})).body.current_month_balance

  test('a sponsor pays without an account, and both have a receipt', async () => {
    const { token, link } = await make()
    const before = await due()
    const { sent, pay, state, submission_id, phone_number } = await push(token, 750)
    expect(sent).toMatchObject({ Amount: 750, PhoneNumber: Number(`254${phone_number.slice(1)}`) })
    expect(sent?.AccountReference).toMatch(new RegExp(`^${account}[2-9A-Z]{4}$`))
    expect(await state()).toMatchObject({ status: 'processing', asked: true, receipt_number: null })
    const listed = async () =>
      (await amina.call(listPayLinks, {})).body.find(({ id }) => id === link.id)
    expect(await listed()).toMatchObject({ paid: 0, payments: 0, open: true })

    const code = await pay()
    expect(await state()).toMatchObject({ status: 'completed', mpesa_receipt_number: code })
    expect(await due()).toBe(before - 750)
    expect(await listed()).toMatchObject({ paid: 750, payments: 1, open: false })

    const [transaction] = (await amina.call(listTransactions, { query: { limit: '1' } })).body
    const masked = `Mum (2547…${phone_number.slice(-3)})`
    expect(transaction).toMatchObject({ amount: 750, transaction_desc: `Rent, paid by ${masked}` })
    const number = transaction?.receipt_number ?? ''
    const { matched_payments } = (await amina.call(getPaymentSummary, {})).body
    expect(matched_payments[0]).toMatchObject({ receipt_number: number, sponsor: masked })
    expect(matched_payments.slice(1).some(({ sponsor }) => sponsor !== null)).toBe(false)
    const own = await amina.call(getReceipt, { params: { number } })
    expect(own.body).toMatchObject({ sponsor: masked, full_name: 'Amina Otieno' })
    // Staff see a payment of rent like any other.
    const seen = await grace.call(getReceipt, { params: { number } })
    expect(seen.body).toMatchObject({ sponsor: null, full_name: 'Amina Otieno' })

    const params = { token, submission: submission_id }
    const theirs = await server.call(getLinkReceipt, { params })
    expect(theirs.body).toMatchObject({
      number,
      amount: 750,
      mpesa_receipt_number: code,
      account_number: account,
      sponsor: `${phone_number.slice(0, 4)} ${phone_number.slice(4, 7)} ${phone_number.slice(7)}`,
      full_name: null,
      room_number: null,
    })
    expect(JSON.stringify(theirs.body)).not.toMatch(/Amina|Otieno|Mum/)
  })

  test('name and balance are seen only where the tenant has agreed, and the label never', async () => {
    const open = async (form: Parameters<typeof make>[0]) =>
      (await server.call(openPayLink, { params: { token: (await make(form)).token } })).body
    expect(await open({})).toEqual({
      residence: { name: 'Acacia Court', slug: 'acacia-court', phone: '0709 000 123' },
      tenant: null,
      owed: null,
      account_number: account,
      paybill: '600984',
      ...{ plan: null, next: null },
    })
    const owed = Math.max(0, await due())
    expect(await open({ show_name: true })).toMatchObject({ tenant: 'Amina Otieno', owed: null })
    expect(await open({ show_owed: true })).toMatchObject({ tenant: null, owed })
  })

  test('guessing the phone that may agree to a plan ends after five wrong ones', async () => {
    const { token } = await make({ agreeing_phone: '0745 000 123' })
    const agree = async (phone_number: string) =>
      (await server.call(agreeOverLink, { params: { token, id: 1 }, body: { phone_number } }))
        .status
    for (let tries = 0; tries < 6; tries++) expect(await agree('0745000123')).toBe(404)
    const statuses = []
    for (let tries = 0; tries < 6; tries++) statuses.push(await agree(newPhone()))
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    expect(await agree('0745000123')).toBe(429)
  })

  test('only the hash of a token is stored, and no reply but the first has it', async () => {
    const { token, link } = await make()
    const rows = await server.running.context.db.selectFrom('pay_links').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(token).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/)
    const list = await amina.call(listPayLinks, {})
    expect(list.body.map(({ id }) => id)).toContain(link.id)
    expect(JSON.stringify(list.body)).not.toContain(token)
  })

  test('a link whose reply was lost is made again as the same one, with another token', async () => {
    const submission_id = randomUUID()
    const form = { label: 'Dad', show_name: true, show_owed: false, submission_id }
    const first = await amina.call(makePayLink, { body: form })
    const second = await amina.call(makePayLink, { body: form })
    expect(second.body.link.id).toBe(first.body.link.id)
    expect(second.body.url).not.toBe(first.body.url)
    const statusOf = async (url: string) =>
      (await server.fetch(new URL(url).pathname.replace('/pay/', '/api/pay/'))).status
    expect([await statusOf(first.body.url), await statusOf(second.body.url)]).toEqual([404, 200])
    const other = await amina.call(makePayLink, { body: { ...form, label: 'Aunt' } })
    expect(other.body).toMatchObject({ code: 'submission_used' })
    const byBrian = await brian.call(makePayLink, { body: form })
    expect(byBrian.body).toMatchObject({ code: 'submission_used' })
  })

  test('a guessed link is a 404 in the same words, whatever it looks like', async () => {
    const { token } = await make()
    const guesses = [
      randomBytes(13).toString('hex').toUpperCase(),
      `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`,
      'x',
      '%00',
      "' or 1=1 --",
    ]
    const answers = await Promise.all(
      guesses.map(async (guess) => {
        const answer = await server.fetch(`/api/pay/${encodeURIComponent(guess)}/`)
        return [answer.status, await answer.text(), answer.headers.get('cache-control')]
      }),
    )
    const [[, body] = []] = answers
    expect(answers).toEqual(guesses.map(() => [404, body, 'no-store']))
    const pushes = daraja.pushes.length
    expect((await start(guesses[0] ?? '')).status).toBe(404)
    expect(daraja.pushes).toHaveLength(pushes)
  })

  test('after sixty wrong ones an address gets 429, and a right one still opens', async () => {
    const { token } = await make()
    const guess = () => server.fetch(`/api/pay/${randomBytes(13).toString('hex').toUpperCase()}/`)
    const statuses = new Set<number>()
    for (let tries = 0; tries < 60; tries++) statuses.add((await guess()).status)
    expect([...statuses]).toEqual([404])
    expect((await guess()).status).toBe(429)
    expect((await server.call(openPayLink, { params: { token } })).status).toBe(200)
  })

  test('a form that is sent again makes one push, also at the same time and after its end', async () => {
    const { token } = await make()
    const form = { phone_number: newPhone(), submission_id: randomUUID() }
    const answers = await Promise.all([1, 2, 3].map(() => start(token, 500, form)))
    const ids = new Set(answers.map(({ body }) => body.data.checkout_request_id))
    expect(ids.size).toBe(1)
    expect(daraja.pushes).toHaveLength(1)
    await endAll()
    const again = await start(token, 500, form)
    expect(ids).toContain(again.body.data.checkout_request_id)
    expect(daraja.pushes).toHaveLength(0)
  })

  test('what M-Pesa has refused is not sent again by the same form', async () => {
    const { token } = await make()
    const { answerPush } = daraja
    daraja.answerPush = () => ({
      status: 500,
      body: { requestId: 'r', errorCode: '500.001.1001', errorMessage: 'Spike arrest' },
    })
    const form = { phone_number: newPhone(), submission_id: randomUUID() }
    const pushes = daraja.pushes.length
    const refused = await start(token, 500, form)
    daraja.answerPush = answerPush
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect((await start(token, 500, form)).status).toBe(200)
    expect(daraja.pushes).toHaveLength(pushes + 1)
    const state = await server.call(getLinkPush, {
      params: { token },
      body: { submission_id: form.submission_id },
    })
    expect(state.body.data).toMatchObject({ status: 'failed' })
  })

  test('a revoked link says so, but its open push still counts, with status and receipt', async () => {
    const { token, link } = await make({ show_name: true })
    const before = await due()
    const { pay, state, submission_id, phone_number } = await push(token, 300)
    const revoked = await amina.call(revokePayLink, { params: { id: link.id } })
    expect(revoked.body).toMatchObject({ revoked_at: expect.any(String), open: true })
    const opened = await server.call(openPayLink, { params: { token } })
    expect([opened.status, opened.body.code]).toEqual([410, 'link_revoked'])
    expect(opened.body.message).toContain('was revoked')
    const pushes = daraja.pushes.length
    expect((await start(token)).status).toBe(410)
    // The form whose reply was lost still finds its push.
    const again = await start(token, 300, { phone_number, submission_id })
    expect(again.status).toBe(200)
    expect(daraja.pushes).toHaveLength(pushes)

    await pay()
    expect(await due()).toBe(before - 300)
    expect(await state()).toMatchObject({ status: 'completed' })
    const theirs = await server.call(getLinkReceipt, {
      params: { token, submission: submission_id },
    })
    expect(theirs.body).toMatchObject({ amount: 300, full_name: null })
    const twice = await amina.call(revokePayLink, { params: { id: link.id } })
    expect(twice.body).toMatchObject({ revoked_at: revoked.body.revoked_at, paid: 300 })
  })

  test('a link is its tenant’s: nobody else lists or revokes it', async () => {
    const { link } = await make()
    expect((await brian.call(listPayLinks, {})).body).toEqual([])
    expect((await brian.call(revokePayLink, { params: { id: link.id } })).status).toBe(404)
    expect((await grace.call(revokePayLink, { params: { id: link.id } })).status).toBe(404)
    const form = { label: 'x', show_name: true, show_owed: true, submission_id: randomUUID() }
    expect((await grace.call(makePayLink, { body: form })).status).toBe(404)
  })

  test('what one sponsor pays another one of the same link does not see', async () => {
    const { token } = await make()
    const other = await make({ label: 'Dad' })
    const { pay, submission_id } = await push(token)
    await pay()
    const ask = (token: string, submission: string) =>
      server.call(getLinkReceipt, { params: { token, submission } })
    expect((await ask(token, randomUUID())).status).toBe(404)
    expect((await ask(other.token, submission_id)).status).toBe(404)
    const status = await server.call(getLinkPush, {
      params: { token: other.token },
      body: { submission_id },
    })
    expect(status.body.data).toBeNull()
  })

  test('sponsor and tenant don’t pay the same rent at once', async () => {
    const { token, link } = await make()
    const mine = (phone_number = newPhone()) =>
      amina.call(initiatePush, { body: { phone_number, amount: 100, account_reference: account } })
    const first = await push(token, 500)
    const blocked = await mine()
    expect([blocked.status, blocked.body.code]).toEqual([409, 'link_open'])
    expect(blocked.body.message).toMatch(
      /^Mum \(2547…\d{3}\) is being asked for Ksh\s500 over your link/,
    )
    const otherLink = await make({ label: 'Dad' })
    const second = await start(otherLink.token)
    expect([second.status, second.body.code]).toEqual([409, 'account_busy'])
    expect(second.body.message).not.toMatch(/Mum|500/)
    // Not her push, so her assistant doesn't follow it.
    expect((await amina.call(getOpenPush, {})).body.data).toBeNull()

    await first.cancel()
    expect((await mine()).status).toBe(200)
    expect((await start(token)).body.code).toBe('account_busy')
    await endAll()

    // Whoever has the link can't keep the tenant from paying: a revoked one is in nobody's way.
    await push(token)
    expect((await mine()).status).toBe(409)
    await amina.call(revokePayLink, { params: { id: link.id } })
    expect((await mine()).status).toBe(200)
  })

  test('of a sponsor and a tenant who start at the same time one is asked', async () => {
    const rounds = kind === 'postgres' ? 8 : 2
    for (let round = 0; round < rounds; round++) {
      await server.running.context.db.deleteFrom('throttles').execute()
      await endAll()
      const { token } = await make()
      const answers = await Promise.all([
        amina.call(initiatePush, {
          body: { phone_number: newPhone(), amount: 100, account_reference: account },
        }),
        start(token),
        start(token),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    }
  })

  test('in any order: one open push, and what is paid is what the ledger and the links have', async () => {
    type Started = { by: 'tenant' | number; amount: number; hook: string; daraja: string }
    const step = fc.oneof(
      fc.record({
        what: fc.constant('start' as const),
        link: fc.nat(1),
        amount: fc.integer({ min: 1, max: 90 }),
      }),
      fc.record({ what: fc.constant('own' as const), amount: fc.integer({ min: 1, max: 90 }) }),
      fc.record({ what: fc.constantFrom('pay' as const, 'pay_again' as const, 'cancel' as const) }),
      fc.record({ what: fc.constant('revoke' as const), link: fc.nat(1) }),
    )
    const histories = fc.sample(fc.array(step, { minLength: 12, maxLength: 20 }), {
      numRuns: kind === 'postgres' ? 12 : 4,
      seed: 20_261_125,
    })
    for (const history of histories) {
      await endAll()
      const links = [await make(), await make({ label: 'Dad' })]
      const revoked = [false, false]
      const before = await due()
      const paid = { tenant: 0, 0: 0, 1: 0 }
      const open: Started[] = []
      let last: (Started & { receipt: string }) | null = null
      for (const act of history) {
        await server.running.context.db.deleteFrom('throttles').execute()
        const counts = ({ by }: Started) => by === 'tenant' || !revoked[by]
        const isBlocked = (by: Started['by']) =>
          open.some((other) => counts(other) && !(by === 'tenant' && other.by === 'tenant'))
        const remember = (by: Started['by'], amount: number) => {
          const hook = new URL(daraja.pushes.at(-1)?.CallBackURL ?? '').pathname
          open.push({ by, amount, hook, daraja: daraja.checkoutId(daraja.pushes.length - 1) })
        }
        if (act.what === 'start') {
          const { status } = await start(links[act.link]?.token ?? '', act.amount)
          expect(status).toBe(revoked[act.link] ? 410 : isBlocked(act.link) ? 409 : 200)
          if (status === 200) remember(act.link, act.amount)
        } else if (act.what === 'own') {
          const { status } = await amina.call(initiatePush, {
            body: { phone_number: newPhone(), amount: act.amount, account_reference: account },
          })
          expect(status).toBe(isBlocked('tenant') ? 409 : 200)
          if (status === 200) remember('tenant', act.amount)
        } else if (act.what === 'revoke') {
          await amina.call(revokePayLink, { params: { id: links[act.link]?.link.id ?? 0 } })
          revoked[act.link] = true
        } else if (act.what === 'pay_again') {
          if (last) await post(last.hook, paidCallback(last.daraja, last.receipt, last.amount))
        } else {
          const ended = open.pop()
          if (!ended) continue
          const { by, amount, hook, daraja: id } = ended
          if (act.what === 'cancel') {
            await post(hook, failedCallback(id, 1032, 'Request cancelled by user'))
          } else {
            last = { ...ended, receipt: receipt() }
            await post(hook, paidCallback(id, last.receipt, amount))
            paid[by === 'tenant' ? by : by === 0 ? 0 : 1] += amount
          }
        }
      }
      expect(await due()).toBe(before - paid.tenant - paid[0] - paid[1])
      const listed = (await amina.call(listPayLinks, {})).body
      const sums = links.map(({ link }) => listed.find(({ id }) => id === link.id)?.paid)
      expect(sums).toEqual([paid[0], paid[1]])
    }
  })

  test('a phone that is being asked is left alone, and nobody learns by whom', async () => {
    const { token } = await make()
    const phone_number = newPhone()
    await brian.call(initiatePush, {
      body: { phone_number, amount: 100, account_reference: account },
    })
    const busy = await start(token, 500, { phone_number })
    expect(busy.body).toEqual({
      message: 'This phone has another payment request open. Try again in three minutes.',
      code: 'phone_busy',
    })
  })

  test('a link rings phones three times in ten minutes, and a phone five times a day', async () => {
    const { token } = await make()
    const statuses: number[] = []
    for (let tries = 0; tries < 4; tries++) {
      statuses.push((await start(token)).status)
      await endAll()
    }
    expect(statuses).toEqual([200, 200, 200, 429])

    const phone_number = newPhone()
    const perPhone: number[] = []
    for (let tries = 0; tries < 6; tries++) {
      const other = await make()
      perPhone.push((await start(other.token, 500, { phone_number })).status)
      await endAll()
    }
    expect(perPhone).toEqual([200, 200, 200, 200, 200, 429])
  })

  test.each<Record<string, string>>([
    { amount: '0' },
    { amount: '250001' },
    { phone_number: '0512345678' },
    { submission_id: 'again' },
  ])('%o is refused before any phone rings', async (wrong) => {
    const { token } = await make()
    const pushes = daraja.pushes.length
    expect((await start(token, 500, wrong)).status).toBe(400)
    expect(daraja.pushes).toHaveLength(pushes)
  })

  test('what staff take back no longer counts as paid over the link', async () => {
    const { token, link } = await make()
    const { pay } = await push(token, 200)
    await pay()
    const { db } = server.running.context
    const paid = await db
      .selectFrom('payments')
      .select(['company_id', 'id'])
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const why = { reason: 'Taken back', entered_by: null }
    const { reversal_id } = await insertReversal(db, paid, why, testNow())
    const listed = async () =>
      (await amina.call(listPayLinks, {})).body.find(({ id }) => id === link.id)
    expect(await listed()).toMatchObject({ paid: 0, payments: 0 })
    // Taken back by mistake, it is the sponsor's again.
    await insertRestored(db, { ...paid, id: reversal_id }, why)
    expect(await listed()).toMatchObject({ paid: 200, payments: 1 })
    const { matched_payments } = (await amina.call(getPaymentSummary, {})).body
    const names = matched_payments.filter(({ amount }) => amount === 200).map((one) => one.sponsor)
    expect(names).toEqual([expect.stringMatching(/^Mum/), expect.stringMatching(/^Mum/)])
  })
})
