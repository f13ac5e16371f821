import { type Day, dayOf, formatDay } from '#rules/calendar.ts'
import type { DifferenceKind } from '#rules/day-facts.ts'
import { mayDo } from '#rules/staff-roles.ts'
import { findRole } from '../approvals/queries.ts'
import type { AuthUser } from '../auth/access.ts'
import { lockCompany } from '../company/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { conflict, forbidden, invalid, notFound } from '../http/errors.ts'
import { logStaffAction } from '../staff-log.ts'
import { loadFacts } from './facts.ts'
import {
  canonicalJson,
  type Frozen,
  fingerprintOf,
  freeze,
  hashClose,
  hashSecond,
  hex,
  isNothing,
  type LateIds,
  lateSince,
  withoutKnown,
} from './frozen.ts'
import {
  countSigners,
  findClose,
  findLastClose,
  listClosesOf,
  listClosesSince,
  listDaysTouched,
} from './queries.ts'

/** Old names of kinds of differences. They stay in older closes, whose hashes cover them. */
const renamed: Record<string, DifferenceKind> = { reversal: 'taken_back_by_mpesa' }

export function readFigures(text: string): Frozen {
  const { figures, ...stored }: Frozen = JSON.parse(text)
  const differences = figures.differences.map(({ kind, ...one }) => ({
    ...one,
    kind: renamed[kind] ?? kind,
  }))
  return { ...stored, figures: { ...figures, differences } }
}

/** The late entries that a close includes. Older closes have them in their figures. */
export const readLate = ({
  late,
  figures,
}: {
  late: string | null
  figures: string | null
}): LateIds[] => (late === null ? (JSON.parse(figures ?? '{}').late ?? []) : JSON.parse(late))

/** An entry becomes visible within this time after its timestamp, since transactions end within seconds. */
const SLOWEST_ENTRY_MS = 10 * 60_000

/** Locks the company, as changes of roles do, so that a role taken away meanwhile is noticed. */
async function lockSigner(tx: Db, { company_id, id }: AuthUser) {
  await lockCompany(tx, company_id)
  if (mayDo(await findRole(tx, company_id, id), 'money')) return
  throw forbidden('You may not sign for a day any more.', 'not_permitted')
}

/**
 * Closes a day: its figures are frozen, and hashed together with the close before.
 * @throws {HttpError} 400 for a day to come, or without a reason for open differences; 409 when the day was signed already, or
 * has changed since it was shown
 */
export async function signClose(
  context: Context,
  staff: AuthUser,
  day: Day,
  { expected, reason = null }: { expected: string; reason?: string | null | undefined },
): Promise<{ number: number }> {
  const { company_id } = staff
  if (day > dayOf(context.now())) throw invalid('day', 'That day is in the future.')
  return context.db.transaction().execute(async (tx) => {
    // The lock makes closes run one after the other, so that their numbers have no gaps.
    await lockSigner(tx, staff)
    const signed = await findClose(tx, company_id, day)
    if (signed) {
      const who = signed.signed_by === staff.id ? 'You have' : `${signed.signed_by_name} has`
      throw conflict(`${who} signed this day already.`, 'already_signed')
    }
    const frozen = freeze(await loadFacts(tx, company_id, day))
    if (fingerprintOf(frozen) !== expected) {
      throw conflict(
        'Something has changed since you opened this page. Please check the new figures.',
        'changed_meanwhile',
      )
    }
    const { open_cents } = frozen.figures
    if (open_cents > 0 && reason === null) {
      throw invalid('reason', 'Money is still open. Please say why you close the day anyway.')
    }
    const last = await findLastClose(tx, company_id)
    const late = last ? await listLate(tx, company_id, day, last) : []
    const row = {
      company_id,
      number: (last?.number ?? 0) + 1,
      day,
      figures: canonicalJson(frozen),
      late: canonicalJson(late),
      open_cents,
      reason,
      alone: (await countSigners(tx, company_id)) === 1,
      signed_by: staff.id,
      signed_at: context.now(),
      previous_hash: last?.hash ?? null,
    }
    const hash = hashClose(row)
    await tx
      .insertInto('day_closes')
      .values({ ...row, hash })
      .execute()
    await logStaffAction(tx, staff, {
      act: 'close.sign',
      subject: 'day_close',
      subject_id: row.number,
      before: null,
      after: { day, open: open_cents / 100, reason, alone: row.alone, hash: hex(hash) },
    })
    return { number: row.number }
  })
}

/** Entries that came for closed days since the last close, and that no close includes yet. */
async function listLate(
  tx: Db,
  company_id: number,
  day: Day,
  last: { number: number; created_at: Date },
): Promise<LateIds[]> {
  const since = new Date(last.created_at.getTime() - SLOWEST_ENTRY_MS)
  const touched = (await listDaysTouched(tx, company_id, since)).filter((one) => one !== day)
  if (touched.length === 0) return []
  const closes = await listClosesOf(tx, company_id, touched)
  const first = closes[0]?.number
  if (first === undefined) return []
  const carried = (await listClosesSince(tx, company_id, first)).flatMap(readLate)
  const late: LateIds[] = []
  for (const { day: closed, figures } of closes) {
    const since = lateSince(readFigures(figures), await loadFacts(tx, company_id, closed))
    const rest = withoutKnown(since, carried)
    if (!isNothing(rest)) late.push(rest)
  }
  return late.sort((one, other) => (one.day < other.day ? -1 : 1))
}

/**
 * Adds the second signature, by another person.
 * @throws {HttpError} 404; 403 for the person who signed first; 409 when the second signature is there already
 */
export async function countersignClose(
  context: Context,
  staff: AuthUser,
  day: Day,
  { expected, note = null }: { expected: string; note?: string | null | undefined },
): Promise<{ number: number }> {
  const { company_id } = staff
  return context.db.transaction().execute(async (tx) => {
    await lockSigner(tx, staff)
    const close = await findClose(tx, company_id, day)
    if (!close) throw notFound(`${formatDay(day)} hasn’t been signed yet.`, 'close_not_found')
    const { number, hash } = close
    if (close.alone) throw conflict('One signature has closed this day.', 'already_closed')
    if (close.second_by !== null) {
      const who = close.second_by === staff.id ? 'You have' : `${close.second_by_name} has`
      throw conflict(`${who} signed this day already.`, 'already_closed')
    }
    if (close.signed_by === staff.id) {
      throw forbidden('A second person has to sign, not you.', 'same_person')
    }
    if (hex(hash) !== expected) {
      throw conflict('This close has changed. Please check its figures.', 'changed_meanwhile')
    }
    const second = { second_by: staff.id, second_at: context.now(), second_note: note }
    await tx
      .updateTable('day_closes')
      .set({ ...second, second_hash: hashSecond({ hash, ...second }) })
      .where('company_id', '=', company_id)
      .where('number', '=', number)
      .execute()
    await logStaffAction(tx, staff, {
      act: 'close.sign',
      subject: 'day_close',
      subject_id: number,
      before: { day, signed_by: close.signed_by_name },
      after: { day, note, hash: expected },
    })
    return { number }
  })
}
