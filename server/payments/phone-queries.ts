import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'

/** Takes the phone for a request, or an older push's place once that may be overtaken. */
export async function lockPhone(
  db: Db,
  lock: { phone: string; company_id: number; request_id: number; opened_at: Date },
  overtake_before: Date,
): Promise<boolean> {
  const result = await db
    .insertInto('open_pushes')
    .values(lock)
    .onConflict((conflict) =>
      conflict
        .column('phone')
        .doUpdateSet({
          company_id: lock.company_id,
          request_id: lock.request_id,
          opened_at: lock.opened_at,
        })
        .where('open_pushes.opened_at', '<', overtake_before),
    )
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export function findPushOnPhone(db: Db, phone: string) {
  return db
    .selectFrom('open_pushes')
    .innerJoin('payment_requests', sameCompany('payment_requests.id', 'open_pushes.request_id'))
    .where('open_pushes.phone', '=', phone)
    .select([
      'payment_requests.starter_company_id',
      'payment_requests.starter_user_id',
      'payment_requests.checkout_request_id',
    ])
    .executeTakeFirst()
}

export function releasePhone(db: Db, company_id: number, request_id: number, phone: string) {
  return db
    .deleteFrom('open_pushes')
    .where('phone', '=', phone)
    .where('company_id', '=', company_id)
    .where('request_id', '=', request_id)
    .execute()
}
