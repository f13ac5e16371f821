import { dismissAccountNotice, listAccountNotices } from '#contract/account-notices.ts'
import { NOTICE_DAYS } from '#rules/account-notice.ts'
import { isoTime } from '#rules/calendar.ts'
import type { Context } from '../context.ts'
import { notFound } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { dismissNotice, listNotices } from './queries.ts'
import { textOf } from './tell-tenant.ts'

const SHOWN_MS = NOTICE_DAYS * 24 * 60 * 60 * 1000

export function accountNoticeRoutes(serve: Serve, { db, now }: Context) {
  serve(listAccountNotices, async ({ user: { company_id, id: user_id } }) => {
    const since = new Date(now().getTime() - SHOWN_MS)
    const rows = await listNotices(db, { company_id, user_id }, since)
    return rows.map((row) => ({ id: row.id, at: isoTime(row.created_at), text: textOf(row) }))
  })

  serve(dismissAccountNotice, async ({ user: { company_id, id: user_id }, params }) => {
    if (await dismissNotice(db, { company_id, user_id }, params.id, now())) return
    throw notFound('There is no such notice.', 'notice_not_found')
  })
}
