import type { AssistantData } from '#contract/assistant.ts'
import { findCompany, findFirstCompany, listFaq, listServices } from '../company/queries.ts'
import type { Db } from '../db/connect.ts'
import { listPackages } from '../wifi/queries.ts'
import { packageOf } from '../wifi/shape.ts'

export type Company = NonNullable<Awaited<ReturnType<typeof findFirstCompany>>>

/** The named residence, else the first. */
export const companyFor = (db: Db, slug: string | undefined): Promise<Company | undefined> =>
  slug ? findCompany(db, slug) : findFirstCompany(db)

/** All that a residence tells and sells: to people and to the language model alike. */
export async function toldBy(db: Db, company: Company): Promise<AssistantData> {
  const [services, packages, faq] = await Promise.all([
    listServices(db, company.id),
    listPackages(db, company.id),
    listFaq(db, company.id),
  ])
  return { company, services, packages: packages.map(packageOf), faq }
}
