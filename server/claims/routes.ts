import * as contract from '#contract/claims.ts'
import type { Context } from '../context.ts'
import type { Serve } from '../serve.ts'
import { findTenant } from '../tenancy/tenant-queries.ts'
import { tenantNotFound } from '../tenancy/tenant-record.ts'
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
