import { getAccountNumber, getPaymentSummary, getPaymentSummaryAlias } from '#contract/tenancy.ts'
import type { Context } from '../context.ts'
import type { Serve } from '../http/serve.ts'
import { loadAccountNumber, selectPaymentSummary, summaryDay, toPaymentSummary } from './summary.ts'

/** A tenant's own data for their home page. */
export function homeRoutes(serve: Serve, context: Context) {
  for (const endpoint of [getPaymentSummary, getPaymentSummaryAlias]) {
    serve.selecting(
      endpoint,
      (values) => selectPaymentSummary(context.db, values),
      () => summaryDay(context),
      ({ user, found }) => toPaymentSummary(context, user, found),
    )
  }
  serve(getAccountNumber, ({ user }) => loadAccountNumber(context, user))
}
