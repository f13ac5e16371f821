import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Day } from '#rules/calendar.ts'
import type { GradedEntry } from '#rules/grade.ts'
import type { HelbRound, Instalment, PlannedBills } from '#rules/plan.ts'
import type { CountingPayment, PromiseRules } from '#rules/promise.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import { enteredAt } from '../ledger/queries.ts'

/** Condition for any number of users. The statement's text doesn't depend on the number, so it is planned once. */
const anyOf = (users: number[]) => sql<number>`any(${users}::integer[])`

/** A company's agreements with their parts. */
function selectAgreements(db: Db, company_id: number) {
  return db
    .selectFrom('agreements')
    .leftJoin('users as staff', sameCompany('staff.id', 'agreements.made_by'))
    .where('agreements.company_id', '=', company_id)
    .leftJoin('pay_links as link', sameCompany('link.id', 'agreements.agreed_over'))
    .selectAll('agreements')
    .select(fullName('staff').as('made_by_name'))
    .select(['link.label as sponsor', 'link.agreeing_phone as sponsor_phone'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('agreement_parts as part')
          .whereRef('part.company_id', '=', 'agreements.company_id')
          .whereRef('part.agreement_id', '=', 'agreements.id')
          .select(['part.amount', 'part.day', 'part.helb_round', 'part.days_after'])
          .orderBy('part.position'),
      ).as('parts'),
    )
}

/** The agreements of these users, latest first. */
export const listAgreementsOf = (db: Db, company_id: number, users: number[]) =>
  selectAgreements(db, company_id)
    .where('agreements.user_id', 'in', users)
    .orderBy('agreements.id', 'desc')
    .execute()
export type AgreementRow = Awaited<ReturnType<typeof listAgreementsOf>>[number]

/** An account's agreement that waits for somebody to agree, then the one in force, each with the news about HELB's payouts. */
export const selectInForce = (db: Db, company_id: number, user_id: number) =>
  db
    .selectFrom('agreements')
    .where('agreements.company_id', '=', company_id)
    .where('agreements.user_id', '=', user_id)
    .where('agreements.ended_at', 'is', null)
    .select(['agreements.id', 'agreements.kind', 'agreements.after_payment'])
    .select(['agreements.agreed_at', 'agreements.ended_at', 'agreements.owed_by'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('agreement_parts as part')
          .leftJoin('helb_rounds as helb', (join) =>
            join
              .onRef('helb.company_id', '=', 'part.company_id')
              .onRef('helb.round', '=', 'part.helb_round'),
          )
          .whereRef('part.company_id', '=', 'agreements.company_id')
          .whereRef('part.agreement_id', '=', 'agreements.id')
          .select(['part.amount', 'part.day', 'part.helb_round', 'part.days_after'])
          .select(['helb.kind as helb_kind', 'helb.day as helb_day'])
          .orderBy('part.position'),
      ).as('parts'),
    )
    .orderBy('agreements.agreed_at', (order) => order.desc().nullsFirst())
    .orderBy('agreements.id', 'desc')
    .limit(2)

/** All agreements that haven't ended, of users who have a part that depends on this HELB payout. */
export const listAgreementsOnHelb = (db: Db, company_id: number, round: number) =>
  selectAgreements(db, company_id)
    .where('agreements.ended_at', 'is', null)
    .where(
      sql<boolean>`agreements.user_id in (select user_id from agreements waiting
        join agreement_parts part on part.company_id = waiting.company_id
          and part.agreement_id = waiting.id
        where waiting.company_id = ${company_id} and part.helb_round = ${round}
          and waiting.ended_at is null)`,
    )
    .orderBy('agreements.id', 'desc')
    .execute()

/** An agreement, locked until the transaction ends. */
export const lockAgreement = (tx: Db, company_id: number, id: number) =>
  tx
    .selectFrom('agreements')
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .selectAll()
    .forUpdate()
    .executeTakeFirst()

export const findAgreementBySubmission = (db: Db, company_id: number, submission_id: string) =>
  db
    .selectFrom('agreements')
    .where('company_id', '=', company_id)
    .where('submission_id', '=', submission_id)
    .select(['id', 'user_id', 'kind'])
    .executeTakeFirst()

type NewAgreement = Parameters<typeof insertAgreementRow>[1]
const insertAgreementRow = (
  tx: Db,
  agreement: Omit<
    AgreementRow,
    | ('id' | 'made_by_name' | 'parts' | 'ended_at' | 'ended_by' | 'reason')
    | ('agreed_over' | 'sponsor' | 'sponsor_phone')
  >,
) => tx.insertInto('agreements').values(agreement).returning('id').executeTakeFirstOrThrow()

export async function insertAgreement(
  tx: Db,
  agreement: Omit<NewAgreement, 'after_payment'>,
  parts: readonly Instalment[],
): Promise<number> {
  const { company_id, user_id } = agreement
  const { last } = await tx
    .selectFrom('payments')
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .select(sql<number>`coalesce(max(id), 0)`.as('last'))
    .executeTakeFirstOrThrow()
  const { id } = await insertAgreementRow(tx, { ...agreement, after_payment: last })
  await tx
    .insertInto('agreement_parts')
    .values(
      parts.map((part, index) => ({
        company_id,
        agreement_id: id,
        position: index + 1,
        amount: part.amount,
        day: part.day,
        helb_round: part.helb_round,
        days_after: part.days_after,
      })),
    )
    .execute()
  return id
}

export const updateAgreement = (
  tx: Db,
  company_id: number,
  id: number,
  change:
    | { agreed_at: Date; agreed_by: number | null; agreed_over?: number }
    | { ended_at: Date; ended_by: number | null; reason: string | null },
) =>
  tx
    .updateTable('agreements')
    .set(change)
    .where('company_id', '=', company_id)
    .where('id', '=', id)
    .execute()

/** The bills of an account that aren't due yet; null when there is none. */
export async function findBillsToCome(
  db: Db,
  company_id: number,
  user_id: number,
  today: Day,
): Promise<PlannedBills | null> {
  const rows = await db
    .selectFrom('charges')
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .where('bill_id', 'is not', null)
    .where('due_day', '>', today)
    .groupBy('bill_id')
    .having(sql<boolean>`sum(amount) <> 0`)
    .select(sql<number>`sum(amount)::float8`.as('amount'))
    .select(({ fn }) => fn.max('due_day').as('by'))
    .orderBy('by')
    .execute()
  const by = rows.at(-1)?.by
  const amount = rows.reduce((sum, row) => sum + row.amount, 0)
  return by && amount > 0 ? { amount, by } : null
}

/** The rent payments of these users that count, by user. */
export async function listCountingPayments(
  db: Db,
  company_id: number,
  users: number[],
): Promise<Map<number, CountingPayment[]>> {
  const rows = await db
    .selectFrom('ledger_payments')
    .where('company_id', '=', company_id)
    .where('user_id', '=', anyOf(users))
    .where('purpose', '=', 'rent')
    .where(({ not }) => not('reversed'))
    .where('origin', 'is not', null)
    .select(['user_id', 'amount', 'paid_at'])
    .select(({ ref }) => ref('origin').$notNull().as('origin'))
    .execute()
  return Map.groupBy(rows, ({ user_id }) => user_id)
}

export const listHelbRounds = (db: Db, company_id: number): Promise<HelbRound[]> =>
  db
    .selectFrom('helb_rounds')
    .where('company_id', '=', company_id)
    .select(['round', 'kind', 'day'])
    .orderBy('round')
    .execute()

export async function findPromiseRules(db: Db, company_id: number): Promise<PromiseRules> {
  const row = await db
    .selectFrom('companies')
    .where('id', '=', company_id)
    .select(['promises_allowed', 'promise_days', 'promise_percent', 'promises_per_half_year'])
    .executeTakeFirstOrThrow()
  return {
    allowed: row.promises_allowed,
    days: row.promise_days,
    percent: row.promise_percent,
    per_half_year: row.promises_per_half_year,
  }
}

export const updatePromiseRules = (tx: Db, company_id: number, rules: PromiseRules) =>
  tx
    .updateTable('companies')
    .set({
      promises_allowed: rules.allowed,
      promise_days: rules.days,
      promise_percent: rules.percent,
      promises_per_half_year: rules.per_half_year,
    })
    .where('id', '=', company_id)
    .execute()

const MOST_CALLS = 50

/** The calls with these users, the latest first. */
export const listCallsWith = (db: Db, company_id: number, users: number[], most = MOST_CALLS) =>
  db
    .selectFrom('calls')
    .innerJoin('users as staff', sameCompany('staff.id', 'calls.made_by'))
    .where('calls.company_id', '=', company_id)
    .where('calls.user_id', 'in', users)
    .select(['calls.id', 'calls.user_id', 'calls.outcome', 'calls.day', 'calls.note'])
    .select(fullName('staff').as('by'))
    .orderBy('calls.id', 'desc')
    .limit(most)
    .execute()

/** The charges from which these users' grades are computed: without those taken back, and without those that took them back. */
export async function listGradedCharges(
  db: Db,
  company_id: number,
  users: number[],
): Promise<Map<number, GradedEntry[]>> {
  const rows = await db
    .selectFrom('charges')
    .where('charges.company_id', '=', company_id)
    .where('charges.user_id', '=', anyOf(users))
    .where('charges.reverses_charge_id', 'is', null)
    .where(
      sql<boolean>`not exists (select from charges other where other.company_id = charges.company_id
        and other.reverses_charge_id = charges.id)`,
    )
    .select(['charges.user_id', 'charges.amount'])
    .select(enteredAt().as('at'))
    // All months of a bill count as one charge.
    .select(
      sql<
        string | null
      >`case when charges.kind = 'rent' then coalesce((select first_month from bills
        where bills.company_id = charges.company_id and bills.id = charges.bill_id), charges.month) end`.as(
        'bill',
      ),
    )
    .execute()
  return Map.groupBy(rows, ({ user_id }) => user_id)
}
