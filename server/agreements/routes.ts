import type * as z from 'zod/mini'
import * as contract from '#contract/agreements.ts'
import * as calls from '#contract/calls.ts'
import { dayOf } from '#rules/calendar.ts'
import type { AuthUser } from '../auth/access.ts'
import { changeSetting } from '../company/change-setting.ts'
import type { Context } from '../context.ts'
import { invalid } from '../http/errors.ts'
import { paged } from '../http/paging.ts'
import type { Serve } from '../http/serve.ts'
import { logStaffAction } from '../staff-log.ts'
import { findTenant, tenantNotFound } from '../tenancy/tenant-queries.ts'
import {
  agreeToPlan,
  decideProposal,
  endAgreement,
  makePromise,
  previewPlan,
  proposePlan,
  setPlan,
} from './agree.ts'
import { countCalls, describeCalls, listCallPage, listProposals } from './calls.ts'
import { enterHelb, loadHelb, previewHelbUndo, previewNews, undoHelb } from './helb.ts'
import { findPromiseRules, updatePromiseRules } from './queries.ts'
import { loadStanding, loadTenantStanding } from './standing.ts'

export function agreementRoutes(serve: Serve, context: Context) {
  const { db } = context

  serve(contract.getStanding, ({ user }) => loadStanding(context, user))
  serve(contract.makePromise, async ({ user, body }) => {
    await makePromise(context, user, body)
    return loadStanding(context, user)
  })
  serve(contract.proposePlan, async ({ user, body }) => {
    await proposePlan(context, user, body)
    return loadStanding(context, user)
  })
  serve(contract.agreeToPlan, async ({ user, params, body }) => {
    await agreeToPlan(context, user, params.id, body)
    return loadStanding(context, user)
  })
  serve(contract.endAgreement, async ({ user, params }) => {
    await endAgreement(context, user, params.id)
    return loadStanding(context, user)
  })

  serve(contract.getTenantStanding, ({ user, params }) =>
    loadTenantStanding(context, user.company_id, params.id),
  )
  serve(contract.previewPlan, ({ user, params, body }) =>
    previewPlan(context, user, params.id, body),
  )
  serve(contract.setPlan, ({ user, params, body }) => setPlan(context, user, params.id, body))
  serve(contract.agreeToProposal, ({ user, params }) =>
    decideProposal(context, user, params.id, 'agree'),
  )
  serve(contract.declineProposal, ({ user, params, body }) =>
    decideProposal(context, user, params.id, body),
  )
  serve(contract.noteCall, ({ user, params, body }) => noteCall(context, user, params.id, body))

  serve(calls.listCalls, async ({ user, query, request, reply }) => {
    const rows = await listCallPage(context, user.company_id, query)
    return describeCalls(context, user.company_id, paged(rows, query, { request, reply }))
  })
  serve(calls.getCallSummary, async ({ user: { company_id }, query }) => {
    const [counts, proposals, helb] = await Promise.all([
      countCalls(context, company_id),
      listProposals(db, company_id),
      loadHelb(context, company_id, query.helb),
    ])
    return { ...counts, proposals, helb }
  })

  serve(calls.previewHelb, ({ user, body }) => previewNews(context, user, body))
  serve(calls.enterHelb, ({ user, body }) => enterHelb(context, user, body))
  serve(calls.previewHelbUndo, ({ user, params }) => previewHelbUndo(context, user, params.id))
  serve(calls.undoHelb, ({ user, params, body }) =>
    undoHelb(context, user, params.id, body.expected),
  )

  serve(calls.getPromiseRules, ({ user }) => findPromiseRules(db, user.company_id))
  serve(calls.changePromiseRules, ({ user, body }) =>
    changeSetting(context, user, 'promises', body, findPromiseRules, updatePromiseRules),
  )
}

async function noteCall(
  context: Context,
  staff: AuthUser,
  user_id: number,
  { outcome, day, note }: z.output<typeof contract.callForm>,
): Promise<contract.TenantStanding> {
  const { company_id } = staff
  if (day > dayOf(context.now())) throw invalid('day', 'That day hasn’t come yet.')
  await context.db.transaction().execute(async (tx) => {
    const tenant = await findTenant(tx, company_id, user_id)
    if (!tenant) throw tenantNotFound()
    const made = { made_by: staff.id, created_at: context.now() }
    await tx
      .insertInto('calls')
      .values({ company_id, user_id, outcome, day, note: note ?? null, ...made })
      .execute()
    await logStaffAction(tx, staff, {
      act: 'call.note',
      subject: 'user',
      subject_id: user_id,
      before: { full_name: tenant.full_name },
      after: { outcome, day, note },
    })
  })
  return loadTenantStanding(context, company_id, user_id)
}
