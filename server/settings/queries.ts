import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { FrequentQuestion, residenceSettings, Service } from '#contract/settings.ts'
import { rolesWith } from '#rules/staff-roles.ts'
import type { Db } from '../db/connect.ts'
import { MAIL_SENT } from '../mail.ts'

export const updateResidence = (
  tx: Db,
  company_id: number,
  { wifi_network, footer, ...settings }: z.output<typeof residenceSettings>,
) =>
  tx
    .updateTable('companies')
    .set({
      ...settings,
      first_month_chosen: true,
      wifi_network: wifi_network || null,
      footer: footer || null,
    })
    .where('id', '=', company_id)
    .execute()

export async function replaceFrequentQuestions(
  tx: Db,
  company_id: number,
  entries: FrequentQuestion[],
): Promise<void> {
  await tx.deleteFrom('faq').where('company_id', '=', company_id).execute()
  if (entries.length === 0) return
  const rows = entries.map((entry, position) => ({ ...entry, company_id, position }))
  await tx.insertInto('faq').values(rows).execute()
}

export async function replaceServices(
  tx: Db,
  company_id: number,
  entries: Service[],
): Promise<void> {
  await tx.deleteFrom('services').where('company_id', '=', company_id).execute()
  if (entries.length === 0) return
  const rows = entries.map((entry, position) => ({ ...entry, company_id, position }))
  await tx.insertInto('services').values(rows).execute()
}

/** The checklist items that can be read from the database. */
export const findProgress = (db: Db, company_id: number) =>
  db
    .selectNoFrom([
      ...(['rooms', 'services', 'faq'] as const).map((table) =>
        sql<boolean>`exists(select from ${sql.table(table)} where company_id = ${company_id})`.as(
          table,
        ),
      ),
      sql<boolean>`exists(select from packages where company_id = ${company_id} and offered)`.as(
        'bundles',
      ),
      sql<boolean>`(select first_month_chosen from companies where id = ${company_id})`.as(
        'first_month',
      ),
      sql<boolean>`exists(select from terms_versions where company_id = ${company_id})`.as('terms'),
      // Staff who have opened their invitation and may handle money.
      sql<number>`(select count(*)::int from users where company_id = ${company_id}
        and password_hash <> '' and staff_role in (${sql.join(rolesWith('money'))}))`.as('staff'),
      sql<boolean>`exists(select from installation where name = ${MAIL_SENT})`.as('mail_sent'),
    ])
    .executeTakeFirstOrThrow()
