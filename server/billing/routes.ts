import { setTimeout as pause } from 'node:timers/promises'
import * as contract from '#contract/billing.ts'
import { billedFrom } from '#rules/bill.ts'
import { dayOf } from '#rules/calendar.ts'
import type { Context } from '../context.ts'
import type { Serve } from '../http/serve.ts'
import { billTerm, previewBilling } from './bill-term.ts'
import { listBilledTerms } from './queries.ts'
import { previewBillUndo, previewTakeBack, takeBackTerm, undoBill } from './take-back.ts'
import { changeTenantBilling, loadTenantBilling, previewTenantBilling } from './tenant-billing.ts'

/**
 * Runs a batch and rests for as long as it took, unless it was the last one: whoever bills thousands of tenants asks for one
 * batch after the other, and everybody else shares the database with them.
 */
async function runBatch<T extends { after: number | null }>(batch: () => Promise<T>): Promise<T> {
  const begin = performance.now()
  const done = await batch()
  if (done.after !== null) await pause(performance.now() - begin)
  return done
}

/** Bills by the term; the terms themselves and the rule are settings. */
export function billingRoutes(serve: Serve, context: Context) {
  const { db, now } = context

  serve(contract.listBilledTerms, async ({ user }) => {
    const terms = await listBilledTerms(db, user.company_id)
    return terms.map((term) => ({ ...term, by_itself_on: billedFrom(term) }))
  })
  serve(contract.previewBilling, ({ user, params }) =>
    previewBilling(context, user.company_id, params.id),
  )
  serve(contract.billTerm, ({ user, params, body }) =>
    runBatch(() => billTerm(context, user, params.id, body.after)),
  )
  serve(contract.previewTakeBack, ({ user, params }) =>
    previewTakeBack(context, user.company_id, params.id),
  )
  serve(contract.takeBackTerm, ({ user, params, body }) =>
    runBatch(() => takeBackTerm(context, user, params.id, body.after)),
  )
  serve(contract.getTenantBilling, ({ user, params }) =>
    loadTenantBilling(db, user.company_id, params.id, dayOf(now())),
  )
  serve(contract.previewTenantBilling, ({ user, params, body }) =>
    previewTenantBilling(context, user, params.id, body),
  )
  serve(contract.changeTenantBilling, ({ user, params, body }) =>
    changeTenantBilling(context, user, params.id, body),
  )
  serve(contract.previewBillUndo, ({ user, params }) => previewBillUndo(context, user, params.id))
  serve(contract.undoBill, ({ user, params, body }) => undoBill(context, user, params.id, body))
}
