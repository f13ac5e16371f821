import { getAccount, getPaymentSummary, getPaymentSummaryAlias } from '#contract/tenancy.ts'
import type { Context } from '../context.ts'
import type { Serve } from '../serve.ts'
import { staffRoutes } from './staff-routes.ts'
import { accountOf, summaryOf } from './summary.ts'

export function tenancyRoutes(serve: Serve, context: Context) {
  staffRoutes(serve, context)

  serve(getPaymentSummary, ({ user }) => summaryOf(context, user))
  serve(getPaymentSummaryAlias, ({ user }) => summaryOf(context, user))
  serve(getAccount, ({ user }) => accountOf(context, user))
}
