import { sql } from 'kysely'
import type { Page } from '#contract/page.ts'
import type { DrawerEntry } from '#rules/cash-count.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'

const selectCounts = (db: Db, company_id: number) =>
  db
    .selectFrom('cash_counts')
    .innerJoin('users', sameCompany('users.id', 'cash_counts.counted_by'))
    .where('cash_counts.company_id', '=', company_id)
    .select([
      'cash_counts.id',
      'counted_at',
      'expected',
      'counted',
      'reason',
      'handed_to',
      'handed',
      'note',
      fullName().as('by'),
    ])

export const findLastCount = (db: Db, company_id: number) =>
  selectCounts(db, company_id).orderBy('cash_counts.id', 'desc').limit(1).executeTakeFirst()
export type CountRow = NonNullable<Awaited<ReturnType<typeof findLastCount>>>

export const findCountOfSubmission = (db: Db, company_id: number, submission_id: string) =>
  selectCounts(db, company_id).where('submission_id', '=', submission_id).executeTakeFirst()

export function listCounts(db: Db, company_id: number, { before, after, limit }: Page) {
  return selectCounts(db, company_id)
    .$if(before !== undefined, (list) => list.where('cash_counts.id', '<', before ?? 0))
    .$if(after !== undefined, (list) => list.where('cash_counts.id', '>', after ?? 0))
    .orderBy('cash_counts.id', after === undefined ? 'desc' : 'asc')
    .limit(limit)
    .execute()
}

/**
 * Entries that no count includes yet, each with the entry that it takes back, if any. The rules decide which of them are cash.
 */
export async function listUncounted(
  db: Db,
  company_id: number,
): Promise<(DrawerEntry & { id: number; reverses_id: number | null })[]> {
  const { rows } = await sql<
    Omit<DrawerEntry, 'reverses'> & { id: number; reverses_id: number | null } & {
      reverses_kind: DrawerEntry['kind'] | null
      reverses_reference: string | null
    }
  >`
    select payments.id, payments.kind, payments.amount, payments.reference, original.id as reverses_id,
      original.kind as reverses_kind, original.reference as reverses_reference
    from payments
    left join payments original on original.company_id = payments.company_id
      and original.id = payments.reverses_payment_id
    where payments.company_id = ${company_id}
      and (payments.kind in ('cash', 'refund') or original.kind in ('cash', 'refund'))
      and not exists (select from cash_count_entries counted
        where counted.company_id = payments.company_id and counted.payment_id = payments.id)
    order by payments.id`.execute(db)
  return rows.map(({ reverses_kind: kind, reverses_reference: reference, ...entry }) => ({
    ...entry,
    reverses: kind && { kind, reference },
  }))
}
