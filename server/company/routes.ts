import { getCompany } from '#contract/company.ts'
import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import type { Serve } from '../serve.ts'
import { findCompany, findFirstCompany } from './queries.ts'

export function companyRoutes(serve: Serve, { db }: Context) {
  serve(getCompany, async ({ query }) => {
    const company = query.slug ? await findCompany(db, query.slug) : await findFirstCompany(db)
    if (!company) throw notFound('There is no such residence.')
    return company
  })
}
