import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { approve, countApprovals, getApprovalLimit, refuse, withdraw } from '#contract/approvals.ts'
import { enterByHand } from '#contract/entries.ts'
import { listLedger } from '#contract/ledger.ts'
import { changeStaffRole } from '#contract/settings.ts'
import { listLog } from '#contract/staff-log.ts'
import { acts } from '../acts.ts'
import { approved, openOffice, setLimit } from '../testing/approvals.ts'
import { openDesk, type TestDesk } from '../testing/desk.ts'
import { type MailBox, openMailBox } from '../testing/mail-box.ts'
import type { TestStaff } from '../testing/people.ts'
import { databases } from '../testing/server.ts'
import { approve as approveAct, settleOverdue } from './decide.ts'

const HOUR = 3_600_000

describe.each(databases)('acts above the limit on %s', (kind) => {
  let desk: TestDesk
  let mails: MailBox
  beforeAll(async () => {
    mails = await openMailBox()
    desk = await openDesk(kind, { SMTP_URL: mails.url })
  })
  afterAll(async () => {
    await desk.close()
    await mails.close()
  })

  /** Waits until so many letters to these have come. */
  async function lettersTo(people: TestStaff[], count: number) {
    const find = () => mails.emails.filter(({ to }) => people.some(({ email }) => email === to))
    while (find().length < count) await mails.next()
    return find()
  }

  test('the limit is the owner’s, and its changes are logged', async () => {
    const { owner, staff } = await openOffice(desk.server, 'manager', 'viewer')
    expect((await setLimit(staff.manager, 1000, null)).status).toBe(403)
    const late = await setLimit(owner, 5, null)
    expect([late.status, late.body.code]).toEqual([409, 'changed_meanwhile'])
    expect((await staff.viewer.call(getApprovalLimit, {})).body).toEqual({ limit: 1000 })
    const [entry] = (await owner.call(listLog, { query: { about: 'settings' } })).body
    expect(entry).toMatchObject({ act: 'settings.approvals', after: { limit: 1000 } })
  })

  test('small acts of one person on a day are added up', async () => {
    const { owner, staff, enter } = await openOffice(desk.server, 'owner', 'manager')
    const give = (amount: number) => enter(staff.owner, 'waiver', amount)
    expect((await give(600)).body.id).not.toBeNull()
    expect((await give(400)).body.id).not.toBeNull()
    const { body } = await give(1)
    expect(body.id).toBeNull()
    await approved(owner, body.waiting)
    // What somebody else has agreed to doesn't count again.
    const both = await Promise.all([give(1), give(1)])
    // One waits, and the other would be the same.
    expect(both.map((one) => one.status).toSorted()).toEqual([201, 409])
    expect(both.find((one) => one.status === 201)?.body.id).toBeNull()
    // Two letters for each that waits.
    expect(await lettersTo([owner, staff.manager], 4)).toHaveLength(4)
  })

  test('a waiver waits, and is entered as its maker’s once someone else approves it', async () => {
    const office = await openOffice(desk.server, 'owner', 'manager', 'caretaker', 'viewer')
    const { owner, staff, tenant, list, waive, owed } = office
    const { manager } = staff
    const params = await waive(manager)
    expect(await owed()).toBe(60_000)
    const letters = await lettersTo([owner, ...Object.values(staff)], 2)
    expect(letters.map(({ to }) => to).toSorted()).toEqual(
      [owner.email, staff.owner.email].toSorted(),
    )
    expect((await owner.call(countApprovals, {})).body).toEqual({
      open: 1,
      shillings: 5000,
      for_you: 1,
    })
    expect((await manager.call(countApprovals, {})).body.for_you).toBe(0)
    expect(await list()).toMatchObject([
      {
        act: 'waiver',
        tenant: { full_name: tenant.full_name },
        shillings: 5000,
        changes: [{ of: null, before: 60_000, after: 55_000 }],
        reason: 'Burst pipe',
        asked_by: manager.full_name,
        is_mine: false,
        due_at: null,
        decided: null,
      },
    ])
    const own = await manager.call(approve, { params })
    expect([own.status, own.body.code]).toEqual([403, 'own_request'])
    for (const who of [staff.viewer, staff.caretaker]) {
      expect((await who.call(approve, { params })).body.code).toBe('not_permitted')
    }
    expect((await tenant.call(approve, { params })).status).toBe(403)
    expect(await approved(owner, params)).toMatchObject({
      decided: { by: owner.full_name },
    })
    expect(await owed()).toBe(55_000)
    const ledger = await owner.call(listLedger, { params: tenant.params, query: {} })
    expect(ledger.body[0]).toMatchObject({ kind: 'waiver', amount: -5000, by: manager.full_name })
    const again = await staff.owner.call(approve, { params })
    expect([again.status, again.body.code]).toEqual([409, 'already_decided'])
    const log = async (about: string) =>
      (await owner.call(listLog, { query: { about, limit: '2' } })).body.map(
        ({ act, by, person }) => `${by}: ${act}, ${person?.full_name}`,
      )
    expect(await log('approval')).toEqual([
      `${owner.full_name}: approval.approve, ${tenant.full_name}`,
      `${manager.full_name}: approval.ask, ${tenant.full_name}`,
    ])
    expect((await log('ledger'))[0]).toBe(`${manager.full_name}: ledger.enter, ${tenant.full_name}`)
  })

  test('what is not above the limit, and money that came in, is done at once', async () => {
    const { staff, enter, entering, owed, list } = await openOffice(desk.server, 'manager')
    expect((await enter(staff.manager, 'waiver', 1000)).body.id).not.toBeNull()
    expect((await enter(staff.manager, 'cash', 4000)).body.id).not.toBeNull()
    const { body } = await entering(staff.manager, 'cash', 4000)
    expect(body.expected.waits).toBeUndefined()
    expect(await owed()).toBe(55_000)
    expect(await list()).toEqual([])
  })

  test('the same form sent twice asks once; another form for the same tenant is refused', async () => {
    const { owner, staff, entering, enter, list, owed } = await openOffice(
      desk.server,
      'manager',
      'owner',
    )
    const form = await entering(staff.manager, 'waiver', 5000)
    const send = () => staff.manager.call(enterByHand, form)
    const both = await Promise.all([send(), send()])
    expect(both.map(({ status }) => status)).toEqual([201, 201])
    expect(both[0]?.body.waiting).toEqual(both[1]?.body.waiting)
    const other = await enter(staff.owner, 'waiver', 6000)
    expect([other.status, other.body.code]).toEqual([409, 'already_waiting'])
    expect(await list()).toHaveLength(1)
    await approved(owner, both[0]?.body.waiting)
    // Sent again after that, it finds what was entered.
    expect((await send()).body).toMatchObject({ id: expect.any(Number) })
    expect(await owed()).toBe(55_000)
  })

  test('of two who approve at once, one does', async () => {
    const { owner, staff, waive, owed } = await openOffice(desk.server, 'manager', 'owner')
    const params = await waive(staff.manager)
    const answers = await Promise.all(
      [owner, staff.owner].map((who) => who.call(approve, { params })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await owed()).toBe(55_000)
  })

  test('of approving and withdrawing at once, one is done', async () => {
    const { owner, staff, waive, owed } = await openOffice(desk.server, 'manager')
    const params = await waive(staff.manager)
    const [won, taken] = await Promise.all([
      owner.call(approve, { params }),
      staff.manager.call(withdraw, { params }),
    ])
    expect([won.status, taken.status].toSorted()).toEqual([200, 409])
    expect(await owed()).toBe(won.status === 200 ? 55_000 : 60_000)
  })

  test('a balance that has changed for another reason is shown as it is, and outdates nothing', async () => {
    const { owner, staff, waive, enter, list, owed } = await openOffice(desk.server, 'manager')
    const params = await waive(staff.manager)
    await enter(staff.manager, 'cash', 100)
    expect((await list())[0]?.changes).toEqual([{ of: null, before: 59_900, after: 54_900 }])
    await approved(owner, params)
    expect(await owed()).toBe(54_900)
  })

  test('what can’t be done any more is not done, and says why', async () => {
    const { owner, staff, waive, enter, decided, owed } = await openOffice(desk.server, 'manager')
    const params = await waive(staff.manager, 4000)
    await enter(staff.manager, 'cash', 57_000)
    const late = await owner.call(approve, { params })
    expect([late.status, late.body.code]).toEqual([409, 'outdated'])
    expect(await owed()).toBe(3000)
    const row = await decided()
    expect(row?.decided).toMatchObject({ outcome: 'outdated', by: owner.full_name })
    expect(late.body.message).toBe(`It was not done. ${row?.decided?.note}`)
  })

  test('a refusal has a reason; only its maker withdraws', async () => {
    const { owner, staff, waive } = await openOffice(desk.server, 'manager')
    const params = await waive(staff.manager)
    expect((await owner.call(withdraw, { params })).body.code).toBe('not_your_request')
    expect((await owner.call(refuse, { params, body: { note: ' ' } })).status).toBe(400)
    const own = await staff.manager.call(refuse, { params, body: { note: 'No' } })
    expect(own.body.code).toBe('own_request')
    const { body } = await owner.call(refuse, { params, body: { note: 'Too much' } })
    expect(body.decided).toMatchObject({ outcome: 'refused', note: 'Too much' })
    const mine = await waive(staff.manager)
    const taken = await staff.manager.call(withdraw, { params: mine })
    expect(taken.body.decided).toMatchObject({ outcome: 'withdrawn', by: staff.manager.full_name })
  })

  test('a maker or an approver who has lost the permission meanwhile does nothing', async () => {
    const { company_id, owner, staff, waive, owed } = await openOffice(
      desk.server,
      'manager',
      'owner',
    )
    const { id } = staff.manager
    const byManager = await waive(staff.manager)
    await owner.call(changeStaffRole, { params: { id: String(id) }, body: { role: 'viewer' } })
    const late = await owner.call(approve, { params: byManager })
    expect([late.status, late.body.code]).toEqual([409, 'outdated'])
    const byOwner = await waive(staff.owner)
    const lost = await staff.manager.call(approve, { params: byOwner })
    expect([lost.status, lost.body.code]).toEqual([403, 'not_permitted'])
    // Even when they still had it as their request arrived.
    const { context } = desk.server.running
    const raced = approveAct(context, acts, { company_id, id }, +byOwner.id)
    await expect(raced).rejects.toMatchObject({ status: 403 })
    expect(await owed()).toBe(60_000)
  })

  test('the database keeps what was asked for, and who may decide', async () => {
    const { staff, waive } = await openOffice(desk.server, 'manager')
    const { id: waiting } = await waive(staff.manager)
    const refused = (statement: string) =>
      expect(sql.raw(statement).execute(desk.db)).rejects.toThrow(/decided once|violates check/)
    const at = `decided_at = now() where id = ${waiting}`
    const by = `decided_by = ${staff.manager.id}`
    await refused(`update approvals set outcome = 'approved', ${by}, ${at}`)
    await refused(`update approvals set outcome = 'approved', ${at}`)
    await refused(`update approvals set shillings = 1 where id = ${waiting}`)
    await refused(`update approvals set outcome = 'expired', shillings = 1, ${at}`)
    await refused(`delete from approvals where id = ${waiting}`)
    await staff.manager.call(withdraw, { params: { id: waiting } })
    await refused(`update approvals set outcome = 'expired', decided_by = null, ${at}`)
  })

  test('where nobody else decides, it takes effect after a day, and the owner gets a letter', async () => {
    const { owner, tenant, entering, waive, list, decided, owed } = await openOffice(desk.server)
    const { body } = await entering(owner, 'waiver', 5000)
    expect(body.expected.waits).toBe('a_day')
    const dropped = await waive(owner)
    await owner.call(withdraw, { params: dropped })
    await waive(owner, 4000)
    const letter = (await lettersTo([owner], 2)).at(-1)
    expect(letter?.raw.replace(/=\r\n/g, '')).toContain('unless it is withdrawn')
    const [row] = await list()
    expect(new Date(row?.due_at ?? 0).getTime() - new Date(row?.asked_at ?? 0).getTime()).toBe(
      24 * HOUR,
    )
    const { context } = desk.server.running
    await settleOverdue(context, acts)
    expect(await owed()).toBe(60_000)
    await desk.later(25 * HOUR, owner, tenant)
    await Promise.all([settleOverdue(context, acts), settleOverdue(context, acts)])
    expect(await owed()).toBe(56_000)
    expect((await decided())?.decided).toMatchObject({ outcome: 'approved', by: null })
  })

  test('what nobody has decided after 14 days has expired', async () => {
    const { owner, staff, waive, decided } = await openOffice(desk.server, 'manager')
    const params = await waive(staff.manager)
    await desk.later(15 * 24 * HOUR, owner)
    expect((await owner.call(approve, { params })).body.code).toBe('expired')
    await settleOverdue(desk.server.running.context, acts)
    expect((await decided())?.decided).toMatchObject({ outcome: 'expired', by: null })
  })
})
