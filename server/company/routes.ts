import { getCompany } from '#contract/company.ts'
import { getOnboardingCompany, listColleges, listFaculties } from '#contract/onboarding.ts'
import { getTerms, listTerms, publishTerms } from '#contract/terms.ts'
import type { Context } from '../context.ts'
import { findDepositRule } from '../deposits/queries.ts'
import { noCompany, notFound } from '../errors.ts'
import type { Serve } from '../serve.ts'
import * as queries from './queries.ts'
import * as terms from './terms.ts'

const companyNotFound = () => notFound('There is no such residence.')

export function companyRoutes(serve: Serve, context: Context) {
  const { db } = context
  serve(getCompany, async ({ query }) => {
    const company = query.slug
      ? await queries.findCompanyBySlug(db, query.slug)
      : await queries.findFirstCompany(db)
    if (!company) throw query.slug ? companyNotFound() : noCompany()
    return company
  })

  serve(getOnboardingCompany, async ({ params }) => {
    const company = await queries.findCompanyBySlug(db, params.slug)
    if (!company) throw companyNotFound()
    const [terms_version, deposit] = await Promise.all([
      terms.findTermsVersion(db, company.id),
      findDepositRule(db, company.id),
    ])
    return { ...company, terms_version, deposit }
  })

  serve(getTerms, async ({ params, query: { version } }) => {
    const company = await queries.findCompanyBySlug(db, params.slug)
    if (!company) throw companyNotFound()
    const inForce = await terms.findTermsInForce(db, company.id)
    const shown = version ? await terms.findTermsOfVersion(db, company.id, version) : inForce
    if (!shown) throw notFound('There is no such version of the terms.', 'no_version')
    return { ...shown, current: inForce.version }
  })
  serve(listTerms, ({ user }) => terms.listTerms(db, user.company_id))
  serve(publishTerms, ({ user, body }) => terms.publishTerms(context, user, body))

  serve(listColleges, () => queries.listColleges(db))

  serve(listFaculties, async ({ params }) => {
    if (!(await queries.findCollege(db, params.id))) throw notFound('There is no such college.')
    return { faculties: await queries.listFaculties(db, params.id) }
  })
}
