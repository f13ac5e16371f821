import {
  previewRemoval as previewRemovalEndpoint,
  previewTransfer as previewTransferEndpoint,
} from '#contract/billing.ts'
import * as tenants from '#contract/tenants.ts'
import type { Context } from '../context.ts'
import type { Serve } from '../http/serve.ts'
import { loadTenantDetail } from '../tenant-record/tenant-record.ts'
import { cancelTransfer, extend } from './extend-stay.ts'
import { moveBack, previewMoveBack } from './move-back.ts'
import { previewRemoval, remove } from './remove.ts'
import { previewTransfer, transfer } from './transfer.ts'

/** Endpoints for staff who change stays that have begun or ended. */
export function moveRoutes(serve: Serve, context: Context) {
  serve(previewTransferEndpoint, ({ user, params, body }) =>
    previewTransfer(context, user, { ...params, ...body }),
  )
  serve(previewRemovalEndpoint, ({ user, params, body }) =>
    previewRemoval(context, user, { ...params, ...body }),
  )

  serve(tenants.transferTenant, async ({ user, body }) => {
    const { waiting } = await transfer(context, user, body)
    const message = waiting ? 'Waiting for a second person.' : 'Tenant transferred successfully!'
    return { message, waiting }
  })

  serve(tenants.removeTenant, async ({ user, body }) => {
    const { result, waiting } = await remove(context, user, body)
    const message = waiting ? 'Waiting for a second person.' : 'Tenant removed successfully!'
    return { message, ...result, waiting }
  })

  serve(tenants.extendStay, async ({ user, params, body }) => {
    await extend(context, user, params.id, { ...body, end: body.end_date ?? null })
    return loadTenantDetail(context, user, params.id)
  })

  serve(tenants.cancelTransfer, async ({ user, params, body }) => {
    await cancelTransfer(context, user, params.id, body)
    return loadTenantDetail(context, user, params.id)
  })

  serve(tenants.previewMoveBack, ({ user, params, query }) =>
    previewMoveBack(context, user, params.id, query),
  )

  serve(tenants.moveBack, async ({ user, params, body }) => {
    await moveBack(context, user, params.id, body)
    return loadTenantDetail(context, user, params.id)
  })
}
