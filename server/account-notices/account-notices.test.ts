import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { updateUser } from '#contract/account.ts'
import { dismissAccountNotice, listAccountNotices } from '#contract/account-notices.ts'
import { getUser } from '#contract/auth.ts'
import { assignDeskItem, dismissDeskItem, listDesk, reverseDeskItem } from '#contract/desk.ts'
import { enterByHand, previewEntry, previewUndo, undoEntry } from '#contract/entries.ts'
import { getAccountNumber } from '#contract/tenancy.ts'
import { act } from '../testing/desk.ts'
import {
  confirmation,
  confirmTo,
  type FakeDaraja,
  newReceipt,
  startFakeDaraja,
} from '../testing/fake-daraja.ts'
import { type MailBox, openMailBox } from '../testing/mail-box.ts'
import {
  type Caller,
  databaseOfTier,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'

const plain = (text = '') => text.replaceAll('\u00a0', ' ')
const bodyOf = (raw: string) => {
  const [head = '', ...body] = raw.split('\r\n\r\n')
  const text = body.join('\r\n\r\n')
  return /base64/i.test(head)
    ? Buffer.from(text, 'base64').toString()
    : Buffer.from(
        text
          .replace(/=\r\n/g, '')
          .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      ).toString()
}

describe.each(databaseOfTier())('account notices on %s', (kind) => {
  let at = new Date('2026-11-20T09:00:00Z').getTime()
  let mailBox: MailBox
  let daraja: FakeDaraja
  let server: TestServer
  let amina: Caller
  let brian: Caller
  let grace: Caller
  const ids = { amina: '', brian: '' }

  beforeAll(async () => {
    mailBox = await openMailBox()
    daraja = await startFakeDaraja()
    const settings = { ...daraja.settings, SMTP_URL: mailBox.url, THROTTLE: 'off' }
    server = await startServer(kind, settings, () => new Date(at))
    await signIn()
    const body = { first_name: 'Amina', last_name: 'Otieno', email: 'amina@students.example' }
    await amina.call(updateUser, { body })
    ids.amina = String((await amina.call(getUser, {})).body.id)
    ids.brian = String((await brian.call(getUser, {})).body.id)
  })
  afterAll(async () => {
    await endServer(server)
    await daraja.close()
    await mailBox.close()
  })

  async function signIn() {
    amina = await server.signIn('0712345678', '12345678')
    brian = await server.signIn('0722000002', '23456789')
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
  }
  const notices = async (who: Caller) => (await who.call(listAccountNotices, {})).body
  const latest = async (who: Caller) => plain((await notices(who))[0]?.text)
  async function mail() {
    const { to, raw } = await mailBox.next()
    return { to, text: plain(bodyOf(raw)) }
  }
  const cash = (amount: number) => ({ kind: 'cash', amount, on: '2026-11-20' }) as const
  async function enter(id: string, amount: number) {
    const params = { id }
    const { body: expected } = await grace.call(previewEntry, { params, body: cash(amount) })
    const body = { entry: cash(amount), submission_id: crypto.randomUUID(), expected }
    const send = () => grace.call(enterByHand, { params, body })
    return { send, expected, id: (await send()).body.id }
  }
  async function onDesk(typed: string, amount: string) {
    const code = newReceipt()
    await confirmTo(server, confirmation(code, typed, amount))
    const { body } = await grace.call(listDesk, { query: { limit: '100' } })
    return { id: String(body.find(({ receipt }) => receipt === code)?.id) }
  }
  const accountOf = async (who: Caller) =>
    (await who.call(getAccountNumber, {})).body.account_number

  test('an entry by hand and its undoing: on the home page and by one e-mail each', async () => {
    const entered = await enter(ids.amina, 500)
    const text = 'Grace recorded Ksh 500 that you paid in cash on 20 Nov 2026.'
    expect(await latest(amina)).toBe(text)
    const first = await mail()
    expect(first.to).toBe('amina@students.example')
    expect(first.text).toContain(text)
    // The look before it told nobody, and sending it again tells nothing new.
    await entered.send()
    expect(await notices(amina)).toHaveLength(1)

    const params = { id: ids.amina, entry: String(entered.id) }
    const { body: expected } = await grace.call(previewUndo, { params })
    await grace.call(undoEntry, { params, body: { reason: 'Typed twice', expected } })
    const undone = 'Grace took back an entry of Ksh 500 on your account: Typed twice'
    expect(await latest(amina)).toBe(undone)
    const second = await mail()
    expect(second.text).toContain(undone)
    expect(second.text).not.toContain(text)
  })

  test('what the desk credits and takes back', async () => {
    const params = await onDesk('RENT', '6500')
    const assigned = await act(grace, assignDeskItem, {
      params,
      body: { account_number: await accountOf(amina) },
    })
    const credited = 'Grace credited the Ksh 6,500 paid on 20 Nov 2026 to your account.'
    expect(await latest(amina)).toBe(credited)
    expect((await mail()).text).toContain(credited)
    const payment_id = assigned.body.item.closed?.payment?.id ?? 0
    await act(grace, reverseDeskItem, { params, body: { payment_id, note: 'Of her brother' } })
    expect(await latest(amina)).toMatch(/^Grace took back the Ksh 6,500 paid on 20 Nov 2026/)
    const { text } = await mail()
    expect(text).toMatch(/took back the Ksh 6,500/)
    // What staff note for each other stays with them.
    expect(text).not.toContain('brother')
    await act(grace, dismissDeskItem, { params, body: { note: 'Sent back' } })
    // Nobody's account is concerned.
    expect(await latest(amina)).toMatch(/^Grace took back/)
  })

  test('what is dismissed of an account’s own money', async () => {
    const params = await onDesk(await accountOf(amina), '99.50')
    await act(grace, dismissDeskItem, { params, body: { note: 'Sent back' } })
    expect(await latest(amina)).toMatch(/^Grace checked a payment of Ksh 99 on 20 Nov 2026/)
    expect((await mail()).text).toMatch(/didn’t\s+credit\s+it/)
  })

  test('without an address nothing is sent, then or later', async () => {
    const before = mailBox.emails.length
    await enter(ids.brian, 300)
    expect(await latest(brian)).toMatch(/^Grace recorded Ksh 300/)
    await enter(ids.amina, 301)
    expect((await mail()).text).toContain('Ksh 301')
    expect(mailBox.emails).toHaveLength(before + 1)
    const { db } = server.running.context
    const unmailed = db.selectFrom('account_notices').where('mailed_at', 'is', null).select('id')
    await expect.poll(() => unmailed.execute()).toEqual([])
  })

  test('dismissed, a notice stays away; after 14 days all do; nobody dismisses those of others', async () => {
    const [first, ...rest] = await notices(amina)
    const params = { id: String(first?.id) }
    expect((await brian.call(dismissAccountNotice, { params })).status).toBe(404)
    expect((await amina.call(dismissAccountNotice, { params })).status).toBe(204)
    const left = await notices(amina)
    expect(left.map(({ id }) => id)).not.toContain(first?.id)
    expect(left.slice(0, rest.length)).toEqual(rest)
    at += 14 * 24 * 60 * 60_000 + 1
    await signIn()
    expect(await notices(amina)).toEqual([])
  })
})
