import { type Insertable, sql } from 'kysely'
import { PHONE_LOCK_MS } from '#rules/payment.ts'
import { hashToken } from '../auth/tokens.ts'
import type { Db } from '../db/connect.ts'
import type { Key, UserKey } from '../db/keys.ts'
import { sameCompany } from '../db/same-company.ts'
import type { Schema } from '../db/schema.ts'
import { isReversed } from '../ledger/queries.ts'

/** Finds a link of any residence, also a revoked one. */
export const findPayLink = (db: Db, token: string) =>
  db
    .selectFrom('pay_links as link')
    .innerJoin('users', sameCompany('users.id', 'link.user_id'))
    .innerJoin('companies', 'companies.id', 'link.company_id')
    .innerJoin('account_numbers', sameCompany('account_numbers.user_id', 'link.user_id'))
    .where('link.token_hash', '=', hashToken(token))
    .select(['link.company_id', 'link.id', 'link.user_id', 'link.show_name', 'link.show_owed'])
    .select(['link.label', 'link.agreeing_phone'])
    .select(['link.revoked_at', 'users.first_name', 'users.last_name'])
    .select(['companies.name', 'companies.slug', 'companies.phone'])
    .select('account_numbers.account_number')
    .executeTakeFirst()
export type OpenedLink = NonNullable<Awaited<ReturnType<typeof findPayLink>>>

/** With a link's payments that count: what was taken back does not. */
const withPayments = (db: Db, { company_id, id }: Key, now: Date) =>
  db
    .selectFrom('pay_links as link')
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('payment_requests as push')
          .leftJoin('payments', (join) =>
            join
              .onRef('payments.company_id', '=', 'push.company_id')
              .onRef('payments.request_id', '=', 'push.id')
              .on(sql<boolean>`not ${isReversed}`),
          )
          .whereRef('push.company_id', '=', 'link.company_id')
          .whereRef('push.pay_link_id', '=', 'link.id')
          .select(sql<number>`coalesce(sum(payments.amount), 0)::float8`.as('paid'))
          .select(sql<number>`count(payments.id)::int`.as('payments'))
          .select(sql<Date | null>`max(payments.paid_at)`.as('last_paid_at'))
          .select(
            sql<boolean | null>`bool_or(push.status = 'processing'
              and push.initiated_at > ${new Date(now.getTime() - PHONE_LOCK_MS)})`.as('open'),
          )
          .as('pushes'),
      (join) => join.onTrue(),
    )
    .where('link.company_id', '=', company_id)
    .where('link.user_id', '=', id)
    .select(['link.id', 'link.label', 'link.show_name', 'link.show_owed', 'link.created_at'])
    .select(['link.revoked_at', 'pushes.paid', 'pushes.payments', 'pushes.last_paid_at'])
    .select(['pushes.open', 'link.agreeing_phone'])

const MAX_LISTED = 100

/** The latest first. */
export const listPayLinks = (db: Db, user: Key, now: Date) =>
  withPayments(db, user, now).orderBy('link.id', 'desc').limit(MAX_LISTED).execute()
export type ListedLink = Awaited<ReturnType<typeof listPayLinks>>[number]

export const findOwnPayLink = (db: Db, user: Key, link: number, now: Date) =>
  withPayments(db, user, now).where('link.id', '=', link).executeTakeFirst()

/**
 * The form sent again gives the link another token: the address of the first one has never arrived.
 * @returns the link's id; undefined when the form was used for something else
 */
export async function insertPayLink(
  db: Db,
  link: Insertable<Schema['pay_links']>,
): Promise<number | undefined> {
  const row = await db
    .insertInto('pay_links')
    .values(link)
    .onConflict((conflict) =>
      conflict
        .columns(['company_id', 'submission_id'])
        .doUpdateSet({ token_hash: link.token_hash })
        .where('pay_links.user_id', '=', link.user_id)
        .where('pay_links.label', '=', link.label)
        .where('pay_links.show_name', '=', link.show_name)
        .where('pay_links.show_owed', '=', link.show_owed)
        .where('pay_links.agreeing_phone', 'is not distinct from', link.agreeing_phone ?? null)
        .where('pay_links.revoked_at', 'is', null),
    )
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Nothing happens to one that is revoked already. */
export const revokePayLink = (db: Db, { company_id, id }: Key, link: number, now: Date) =>
  db
    .updateTable('pay_links')
    .set({ revoked_at: now })
    .where('company_id', '=', company_id)
    .where('user_id', '=', id)
    .where('id', '=', link)
    .where('revoked_at', 'is', null)
    .execute()

/** The payment that counts instead of one that was taken back by mistake; the same one when there is no other. */
export async function findRestored(
  db: Db,
  { company_id, user_id }: UserKey,
  payment_id: number,
): Promise<number> {
  const counting = await db
    .selectFrom('ledger_payments')
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .where('purpose', '=', 'rent')
    .where('origin', '=', payment_id)
    .where(({ not }) => not('reversed'))
    .select('id')
    .executeTakeFirst()
  return counting?.id ?? payment_id
}
