import { sql } from 'kysely'
import type { PublishedTerms } from '#contract/terms.ts'
import { dayOf } from '#rules/calendar.ts'
import { suppliedTerms } from '#rules/terms.ts'
import type { AuthUser } from '../auth/access.ts'
import { fullName } from '../auth/user-queries.ts'
import { lockCompany } from '../company/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import { conflict } from '../http/errors.ts'
import { logStaffAction } from '../staff-log.ts'

const supplied = { version: 1, ...suppliedTerms, by: null }

const selectVersions = (db: Db, company_id: number) =>
  db
    .selectFrom('terms_versions as terms')
    .innerJoin('users', sameCompany('users.id', 'terms.published_by'))
    .where('terms.company_id', '=', company_id)
    .select(['version', 'text', 'published_at', fullName().as('by')])
    .orderBy('version', 'desc')

type Version = Awaited<ReturnType<ReturnType<typeof selectVersions>['executeTakeFirstOrThrow']>>

const toTerms = ({ version, text, published_at, by }: Version) => ({
  version,
  text,
  since: dayOf(published_at),
  by,
})

export async function findTermsInForce(db: Db, company_id: number) {
  const row = await selectVersions(db, company_id).limit(1).executeTakeFirst()
  return row ? toTerms(row) : supplied
}

/** Undefined when there is no such version. */
export async function findTermsOfVersion(db: Db, company_id: number, version: number) {
  if (version === supplied.version) return supplied
  const row = await selectVersions(db, company_id).where('version', '=', version).executeTakeFirst()
  return row && toTerms(row)
}

/** The version in force. */
export async function findTermsVersion(db: Db, company_id: number): Promise<number> {
  const row = await db
    .selectFrom('terms_versions')
    .where('company_id', '=', company_id)
    .select(({ fn }) => fn.max('version').as('version'))
    .executeTakeFirst()
  return row?.version ?? supplied.version
}

export const hasOwnTerms = async (db: Db, company_id: number): Promise<boolean> =>
  (await findTermsVersion(db, company_id)) > supplied.version

/** The latest first, each with how many tenants who have a room agreed to it. */
export async function listTerms(db: Db, company_id: number): Promise<PublishedTerms[]> {
  const [rows, agreed] = await Promise.all([
    selectVersions(db, company_id).execute(),
    db
      .selectFrom('tenancies')
      .innerJoin('tenant_details as details', sameCompany('details.tenancy_id', 'tenancies.id'))
      .where('tenancies.company_id', '=', company_id)
      .where('tenancies.ended_day', 'is', null)
      .where('details.terms_version', 'is not', null)
      .groupBy('details.terms_version')
      .select(['details.terms_version as version', sql<number>`count(*)::int`.as('tenants')])
      .execute(),
  ])
  const tenants = new Map(agreed.map((row) => [row.version, row.tenants]))
  return [...rows.map(toTerms), supplied].map((terms) => ({
    ...terms,
    tenants: tenants.get(terms.version) ?? 0,
  }))
}

/** @throws {HttpError} 409 when somebody else has published others since `was` */
export function publishTerms(
  { db, now }: Context,
  user: AuthUser,
  { was, text }: { was: number; text: string },
): Promise<PublishedTerms[]> {
  const { company_id } = user
  return db.transaction().execute(async (tx) => {
    await lockCompany(tx, company_id)
    const before = await findTermsInForce(tx, company_id)
    if (before.version !== was) {
      throw conflict(
        'Someone else has just published new terms. Read them before you publish yours.',
        'changed_meanwhile',
      )
    }
    const version = before.version + 1
    await tx
      .insertInto('terms_versions')
      .values({ company_id, version, text, published_at: now(), published_by: user.id })
      .execute()
    await logStaffAction(tx, user, {
      act: 'settings.terms',
      subject: 'company',
      subject_id: company_id,
      before: { version: before.version },
      after: { version },
    })
    return listTerms(tx, company_id)
  })
}
