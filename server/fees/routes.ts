import * as fees from '#contract/fees.ts'
import type { Context } from '../context.ts'
import type { Serve } from '../http/serve.ts'
import { findTenant, tenantNotFound } from '../tenancy/tenant-queries.ts'
import { listRecurring, previewRecurring, startRecurring, stopRecurring } from './recurring.ts'

/** The fees of a tenant; the price list and what late rent costs are settings. */
export function feeRoutes(serve: Serve, context: Context) {
  serve(fees.listRecurringFees, async ({ user: { company_id }, params }) => {
    if (!(await findTenant(context.db, company_id, params.id))) throw tenantNotFound()
    return listRecurring(context, company_id, params.id)
  })
  serve(fees.previewRecurringFee, ({ user, params, body }) =>
    previewRecurring(context, user, params.id, body),
  )
  serve(fees.startRecurringFee, ({ user, params, body }) =>
    startRecurring(context, user, params.id, body),
  )
  serve(fees.stopRecurringFee, ({ user, params }) => stopRecurring(context, user, params))
}
