import { getCompany } from '#contract/company.ts'
import { getOnboardingCompany, listColleges, listFaculties } from '#contract/onboarding.ts'
import type { Context } from '../context.ts'
import { noCompany, notFound } from '../errors.ts'
import type { Serve } from '../serve.ts'
import * as queries from './queries.ts'

const companyNotFound = () => notFound('There is no such residence.')

export function companyRoutes(serve: Serve, { db }: Context) {
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
    return company
  })

  serve(listColleges, () => queries.listColleges(db))

  serve(listFaculties, async ({ params }) => {
    if (!(await queries.findCollege(db, params.id))) throw notFound('There is no such college.')
    return { faculties: await queries.listFaculties(db, params.id) }
  })
}
