import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { forbidden, notFound } from '../http/errors.ts'
import { userKey } from '../http/throttle.ts'
import { lockComment } from '../posts/comments.ts'
import { deleteUnusedImage } from '../posts/images.ts'
import { lockPost } from '../posts/queries.ts'
import { requireVisible } from '../posts/view.ts'
import { logStaffAction } from '../staff-log.ts'
import { closeReport, insertReport, lockReport } from './queries.ts'

const REPORTED = { message: 'Thank you. Staff will look at it.' }

interface ReportForm {
  reason: string
}

export async function reportPost(
  context: Context,
  user: AuthUser,
  id: number,
  { reason }: ReportForm,
) {
  const { db, now } = context
  const { company_id, id: reporter_id } = user
  await consumeThrottle(context, user)
  await db.transaction().execute(async (tx) => {
    const post = requireVisible(user, await lockPost(tx, company_id, id))
    const { author_id, title, description, image_name, image_width, image_height } = post
    if (author_id === reporter_id) {
      throw forbidden('This is your own post. You can change or delete it.', 'own_post')
    }
    await insertReport(tx, {
      company_id,
      reporter_id,
      post_id: id,
      about: 'post',
      author_id,
      reason,
      said: `${title}\n\n${description}`,
      image_name,
      image_width,
      image_height,
      created_at: now(),
    })
  })
  return REPORTED
}

export async function reportComment(
  context: Context,
  user: AuthUser,
  id: number,
  { reason }: ReportForm,
) {
  const { db, now } = context
  const { company_id, id: reporter_id } = user
  await consumeThrottle(context, user)
  await db.transaction().execute(async (tx) => {
    const { author_id, post_id, content } = await lockComment(tx, user, id)
    if (author_id === reporter_id) {
      throw forbidden('This is your own comment. You can change or delete it.', 'own_comment')
    }
    await insertReport(tx, {
      company_id,
      reporter_id,
      post_id,
      about: 'comment',
      comment_id: id,
      author_id,
      reason,
      said: content,
      created_at: now(),
    })
  })
  return REPORTED
}

const consumeThrottle = ({ throttles }: Context, { company_id, id }: AuthUser) =>
  throttles.report.consume(userKey(company_id, id))

/** Dismissing a closed report changes nothing. */
export async function dismissReport(context: Context, user: AuthUser, id: number) {
  const { db, now } = context
  const { company_id } = user
  const image = await db.transaction().execute(async (tx) => {
    const report = await lockReport(tx, company_id, id)
    if (!report) throw notFound('There is no such report.', 'report_not_found')
    if (report.outcome !== null) return null
    const closure = { outcome: 'dismissed' as const, closed_at: now(), closed_by: user.id }
    await closeReport(tx, company_id, id, closure)
    await logStaffAction(tx, user, {
      act: 'report.dismiss',
      subject: 'report',
      subject_id: id,
      before: report,
      after: { outcome: closure.outcome },
    })
    return report.image_name
  })
  await deleteUnusedImage(context, image)
  return { message: 'Dismissed. Nothing was changed.' }
}
