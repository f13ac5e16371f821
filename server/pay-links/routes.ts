import * as contract from '#contract/pay-links.ts'
import { isoTime } from '#rules/calendar.ts'
import { readLetterCode } from '#rules/letter.ts'
import { formatPhone } from '#rules/phone.ts'
import { hashToken } from '../auth/tokens.ts'
import type { Context } from '../context.ts'
import type { Key } from '../db/keys.ts'
import { loadAccountNumber, loadPaymentSummary } from '../home/summary.ts'
import { notFound, submissionUsed } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { addressKey, userKey } from '../http/throttle.ts'
import { newCode } from '../letters/sign.ts'
import { findPushOfSubmission } from '../payments/push-queries.ts'
import { toStkPushState } from '../payments/push-state.ts'
import { startPush } from '../payments/start-push.ts'
import { findReceipt, toReceipt } from '../receipts/queries.ts'
import { agreeOverLink, findLinkPlan, requireOpen } from './agree-over-link.ts'
import * as queries from './queries.ts'

export function payLinkRoutes(serve: Serve, context: Context) {
  const { db, config, now, throttles } = context

  serve(contract.listPayLinks, async ({ user }) =>
    (await queries.listPayLinks(db, user, now())).map(toPayLink),
  )

  serve(contract.makePayLink, async ({ user, body }) => {
    // Whoever has no account has nothing that could be paid.
    await loadAccountNumber(context, user)
    await throttles.payLink.consume(userKey(user.company_id, user.id))
    const token = newCode()
    const id = await queries.insertPayLink(db, {
      ...body,
      company_id: user.company_id,
      user_id: user.id,
      token_hash: hashToken(token),
      created_at: now(),
    })
    if (id === undefined) throw submissionUsed()
    return {
      link: toPayLink(await loadOwn(user, id)),
      url: `${config.publicUrl}/pay/${token}`,
    }
  })

  serve(contract.revokePayLink, async ({ user, params }) => {
    await queries.revokePayLink(db, user, params.id, now())
    return toPayLink(await loadOwn(user, params.id))
  })

  async function loadOwn(user: Key, id: number) {
    const link = await queries.findOwnPayLink(db, user, id, now())
    if (!link) throw notFound('There is no such link.', 'link_not_found')
    return link
  }

  sponsorRoutes(serve, context)
}

const toPayLink = ({ open, ...link }: queries.ListedLink): contract.PayLink => ({
  ...link,
  created_at: isoTime(link.created_at),
  revoked_at: link.revoked_at && isoTime(link.revoked_at),
  last_paid_at: link.last_paid_at && isoTime(link.last_paid_at),
  open: open ?? false,
})

/** Endpoints for whoever has a link. */
function sponsorRoutes(serve: Serve, context: Context) {
  const { db, config, throttles } = context

  /**
   * A code that can't be one is looked up like any other, so that it takes as long.
   * @throws {HttpError} 404, the same for every code that belongs to no link
   */
  async function find(typed: string, ip: string): Promise<queries.OpenedLink> {
    const link = await queries.findPayLink(db, readLetterCode(typed) ?? typed)
    if (link) return link
    await throttles.payLinkCode.consume(addressKey(ip))
    throw notFound(
      'This link doesn’t exist. Ask whoever sent it to you for a new one.',
      'link_not_found',
    )
  }

  serve(contract.openPayLink, async ({ params, request }) => {
    const link = await find(params.token, request.ip)
    requireOpen(link)
    const { company_id, user_id, name, slug, phone, account_number } = link
    const plan = await findLinkPlan(context, db, link)
    const shown =
      link.show_owed || plan?.agreed_at
        ? await loadPaymentSummary(context, { company_id, id: user_id })
        : null
    return {
      residence: { name, slug, phone },
      tenant: link.show_name ? `${link.first_name} ${link.last_name}` : null,
      owed: link.show_owed ? Math.max(0, shown?.current_month_balance ?? 0) : null,
      account_number,
      paybill: config.daraja.shortcode,
      plan,
      next: shown?.agreed?.kind === 'plan' ? shown.agreed : null,
    }
  })

  serve(contract.agreeOverLink, async ({ params, body, request }) => {
    const link = await find(params.token, request.ip)
    requireOpen(link)
    return agreeOverLink(context, link, params.id, body.phone_number)
  })

  serve(contract.startLinkPush, async ({ params, body, request }) => {
    const link = await find(params.token, request.ip)
    const { submission_id, ...push } = body
    const findSent = () => findPushOfSubmission(db, link, submission_id)
    const sent = await findSent()
    if (!sent) requireOpen(link)
    const { checkout_request_id } =
      sent ??
      (await startPush(
        context,
        { link, submission_id, ip: request.ip },
        { ...push, account_reference: link.account_number, transaction_desc: 'Rent payment' },
      ).catch(async (error: unknown) => {
        // The form was sent twice at once, and the other request came first.
        const other = await findSent()
        if (other?.status === 'processing') return other
        throw error
      }))
    return {
      message: 'Look at your phone. M-Pesa is asking for your PIN.',
      data: { checkout_request_id },
    }
  })

  // Also after the link was revoked: whoever has paid over it learns how that ended.
  serve(contract.getLinkPush, async ({ params, body, request }) => {
    const link = await find(params.token, request.ip)
    const push = await findPushOfSubmission(db, link, body.submission_id)
    if (!push) return { data: null }
    return { data: toStkPushState(push) }
  })

  serve(contract.getLinkReceipt, async ({ params, request }) => {
    const link = await find(params.token, request.ip)
    const push = await findPushOfSubmission(db, link, params.submission)
    const found =
      push && push.payment_id !== null
        ? await findReceipt(
            db,
            link.company_id,
            await queries.findRestored(db, link, push.payment_id),
          )
        : undefined
    if (!push || !found) throw notFound('There is no such receipt.', 'receipt_not_found')
    const receipt = toReceipt(found, link.user_id)
    return {
      ...receipt,
      sponsor: formatPhone(push.phone),
      full_name: link.show_name && link.revoked_at === null ? receipt.full_name : null,
      room_number: null,
      // The reason that staff have written is for the tenant only.
      voided: receipt.voided && { ...receipt.voided, reason: '' },
      reason: null,
    }
  })
}
