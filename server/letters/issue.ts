import type * as z from 'zod/mini'
import type { issueLetter as contract } from '#contract/letters.ts'
import { accountStatement } from '#rules/account-statement.ts'
import { type Day, dayOf, isoTime } from '#rules/calendar.ts'
import { owedByMonth } from '#rules/due.ts'
import { type LetterFacts, type LetterRow, letterNumber } from '#rules/letter.ts'
import { ksh } from '#rules/money.ts'
import type { AuthUser } from '../auth/access.ts'
import { lockUser } from '../auth/user-queries.ts'
import { chargeRent } from '../billing/charge-rent.ts'
import { canonicalJson } from '../closes/frozen.ts'
import { findCompanyById, lockCompany } from '../company/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { findDepositState } from '../deposits/queries.ts'
import { conflict, notFound, submissionUsed } from '../http/errors.ts'
import { findBalance } from '../ledger/balance.ts'
import { listCharges } from '../ledger/queries.ts'
import { lastDayOf, listAllEntries, statementRows } from '../receipts/account-statement.ts'
import { logStaffAction } from '../staff-log.ts'
import { listStays } from '../tenancy/stay-queries.ts'
import { findTenant } from '../tenancy/tenant-queries.ts'
import {
  findLetterBySubmission,
  insertLetter,
  type LetterRecord,
  listOpenRequests,
  nextNumber,
  updateWithdrawn,
} from './queries.ts'
import { hashRows, newCode, signFacts } from './sign.ts'

type LetterForm = z.output<typeof contract.body>

const noTenant = () => notFound('This account has never had a room.', 'tenant_not_found')

/** What a clearance letter still waits for: debts and open payment requests. Throws 404 for a user without a tenancy. */
export async function findStanding({ db, now }: Context, company_id: number, user_id: number) {
  if (!(await findTenant(db, company_id, user_id))) throw noTenant()
  const today = dayOf(now())
  const [{ due }, charges, requests] = await Promise.all([
    findBalance(db, company_id, user_id, today),
    listCharges(db, company_id, user_id, today),
    listOpenRequests(db, company_id, user_id),
  ])
  const charged = charges.reduce((sum, { amount }) => sum + amount, 0)
  // As on the home page, a late fee belongs to the month in which it was charged, and a bill to the month of its due day.
  const months = due > 0 ? owedByMonth([...charges, { month: null, amount: due - charged }]) : []
  return {
    owes: Math.max(0, due),
    months,
    open_requests: requests.map(({ amount, initiated_at }) => ({
      amount,
      at: isoTime(initiated_at),
    })),
  }
}

/**
 * Issues a numbered and signed letter about the present facts. A form that is sent twice gives the same letter.
 * @throws {HttpError} 404 for a user without a tenancy; 409 for a clearance letter while something is owed; 400 for bad days
 */
export async function issueLetter(
  context: Context,
  by: AuthUser,
  user_id: number,
  form: LetterForm,
): Promise<LetterRecord> {
  const { company_id } = by
  return context.db.transaction().execute(async (tx) => {
    const now = context.now()
    const tenant = await findTenant(tx, company_id, user_id)
    if (!tenant) throw noTenant()
    // The locks keep numbers without gaps, and prevent manual entries on the account meanwhile.
    await lockCompany(tx, company_id)
    await lockUser(tx, company_id, user_id)
    const sent = await findLetterBySubmission(tx, company_id, form.submission_id)
    if (sent) {
      if (sent.user_id !== user_id || !isSameForm(sent, form)) throw submissionUsed()
      return sent
    }
    const company = await findCompanyById(tx, company_id)
    if (!company) throw noTenant()
    // On the 1st the rent of the month is owed even if the daily job hasn't charged it yet.
    if (tenant.ended_day === null) await chargeRent(tx, company, now, tenant.tenancy_id)
    const entries = await listAllEntries(tx, company_id, user_id, now)
    const number = await nextNumber(tx, company_id)
    const { name, address, phone, email } = company
    const said =
      form.kind === 'clearance' ? clearanceOf(entries, now) : statementOf(entries, form, now)
    const rows = canonicalJson(said.rows)
    const { held } = await findDepositState(tx, { company_id, id: user_id }, dayOf(now))
    const facts: LetterFacts = {
      kind: form.kind,
      code: newCode(),
      number: letterNumber(number),
      issued_at: isoTime(now),
      day: said.day,
      owes: said.owes,
      ...(form.kind === 'clearance' && { deposit: held }),
      residence: { name, address, phone, email },
      tenant: {
        full_name: tenant.full_name,
        account_number: tenant.account_number,
        ...(await stayOf(tx, company_id, tenant.tenancy_id, dayOf(now))),
      },
      statement: said.statement && { ...said.statement, rows_hash: hashRows(rows) },
    }
    const text = canonicalJson(facts)
    const isByStaff = by.id !== user_id
    const letter = await insertLetter(tx, {
      ...{ company_id, number, user_id, kind: form.kind, code: facts.code },
      ...{ facts: text, rows, signature: signFacts(context, text) },
      submission_id: form.submission_id,
      issued_by: isByStaff ? by.id : null,
      issued_at: now,
    })
    if (isByStaff) {
      await logStaffAction(tx, by, {
        act: 'letter.issue',
        subject: 'user',
        subject_id: user_id,
        before: null,
        after: { number: facts.number, kind: form.kind, full_name: tenant.full_name },
      })
    }
    return letter
  })
}

function isSameForm({ kind, facts }: LetterRecord, form: LetterForm): boolean {
  const { statement, day }: LetterFacts = JSON.parse(facts)
  const until = form.until && form.until < day ? form.until : day
  return (
    kind === form.kind && (!statement || (statement.from === (form.from ?? null) && day === until))
  )
}

type Entries = Awaited<ReturnType<typeof listAllEntries>>

interface Said {
  day: Day
  owes: number
  rows: LetterRow[]
  statement: Omit<NonNullable<LetterFacts['statement']>, 'rows_hash'> | null
}

function clearanceOf(entries: Entries, now: Date): Said {
  const owes = entries.reduce((sum, { amount }) => sum + amount, 0)
  if (owes > 0) {
    throw conflict(
      `${ksh(owes)} is owed. The letter can be issued when it is paid.`,
      'something_owed',
    )
  }
  return { day: dayOf(now), owes: 0, rows: [], statement: null }
}

function statementOf(entries: Entries, form: LetterForm, now: Date): Said {
  const from = form.from ?? null
  const day = lastDayOf({ from, until: form.until }, dayOf(now))
  const { opening, charged, credited, sums, closing, rows } = accountStatement(entries, {
    from,
    until: day,
  })
  return {
    day,
    owes: closing,
    rows: statementRows(rows),
    statement: { from, opening, charged, credited, sums },
  }
}

/** The room, and the first and last day of the tenancy as far as they are known. */
async function stayOf(tx: Db, company_id: number, tenancy_id: number, today: Day) {
  const stays = (await listStays(tx, company_id, tenancy_id)).filter(
    ({ from_day, until_day }) => from_day !== until_day,
  )
  const begun = stays.filter(({ from_day }) => from_day <= today)
  const last = begun.at(-1) ?? stays[0]
  const end = stays.at(-1)?.until_day ?? null
  return {
    room_number: last?.room_number ?? null,
    from: stays[0]?.from_day ?? null,
    until: end !== null && end <= today ? end : null,
  }
}

/** @throws {HttpError} 404, 409 when it is withdrawn already */
export async function withdrawLetter(
  { db, now }: Context,
  staff: AuthUser,
  letter: LetterRecord,
  reason: string,
): Promise<LetterRecord> {
  return db.transaction().execute(async (tx) => {
    const withdrawn = await updateWithdrawn(tx, letter, {
      withdrawn_at: now(),
      withdrawn_by: staff.id,
      withdrawn_reason: reason,
    })
    if (!withdrawn) {
      throw conflict('This letter has already been withdrawn.', 'already_withdrawn')
    }
    await logStaffAction(tx, staff, {
      act: 'letter.withdraw',
      subject: 'user',
      subject_id: letter.user_id,
      before: { number: letterNumber(letter.number), kind: letter.kind },
      after: { reason },
    })
    return withdrawn
  })
}
