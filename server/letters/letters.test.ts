import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser } from '#contract/auth.ts'
import { enterByHand, previewEntry } from '#contract/entries.ts'
import {
  checkLetter,
  getLetter,
  getLetterKey,
  issueLetter,
  issueTenantLetter,
  listLetters,
  listTenantLetters,
  withdrawLetter,
} from '#contract/letters.ts'
import { initiatePush } from '#contract/payments.ts'
import { changeResidence, getResidence } from '#contract/settings.ts'
import { listLog } from '#contract/staff-log.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { addMonths, dayOf, dayStart } from '#rules/calendar.ts'
import { addCompany, addPerson, password } from '../testing/people.ts'
import {
  type Caller,
  databaseOfTier,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'
import {
  hashRows,
  isGenuine,
  newCode,
  publicKeyOf,
  signedWord,
  signFacts,
  signPdf,
} from './sign.ts'

const run = promisify(execFile)

const script = new URL('../../public/check-letter.mjs', import.meta.url).pathname

/** The script as somebody without the server runs it; whether each letter is genuine. */
async function checkOffline(key: string, letters: string[]): Promise<boolean[]> {
  const { stdout } = await run(process.execPath, [script, key, ...letters]).catch(
    (error: { stdout: string }) => error,
  )
  return [...stdout.matchAll(/: (genuine|NOT GENUINE)/g)].map(([, said]) => said === 'genuine')
}

test('without a key or a letter the script says how it is used', async () => {
  for (const args of [[], ['mistyped', 'letter.pdf'], ['x'.repeat(43)]]) {
    await expect(run(process.execPath, [script, ...args])).rejects.toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^Usage: node check-letter\.mjs KEY letter\.pdf/),
    })
  }
})

describe.each(databaseOfTier())('letters on %s', (kind) => {
  let at = Date.now()
  let server: TestServer
  let amina: Caller
  let brian: Caller
  let grace: Caller
  let brianId = 0

  beforeAll(async () => {
    server = await startServer(kind, { DARAJA_SIMULATOR_DELAY_MS: '60000' }, () => new Date(at))
    amina = await server.signIn('0712345678', '12345678')
    brian = await server.signIn('0722000002', '23456789')
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    brianId = (await brian.call(getUser, {})).body.id
  })
  afterAll(() => endServer(server))

  const form = (letter: 'clearance' | 'statement', more = {}) => ({
    body: { kind: letter, submission_id: crypto.randomUUID(), ...more },
  })
  const clearance = async () => (await brian.call(issueLetter, form('clearance'))).body
  const check = (code: string, who: Caller = server) => who.call(checkLetter, { params: { code } })
  const staffOf = async (
    company_id: number,
    email: string,
    staff_role: 'viewer' | 'caretaker' | 'owner',
  ) => {
    await addPerson(server.running.context.db, company_id, email, { is_staff: true, staff_role })
    return server.signIn(email, password)
  }

  test('a tenant who owes nothing gets one, and anybody who has its code can check it', async () => {
    const submission = form('clearance')
    const issued = await brian.call(issueLetter, submission)
    expect(issued.status).toBe(201)
    const { facts } = issued.body
    expect(facts).toMatchObject({
      kind: 'clearance',
      number: 'L000001',
      day: dayOf(new Date()),
      owes: 0,
      residence: { name: 'Acacia Court' },
      tenant: { full_name: 'Brian Kamau', room_number: 'A102', until: null },
      statement: null,
    })
    // Sent again, it is the same letter; with something else in it, it is refused.
    expect((await brian.call(issueLetter, submission)).body).toEqual(issued.body)
    const other = { body: { ...submission.body, kind: 'statement' as const } }
    expect((await brian.call(issueLetter, other)).body.code).toBe('submission_used')
    const checked = await check(facts.code.toLowerCase())
    expect(checked.body).toEqual({
      facts,
      rows: [],
      withdrawn_at: null,
      public_key: (await server.call(getLetterKey, {})).body.public_key,
    })
    expect(issued.body.check_url).toBe(
      `${server.running.context.config.publicUrl}/check/${facts.code}`,
    )
  })

  test('it stays as it was written, whatever the residence is called later', async () => {
    const before = await clearance()
    const { body: was } = await grace.call(getResidence, {})
    const named = { ...was, first_month: 'full' }
    const now = { ...named, name: 'Jacaranda Court' }
    expect((await grace.call(changeResidence, { body: { was, now } })).status).toBe(200)
    const params = { number: before.facts.number }
    expect((await brian.call(getLetter, { params })).body).toEqual(before)
    await grace.call(changeResidence, { body: { was: now, now: named } })
  })

  test('whoever owes something is told what, and gets none', async () => {
    const account_reference = (await amina.call(getAccountNumber, {})).body.account_number
    const body = { phone_number: '0741000900', amount: 20, account_reference }
    expect((await amina.call(initiatePush, { body })).status).toBe(200)
    const { owes, months, open_requests } = (await amina.call(listLetters, {})).body
    expect(owes).toBeGreaterThan(0)
    expect(months.reduce((sum, { owed }) => sum + owed, 0)).toBe(owes)
    expect(months).toEqual((await amina.call(getPaymentSummary, {})).body.owed_months)
    expect(open_requests).toMatchObject([{ amount: 20 }])
    const refused = await amina.call(issueLetter, form('clearance'))
    expect([refused.status, refused.body.code]).toEqual([409, 'something_owed'])
    expect(refused.body.message).toMatch(/^Ksh.[\d,]+ is owed\. /)
    // No number is used up by it.
    const [first, second] = [await clearance(), await clearance()].map(({ facts }) =>
      Number(facts.number.slice(1)),
    )
    expect(second).toBe(Number(first) + 1)
  })

  test('what staff charge meanwhile makes the next one be refused', async () => {
    const id = String(brianId)
    const entry = { kind: 'charge', amount: 300, on: dayOf(new Date()), reason: 'A key' } as const
    const { body: expected } = await grace.call(previewEntry, { params: { id }, body: entry })
    await grace.call(enterByHand, {
      params: { id },
      body: { entry, submission_id: crypto.randomUUID(), expected },
    })
    expect(expected.after).toBe(300)
    expect((await brian.call(issueLetter, form('clearance'))).status).toBe(409)
    const back = { ...entry, kind: 'waiver' } as const
    const { body: next } = await grace.call(previewEntry, { params: { id }, body: back })
    await grace.call(enterByHand, {
      params: { id },
      body: { entry: back, submission_id: crypto.randomUUID(), expected: next },
    })
  })

  test('a statement has every line, and the balance of its last day', async () => {
    const { body: all } = await amina.call(issueLetter, form('statement'))
    expect(all.rows.length).toBeGreaterThan(2)
    expect(all.facts.statement).toMatchObject({ from: null, opening: 0 })
    expect(all.facts.owes).toBe(all.rows.at(-1)?.balance)
    const day = all.rows.at(-1)?.day ?? ''
    const { body: last } = await amina.call(issueLetter, form('statement', { from: day }))
    const opening = last.facts.statement?.opening ?? 0
    const { charged = 0, credited = 0 } = last.facts.statement ?? {}
    expect(opening + charged - credited).toBe(last.facts.owes)
    const odd = form('statement', { from: day, until: '2020-01-01' })
    expect((await amina.call(issueLetter, odd)).status).toBe(400)
    // Whoever checks the paper compares the lines, too.
    expect((await check(all.facts.code)).body.rows).toEqual(all.rows)
  })

  test('staff issue and withdraw it, and the log says so; the check page says it is withdrawn', async () => {
    const params = { id: String(brianId) }
    const { body: letter } = await grace.call(issueTenantLetter, { params, ...form('clearance') })
    const { number, code } = letter.facts
    expect((await brian.call(listLetters, {})).body.letters[0]).toMatchObject({
      number,
      withdrawn: false,
    })
    const withdraw = (who: Caller, reason: string) =>
      who.call(withdrawLetter, { params: { number }, body: { reason } })
    expect((await withdraw(grace, ' ')).status).toBe(400)
    const two = await Promise.all([withdraw(grace, 'Of another'), withdraw(grace, 'Of another')])
    expect(two.map(({ status }) => status).sort()).toEqual([200, 409])
    const checked = await check(code)
    expect(checked.body.withdrawn_at).toMatch(/^20/)
    expect(JSON.stringify(checked.body)).not.toContain('Of another')
    const shown = await brian.call(getLetter, { params: { number } })
    expect(shown.body.withdrawn).toMatchObject({ reason: 'Of another' })
    const acts = (await grace.call(listLog, {})).body.map(({ act }) => act)
    expect(acts.slice(0, 2)).toEqual(['letter.withdraw', 'letter.issue'])
  })

  test('roles: a caretaker issues, withdraws nothing; a viewer does neither', async () => {
    const { number } = (await clearance()).facts
    const [caretaker, viewer] = [
      await staffOf(1, `caretaker-${kind}@acacia.example`, 'caretaker'),
      await staffOf(1, `viewer-${kind}@acacia.example`, 'viewer'),
    ]
    const params = { id: String(brianId) }
    const statuses = async (who: Caller) => [
      (await who.call(listTenantLetters, { params })).status,
      (await who.call(issueTenantLetter, { params, ...form('clearance') })).status,
      (await who.call(withdrawLetter, { params: { number }, body: { reason: 'No' } })).status,
    ]
    expect(await statuses(caretaker)).toEqual([200, 201, 403])
    expect(await statuses(viewer)).toEqual([200, 403, 403])
  })

  test('other tenants and another residence’s staff don’t find it', async () => {
    const { number } = (await clearance()).facts
    const company = await addCompany(server.running.context.db)
    const elsewhere = await staffOf(company, 'owner@other.example', 'owner')
    const params = { number }
    expect((await amina.call(getLetter, { params })).status).toBe(404)
    expect((await elsewhere.call(getLetter, { params })).status).toBe(404)
    const body = { reason: 'No' }
    expect((await elsewhere.call(withdrawLetter, { params, body })).status).toBe(404)
    const tenant = { id: String(brianId) }
    const issued = await elsewhere.call(issueTenantLetter, { params: tenant, ...form('clearance') })
    expect(issued.status).toBe(404)
  })

  test('the database lets nobody change or delete it', async () => {
    await clearance()
    const { db } = server.running.context
    for (const change of [
      sql`update letters set facts = replace(facts, 'Brian', 'Bryan')`,
      sql`update letters set withdrawn_at = now(), withdrawn_by = user_id, withdrawn_reason = 'x',
        facts = '{}' where withdrawn_at is null`,
      sql`update letters set withdrawn_at = null, withdrawn_by = null, withdrawn_reason = null
        where withdrawn_at is not null`,
      sql`delete from letters`,
    ]) {
      await expect(change.execute(db)).rejects.toThrow('a letter is never changed')
    }
  })

  test('whoever gets past that is found out: one changed byte of any field', async () => {
    const { body: letter } = await amina.call(issueLetter, form('statement'))
    const { db } = server.running.context
    const { code } = letter.facts
    const read = () =>
      db.selectFrom('letters').where('code', '=', code).selectAll().executeTakeFirstOrThrow()
    const row = await read()
    const write = async (values: { facts?: string; rows?: string }) => {
      await sql`alter table letters disable trigger append_only`.execute(db)
      await db.updateTable('letters').where('code', '=', code).set(values).execute()
      await sql`alter table letters enable trigger append_only`.execute(db)
    }
    for (const values of [
      { facts: row.facts.replace('Amina', 'Anina') },
      { facts: row.facts.replace(/"owes":\d/, '"owes":0') },
      { rows: row.rows.replace(/"amount":(\d)/, '"amount":9') },
    ]) {
      await write({ facts: row.facts, rows: row.rows, ...values })
      expect(await check(code)).toMatchObject({ status: 409, body: { code: 'letter_changed' } })
    }
    await write({ facts: row.facts, rows: row.rows })
    expect((await check(code)).status).toBe(200)
  })

  test('two at once get two numbers', async () => {
    const issued = await Promise.all(
      [brian, grace, brian].map((who) =>
        who === grace
          ? grace.call(issueTenantLetter, { params: { id: String(brianId) }, ...form('clearance') })
          : brian.call(issueLetter, form('clearance')),
      ),
    )
    expect(new Set(issued.map(({ body }) => body.facts.number)).size).toBe(3)
  })

  test('wrong codes get a plain sentence, and after a while none', async () => {
    const { code } = (await clearance()).facts
    const wrong = await check(newCode())
    expect(wrong).toMatchObject({ status: 404, body: { code: 'letter_not_found' } })
    expect(wrong.body.message).toMatch(/^No letter has this code\./)
    for (let at = 0; at < 60; at++) await check('no code')
    expect((await check(newCode())).status).toBe(429)
    await server.running.context.db.deleteFrom('throttles').execute()
    // Those that are right cost nothing.
    for (let at = 0; at < 62; at++) expect((await check(code)).status).toBe(200)
  })

  test('the PDF is found genuine without network, and not when a byte is changed', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'letters-'))
    try {
      const { facts, qr } = await clearance()
      expect(qr.size).toBeLessThan(110)
      const response = await brian.fetch(`/api/letters/${facts.number}/pdf/`)
      expect(response.headers.get('content-type')).toBe('application/pdf')
      const pdf = Buffer.from(await response.arrayBuffer())
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
      const { public_key } = (await server.call(getLetterKey, {})).body
      let count = 0
      const file = (bytes: Uint8Array) => {
        const name = join(folder, `${count++}.pdf`)
        writeFileSync(name, bytes)
        return name
      }
      const changed = fc.sample(
        fc.tuple(fc.nat(pdf.length - 1), fc.integer({ min: 1, max: 255 })),
        40,
      )
      const edited = [
        ...changed,
        [pdf.length - 1, 1],
        [pdf.length - 2, 1],
        [pdf.length - 3, 3],
      ].map(([at = 0, by = 1]) => {
        const copy = Buffer.from(pdf)
        copy[at] = (copy[at] ?? 0) ^ by
        return file(copy)
      })
      const longer = [Buffer.concat([pdf, Buffer.from('\n')]), Buffer.concat([pdf, pdf])].map(file)
      const said = await checkOffline(public_key, [file(pdf), ...edited, ...longer])
      expect(said).toEqual([true, ...edited.map(() => false), false, false])
      const otherKey = publicKeyOf({ letterSecret: 'another' })
      expect(await checkOffline(otherKey, [file(pdf)])).toEqual([false])
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  test('what is owed is told by the same months as at home, a late fee in that of its charge', async () => {
    const month = dayOf(new Date(at)).slice(0, 7)
    const late_month = addMonths(`${month}-01`, -1).slice(0, 7)
    const { id: user_id } = (await amina.call(getUser, {})).body
    const fee = { company_id: 1, user_id, kind: 'late_fee', month, late_month, amount: 69 } as const
    await server.running.context.db.insertInto('charges').values(fee).execute()
    const { months } = (await amina.call(listLetters, {})).body
    expect(months).toEqual((await amina.call(getPaymentSummary, {})).body.owed_months)
    expect(months.find((one) => one.month === month)?.owed).toBeGreaterThanOrEqual(69)
  })

  test('on the 1st the new rent is owed, before the daily job has charged it', async () => {
    const first = addMonths(`${dayOf(new Date(at)).slice(0, 7)}-01`, 1)
    at = dayStart(first).getTime() + 1000
    const again = await server.signIn('0722000002', '23456789')
    const refused = await again.call(issueLetter, form('clearance'))
    expect([refused.status, refused.body.code]).toEqual([409, 'something_owed'])
    // The refusal is rolled back, and with it the charge.
    const statement = (await again.call(issueLetter, form('statement'))).body
    expect(statement.rows.at(-1)?.day).toBe(first)
  })
})

/** What is signed, byte by byte; without a server. */
describe('a signature', () => {
  const secret = { letterSecret: 'f'.repeat(48) }
  const rows = '[{"amount":6500,"balance":6500,"day":"2026-11-01","detail":null,"entry":"Rent"}]'
  const facts = JSON.stringify({
    owes: 0,
    tenant: { full_name: 'Mũkami wa Ngũgĩ' },
    statement: { rows_hash: hashRows(rows) },
  })
  const signature = signFacts(secret, facts)

  test('holds for what was signed and for nothing else, whichever byte is changed', () => {
    expect(isGenuine(secret, { facts, rows, signature })).toBe(true)
    const change = (bytes: Uint8Array, at: number, by: number) => {
      const copy = Buffer.from(bytes)
      const place = at % copy.length
      copy[place] = (copy[place] ?? 0) ^ by
      return copy
    }
    fc.assert(
      fc.property(
        fc.constantFrom('facts', 'rows', 'signature'),
        fc.nat(),
        fc.integer({ min: 1, max: 127 }),
        (part, at, by) => {
          const letter = {
            facts: part === 'facts' ? change(Buffer.from(facts), at, by).toString('latin1') : facts,
            rows: part === 'rows' ? change(Buffer.from(rows), at, by).toString() : rows,
            signature: part === 'signature' ? change(signature, at, by) : signature,
          }
          expect(isGenuine(secret, letter)).toBe(false)
        },
      ),
      { numRuns: 300 },
    )
  })

  test('the text of a QR code is checked without network too', async () => {
    const word = signedWord(facts, signature)
    const flip = (at: number) =>
      word.slice(0, at) + (word[at] === 'A' ? 'B' : 'A') + word.slice(at + 1)
    const words = [word, ...[0, 40, word.indexOf('.') + 1, word.length - 1].map(flip)]
    const texts = words.map((one) => `https://acacia.example/check/CODE#${one}`)
    expect(await checkOffline(publicKeyOf(secret), texts)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })

  test('a signed PDF is no signed letter', () => {
    const pdf = signPdf(secret, Buffer.from(facts))
    const ofPdf = Buffer.from(pdf.subarray(-87, -1).toString(), 'base64url')
    expect(isGenuine(secret, { facts, rows, signature: ofPdf })).toBe(false)
  })

  test('codes are never alike', () => {
    const codes = Array.from({ length: 1000 }, newCode)
    expect(new Set(codes).size).toBe(1000)
  })
})
