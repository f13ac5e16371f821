import { exportTable, timedExports } from '#contract/exports.ts'
import { dayEnd, dayOf, dayStart } from '#rules/calendar.ts'
import type { Context } from '../context.ts'
import { invalid } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { userKey } from '../http/throttle.ts'
import { logStaffAction } from '../staff-log.ts'
import { csv } from './csv.ts'
import { tables } from './queries.ts'

export function exportRoutes(serve: Serve, { db, throttles, now }: Context) {
  serve(exportTable, async ({ user, params: { kind }, query: { from, until }, reply }) => {
    if (from && until && until < from) {
      throw invalid('until', 'Choose the same day or a later one.')
    }
    const { company_id } = user
    await throttles.export.consume(userKey(company_id, user.id))
    const isTimed = timedExports.includes(kind)
    const days = isTimed ? { from: from ?? null, until: until ?? null } : {}
    await logStaffAction(db, user, {
      act: 'export',
      subject: 'company',
      subject_id: company_id,
      before: null,
      after: { table: kind, ...days },
    })
    const today = dayOf(now())
    const name = [user.company_slug, kind, ...Object.values(days), today].filter(Boolean).join('-')
    reply.header('content-disposition', `attachment; filename="${name}.csv"`)
    const { headings, batches } = tables[kind]
    const span = {
      company_id,
      from: isTimed && from ? dayStart(from) : null,
      before: isTimed && until ? dayEnd(until) : null,
      today,
    }
    return csv(headings, batches(db, span))
  })
}
