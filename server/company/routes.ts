import { getCompany } from '#contract/company.ts'
import { listColleges, listFaculties } from '#contract/onboarding.ts'
import type { Context } from '../context.ts'
import { notFound } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import * as queries from './queries.ts'

export function companyRoutes(serve: Serve, { db }: Context) {
  serve(getCompany, ({ query }) => queries.requireCompany(db, query.slug))

  serve(listColleges, () => queries.listColleges(db))

  serve(listFaculties, async ({ params }) => {
    if (!(await queries.findCollege(db, params.id))) throw notFound('There is no such college.')
    return { faculties: await queries.listFaculties(db, params.id) }
  })
}
