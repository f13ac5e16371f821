import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/connect.ts'

/** All data of a room or a tenant that somebody could change, or add to. */
const parts = {
  room: [
    sql`select to_jsonb(rooms) as row from rooms where company_id = owner.company_id and id = owner.id`,
    ...ofOwner('room_id', 'room_rates', 'room_closures'),
  ],
  user: [
    // Without rent, since it is charged automatically and doesn't mean that the account is used.
    sql`select to_jsonb(charges) as row from charges
      where company_id = owner.company_id and user_id = owner.id and kind <> 'rent'`,
    sql`select to_jsonb(users) as row from users where company_id = owner.company_id and id = owner.id`,
    sql`select to_jsonb(stays) as row from stays where company_id = owner.company_id
      and tenancy_id in (select id from tenancies
        where company_id = owner.company_id and user_id = owner.id)`,
    ...ofOwner(
      'user_id',
      ...['tenancies', 'tenant_details', 'tenant_notes', 'deposit_entries', 'payments', 'logins'],
      ...['recurring_fees', 'account_numbers', 'id_numbers', 'registration_numbers'],
    ),
  ],
}

function ofOwner(column: 'room_id' | 'user_id', ...tables: string[]): RawBuilder<unknown>[] {
  return tables.map(
    (name) => sql`select to_jsonb(${sql.table(name)}) as row from ${sql.table(name)}
      where company_id = owner.company_id and ${sql.ref(column)} = owner.id`,
  )
}

/** A fingerprint of the current data of each of these rooms or tenants. */
export async function loadMadeAs(
  tx: Db,
  company_id: number,
  kind: keyof typeof parts,
  ids: number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const all = sql.join(parts[kind], sql` union all `)
  const { rows } = await sql<{ id: number; made_as: string }>`
    select owner.id, (select md5(string_agg(row::text, ' ' order by row::text))
      from (${all}) as part) as made_as
    from ${sql.table(kind === 'room' ? 'rooms' : 'users')} as owner
    where owner.company_id = ${company_id} and owner.id in (${sql.join(ids)})`.execute(tx)
  return new Map(rows.map(({ id, made_as }) => [id, made_as]))
}
