import type { LinkPlan } from '#contract/pay-links.ts'
import { isoTime } from '#rules/calendar.ts'
import { sponsorText } from '#rules/phone.ts'
import { tellTenant } from '../account-notices/tell-tenant.ts'
import { announce, decided, notThere, requireDaysToCome } from '../agreements/agree.ts'
import { lockAgreement, updateAgreement } from '../agreements/queries.ts'
import { findStanding, isOpen } from '../agreements/standing.ts'
import { lockUser } from '../auth/user-queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { HttpError, invalid } from '../http/errors.ts'
import type { OpenedLink } from './queries.ts'

/** @throws {HttpError} 410 for a link that was revoked */
export function requireOpen({ revoked_at }: Pick<OpenedLink, 'revoked_at'>) {
  if (revoked_at === null) return
  throw new HttpError(410, {
    message: 'This link no longer works: it was revoked. Ask whoever sent it to you for a new one.',
    code: 'link_revoked',
  })
}

/**
 * The plan that whoever has the link sees: dates and sums. It is one that staff have set and the tenant hasn't answered, or
 * one that was agreed to over this link, as long as parts of it are to come; the latest, or the one that is asked for. Null
 * where the tenant hasn't allowed it.
 */
export async function findLinkPlan(
  context: Context,
  db: Db,
  { company_id, user_id, id, agreeing_phone }: OpenedLink,
  plan?: number,
): Promise<LinkPlan | null> {
  if (agreeing_phone === null) return null
  const { judged } = await findStanding(context, db, { company_id, id: user_id })
  const found = judged.find((one) => {
    const { row, state } = one
    if (plan !== undefined && row.id !== plan) return false
    return isOpen(one) && (state === 'waiting' ? row.made_by !== null : row.agreed_over === id)
  })
  if (!found) return null
  const { row, parts } = found
  return {
    id: row.id,
    owed: row.owed,
    parts: parts.map(({ amount, day, days_after, expected, unpaid }) => ({
      ...{ amount, day, days_after, expected },
      unpaid: row.agreed_at ? unpaid : amount,
    })),
    agreed_at: row.agreed_at && isoTime(row.agreed_at),
  }
}

/**
 * A sponsor agrees in the tenant's place. Sent again over the same link, it is agreed to once.
 * @throws {HttpError} 404 for what isn't this tenant's or the link may not agree to; 400 for another phone; 409 when it was
 * decided otherwise or a day of it is over
 */
export async function agreeOverLink(
  context: Context,
  link: OpenedLink,
  id: number,
  phone: string,
): Promise<LinkPlan> {
  const { company_id, user_id, agreeing_phone } = link
  if (agreeing_phone === null) throw notThere()
  const giveBack = await context.throttles.linkAgreement.consume(`${company_id}:${link.id}`)
  if (phone !== agreeing_phone) {
    throw invalid(
      'phone_number',
      'This link was made for another phone number. Please ask whoever sent it to you.',
    )
  }
  await giveBack()
  const plan = await context.db.transaction().execute(async (tx) => {
    await lockUser(tx, company_id, user_id)
    // It may be revoked at this moment.
    const { revoked_at } = await tx
      .selectFrom('pay_links')
      .where('company_id', '=', company_id)
      .where('id', '=', link.id)
      .select('revoked_at')
      .forShare()
      .executeTakeFirstOrThrow()
    requireOpen({ revoked_at })
    const found = await lockAgreement(tx, company_id, id)
    if (found?.user_id !== user_id || found.made_by === null) throw notThere()
    if (found.agreed_over !== link.id) {
      if (found.agreed_at !== null || found.ended_at !== null) throw decided()
      await requireDaysToCome(context, tx, { company_id, id })
      const agreed_at = context.now()
      await updateAgreement(tx, company_id, id, {
        ...{ agreed_at, agreed_by: null, agreed_over: link.id },
      })
      await tellTenant(
        tx,
        context,
        null,
        { company_id, user_id },
        {
          kind: 'plan_agreed_over',
          amount: found.owed,
          reason: sponsorText(link.label, agreeing_phone),
        },
      )
    }
    return findLinkPlan(context, tx, link, id)
  })
  announce(context, { company_id, id: user_id })
  // It may have been paid or replaced since.
  if (!plan) throw decided()
  return plan
}
