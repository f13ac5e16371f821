import * as contract from '#contract/terms.ts'
import { requireCompany } from '../company/queries.ts'
import type { Context } from '../context.ts'
import { notFound } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { findTermsInForce, findTermsOfVersion, listTerms, publishTerms } from './terms.ts'

export function termsRoutes(serve: Serve, context: Context) {
  const { db } = context

  serve(contract.getTerms, async ({ params, query: { version } }) => {
    const { id } = await requireCompany(db, params.slug)
    const inForce = await findTermsInForce(db, id)
    const shown = version ? await findTermsOfVersion(db, id, version) : inForce
    if (!shown) throw notFound('There is no such version of the terms.', 'no_version')
    return { ...shown, current: inForce.version }
  })
  serve(contract.listTerms, ({ user }) => listTerms(db, user.company_id))
  serve(contract.publishTerms, ({ user, body }) => publishTerms(context, user, body))
}
