import type { AssistantData } from '#contract/assistant.ts'
import type { AuthUser } from '../auth/access.ts'
import {
  findCompanyById,
  findCompanyBySlug,
  findFirstCompany,
  listFaq,
  listServices,
} from '../company/queries.ts'
import type { Db } from '../db/connect.ts'
import { notFound } from '../errors.ts'
import { listPackages } from '../wifi/queries.ts'
import { packageOf } from '../wifi/shape.ts'

export type Company = NonNullable<Awaited<ReturnType<typeof findFirstCompany>>>

/**
 * Whose assistant it is: of whoever is signed in their own residence's, whichever they look at, else the
 * named one's, else the first's.
 * @throws {HttpError} 404 when there is no such residence
 */
export async function companyAsked(
  db: Db,
  user: AuthUser | null,
  slug: string | undefined,
): Promise<Company> {
  const company = user
    ? await findCompanyById(db, user.company_id)
    : await (slug ? findCompanyBySlug(db, slug) : findFirstCompany(db))
  if (!company) throw notFound('There is no such residence.')
  return company
}

/** All that a residence tells and sells: to people and to the language model alike. */
export async function toldBy(db: Db, company: Company): Promise<AssistantData> {
  const [services, packages, faq] = await Promise.all([
    listServices(db, company.id),
    listPackages(db, company.id),
    listFaq(db, company.id),
  ])
  return { company, services, packages: packages.map(packageOf), faq }
}
