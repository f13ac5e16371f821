import * as settings from '#contract/settings.ts'
import { findVoucher, listVouchers } from '#contract/wifi.ts'
import { dayOf } from '#rules/calendar.ts'
import type { Context } from '../context.ts'
import { paged } from '../http/paging.ts'
import type { Serve } from '../http/serve.ts'
import { findLostCode } from './find-lost-code.ts'
import {
  changePrices,
  findPlannedPrices,
  listBundlePrices,
  planPrices,
  previewPlan,
  previewPrices,
} from './prices.ts'
import * as queries from './queries.ts'
import { toVoucher } from './shape.ts'

export function wifiRoutes(serve: Serve, context: Context) {
  const { db, now } = context
  const today = () => dayOf(now())

  serve(settings.getBundlePrices, ({ user }) => listBundlePrices(db, user.company_id, today()))
  serve(settings.getPlannedPrices, ({ user }) => findPlannedPrices(db, user.company_id, today()))
  serve(settings.previewBundlePrices, ({ user, body }) => previewPrices(context, user, body))
  serve(settings.previewPlannedPrices, ({ user, body }) => previewPlan(context, user, body))
  serve(settings.planPrices, ({ user, body }) => planPrices(context, user, body))
  serve(settings.changeBundlePrices, ({ user, body }) => changePrices(context, user, body))

  serve(listVouchers, async (served) => {
    const { user, query } = served
    const rows = await queries.listVouchers(db, user.company_id, user.id, query)
    const codes = rows.map(({ code }) => code)
    const used = await queries.listUsedBytes(db, codes)
    return paged(rows, query, served).map((row) => toVoucher(row, used.get(row.code) ?? 0, now()))
  })

  serve(findVoucher, ({ user, body }) => findLostCode(context, user, body.reference))
}
