import * as contract from '#contract/claims.ts'
import { codeStatusResult } from '#contract/payments.ts'
import type { Context } from '../context.ts'
import { notFound } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { requireKnownAddress, toJson } from '../payments/mpesa-caller.ts'
import { findTenant, tenantNotFound } from '../tenancy/tenant-queries.ts'
import { keepStatusAnswer } from './ask-mpesa.ts'
import {
  claimForTenant,
  closeClaim,
  findPayment,
  reopenClaim,
  toClaim,
  toStaffClaim,
} from './claims.ts'
import { listClaimsOf, listUnreported } from './queries.ts'

export function claimRoutes(serve: Serve, context: Context) {
  const { db, now } = context

  serve(codeStatusResult, async ({ params, body, request }) => {
    requireKnownAddress(context, request.ip)
    const money = { ...context, db: context.database.moneyDb }
    const isKept = await keepStatusAnswer(money, params.company, params.token, toJson(body))
    if (!isKept) throw notFound('There is nothing here.')
    return { ResultCode: 0, ResultDesc: 'Accepted' }
  })

  serve(contract.findPayment, ({ user, body }) => findPayment(context, user, body.text))

  serve(contract.listClaims, async ({ user: { company_id, id: user_id } }) => {
    const rows = await listClaimsOf(db, { company_id, user_id })
    return rows.map((row) => toClaim(context, row))
  })

  serve(contract.listTenantClaims, async ({ user: { company_id }, params: { id: user_id } }) => {
    if (!(await findTenant(db, company_id, user_id))) throw tenantNotFound()
    const rows = await listClaimsOf(db, { company_id, user_id })
    return rows.map((row) => toStaffClaim(context, row))
  })

  serve(contract.claimForTenant, ({ user, params, body }) =>
    claimForTenant(context, user, params.id, body.text),
  )

  serve(contract.listUnreportedClaims, async ({ user }) => {
    const rows = await listUnreported(db, user.company_id, now())
    return rows.map((row) => toStaffClaim(context, row))
  })

  serve(contract.closeClaim, ({ user, params, body }) =>
    closeClaim(context, user, params.id, body.note),
  )
  serve(contract.reopenClaim, ({ user, params }) => reopenClaim(context, user, params.id))
}
