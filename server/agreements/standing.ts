import type * as contract from '#contract/agreements.ts'
import type { Agreed } from '#contract/tenancy.ts'
import { type Day, dayOf, isoTime } from '#rules/calendar.ts'
import { type GradedEntry, gradeOf, gradeText } from '#rules/grade.ts'
import type { Excuse } from '#rules/late-fee.ts'
import { maskedPhone, sponsorText } from '#rules/phone.ts'
import { type HelbRound, type Instalment, withDueDays } from '#rules/plan.ts'
import {
  type CountingPayment,
  countingPayments,
  judge,
  type LedgerPayment,
  mayPromise,
} from '#rules/promise.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import type { Key } from '../db/keys.ts'
import { findBalance } from '../ledger/balance.ts'
import { findTenant, tenantNotFound } from '../tenancy/tenant-queries.ts'
import {
  type AgreementRow,
  findBillsToCome,
  findPromiseRules,
  listAgreementsOf,
  listCallsWith,
  listCountingPayments,
  listGradedCharges,
  listHelbRounds,
  type selectInForce,
} from './queries.ts'

/** The columns that tell whether an agreement is in force. */
interface Dated {
  id: number
  agreed_at: Date | null
  ended_at: Date | null
}

/** When an agreement ended, because it was withdrawn or another one was agreed to; null if it hasn't ended. */
function untilOf(row: Dated, all: readonly Dated[]): Date | null {
  if (row.ended_at !== null || row.agreed_at === null) return row.ended_at
  const agreed = row.agreed_at.getTime()
  const next = all
    .flatMap(({ id, agreed_at, ended_at }) => {
      const isLater =
        agreed_at !== null &&
        ended_at === null &&
        (agreed_at.getTime() > agreed || (agreed_at.getTime() === agreed && id > row.id))
      return isLater ? [agreed_at] : []
    })
    .toSorted((one, other) => one.getTime() - other.getTime())
  return next[0] ?? null
}

type JudgedRow = Dated & Pick<AgreementRow, 'after_payment' | 'kind'> & { parts: Instalment[] }

/** The agreements of one account in the given order, each with what became of it. */
export function judgeAll<Row extends JudgedRow>(
  rows: readonly Row[],
  payments: readonly CountingPayment[],
  rounds: readonly HelbRound[],
  now: Date,
) {
  return rows.map((row) => {
    const until = untilOf(row, rows)
    const { after_payment } = row
    const judged = judge(
      { after_payment, parts: withDueDays(row.parts, rounds), until },
      payments,
      now,
    )
    const state =
      until !== null ? 'over' : row.agreed_at === null ? 'waiting' : ('in_force' as const)
    // Nothing can be missing of a plan that isn't agreed to yet.
    const missing = state === 'in_force' ? judged.missing : 0
    return { row, until, state, ...judged, missing } as const
  })
}
type JudgedAgreement = ReturnType<typeof judgeAll>[number]

/** Whether a promise or plan waits for somebody to agree, or is in force with parts to come. */
export const isOpen = ({ state, parts }: Pick<JudgedAgreement, 'state' | 'parts'>): boolean =>
  state === 'waiting' ||
  (state === 'in_force' && parts.some(({ outcome }) => outcome === 'pending'))

/** The first part of the agreement in force that is still to come and isn't paid in full. */
export function nextPart(judged: readonly JudgedAgreement[]) {
  const current = judged.find(({ state }) => state === 'in_force')
  const part = current?.parts.find(({ outcome, unpaid }) => outcome === 'pending' && unpaid > 0)
  return current && part ? { current, part } : null
}

const toAgreement = (
  judged: ReturnType<typeof judgeAll<AgreementRow>>[number],
  reader: 'tenant' | 'staff',
): contract.Agreement => {
  const { row, until, state, parts, outcome, missing, unpaid } = judged
  return {
    id: row.id,
    kind: row.kind,
    state,
    owed: row.owed,
    wording: row.wording,
    made_at: isoTime(row.made_at),
    made_by: row.made_by_name,
    agreed_at: row.agreed_at && isoTime(row.agreed_at),
    agreed_over: agreedOver(row, reader),
    ended_at: until && isoTime(until),
    reason: row.reason,
    parts: parts.map(({ helb_round: _, ...part }) => part),
    outcome,
    missing,
    unpaid,
  }
}

/** The sponsor who agreed over a pay link. Only the tenant sees the name that they gave the sponsor. */
function agreedOver(
  { agreed_over: link, sponsor, sponsor_phone: phone }: AgreementRow,
  reader: 'tenant' | 'staff',
) {
  if (link === null || sponsor === null || phone === null) return null
  return { link, sponsor: reader === 'tenant' ? sponsorText(sponsor, phone) : maskedPhone(phone) }
}

type InForce = Awaited<ReturnType<ReturnType<typeof selectInForce>['execute']>>[number]
interface ComingBill {
  due_day: Day
  amount: number
}

/** An agreement as read from JSON, where times are text. */
type SelectedAgreement = Omit<InForce, 'agreed_at' | 'ended_at'> & {
  agreed_at: Date | string | null
}

/** The next part of the agreement in force on an account with this debt and these bills, and whether any agreement is open. */
export function agreedOf(
  selected: readonly SelectedAgreement[],
  payments: readonly LedgerPayment[],
  { due, bills }: { due: number; bills: readonly ComingBill[] },
  now: Date,
): { agreed: Agreed | null; has_open: boolean } {
  if (selected.length === 0) return { agreed: null, has_open: false }
  const rounds = selected.flatMap(({ parts }) =>
    parts.flatMap(({ helb_round: round, helb_kind: kind, helb_day: day }) =>
      round !== null && kind !== null && day !== null ? [{ round, kind, day }] : [],
    ),
  )
  const rows = selected.map((row) => ({
    ...row,
    agreed_at: row.agreed_at === null ? null : new Date(row.agreed_at),
    ended_at: null,
  }))
  const judged = judgeAll(rows, countingPayments(payments), rounds, now)
  // A plan that covers bills to come is also for their amounts.
  const today = dayOf(now)
  const until = judged.find(({ state }) => state === 'in_force')?.row.owed_by ?? today
  const coming = bills.filter(({ due_day }) => due_day > today && due_day <= until)
  const owed = coming.reduce((sum, { amount }) => sum + amount, due)
  const next = owed > 0 ? nextPart(judged) : null
  return {
    agreed: next && {
      kind: next.current.row.kind,
      amount: Math.min(next.part.unpaid, owed),
      day: next.part.day,
      days_after: next.part.days_after,
      missing: next.current.missing,
      rest: Math.max(0, Math.min(due, owed - next.current.unpaid)),
    },
    has_open: judged.some(isOpen),
  }
}

/** The HELB payout that is expected; null when none is. */
export const expectedRound = (rounds: readonly HelbRound[]): HelbRound | null => {
  const last = rounds.at(-1)
  return last?.kind === 'expected' ? last : null
}

/** What an account owes, the agreements it has, and what it may promise. */
export async function findStanding({ now }: Pick<Context, 'now'>, db: Db, user: Key) {
  const { company_id, id } = user
  const { due } = await findBalance(db, company_id, id, dayOf(now()))
  const [rules, rounds, rows, payments] = [
    await findPromiseRules(db, company_id),
    await listHelbRounds(db, company_id),
    await listAgreementsOf(db, company_id, [id]),
    await listCountingPayments(db, company_id, [id]),
  ]
  const bills = await findBillsToCome(db, company_id, id, dayOf(now()))
  const judged = judgeAll(rows, payments.get(id) ?? [], rounds, now())
  const made = rows.flatMap(({ kind, made_at }) => (kind === 'promise' ? [made_at] : []))
  const has_open = judged.some(isOpen)
  return {
    owed: due,
    bills,
    may_promise: mayPromise(rules, { owed: due, has_open, made }, now()),
    helb: expectedRound(rounds),
    judged,
    today: dayOf(now()) satisfies Day,
  }
}

export async function loadStanding(
  context: Context,
  user: Key,
  reader: 'tenant' | 'staff' = 'tenant',
): Promise<contract.Standing> {
  const { owed, bills, may_promise, helb, judged } = await findStanding(context, context.db, user)
  const planned = owed + (bills?.amount ?? 0)
  return {
    owes: Math.max(0, owed),
    with_bills: bills && planned > 0 ? { owes: planned, by: bills.by } : null,
    may_promise,
    helb,
    agreements: judged.map((one) => toAgreement(one, reader)),
  }
}

export async function loadTenantStanding(
  context: Context,
  company_id: number,
  id: number,
): Promise<contract.TenantStanding> {
  const { db, now } = context
  const tenant = await findTenant(db, company_id, id)
  if (!tenant) throw tenantNotFound()
  const [standing, charges, payments, calls] = await Promise.all([
    loadStanding(context, { company_id, id }, 'staff'),
    listGradedCharges(db, company_id, [id]),
    listCountingPayments(db, company_id, [id]),
    listCallsWith(db, company_id, [id]),
  ])
  return {
    ...standing,
    full_name: tenant.full_name,
    grade: toGrade(charges.get(id) ?? [], payments.get(id) ?? [], now()),
    calls: calls.map(({ user_id: _, ...call }) => call),
  }
}

export function toGrade(
  charges: readonly GradedEntry[],
  payments: readonly CountingPayment[],
  now: Date,
) {
  const paid = payments.map(({ amount, paid_at: at }) => ({ at, amount: -amount, bill: null }))
  const graded = gradeOf([...charges, ...paid], now)
  return graded && { grade: graded.grade, text: gradeText(graded) }
}

/** The parts that these users promised or planned for today or later, which excuse unpaid rent from late fees. */
export async function listPromisedExcuses(
  db: Db,
  company_id: number,
  users: number[],
  now: Date,
): Promise<Map<number, Excuse[]>> {
  const [rows, payments, rounds] = [
    await listAgreementsOf(db, company_id, users),
    await listCountingPayments(db, company_id, users),
    await listHelbRounds(db, company_id),
  ]
  return new Map(
    [...Map.groupBy(rows, ({ user_id }) => user_id)].map(([user_id, ofUser]) => [
      user_id,
      judgeAll(ofUser, payments.get(user_id) ?? [], rounds, now)
        .filter(({ state }) => state === 'in_force')
        .flatMap(({ row, parts }) =>
          parts
            .filter(({ outcome }) => outcome === 'pending')
            .map(
              ({ day, unpaid }): Excuse => ({
                why: row.kind === 'promise' ? 'promised' : 'planned',
                month: null,
                until: day,
                amount: unpaid,
              }),
            ),
        ),
    ]),
  )
}
