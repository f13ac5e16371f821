import { randomBytes, randomInt } from 'node:crypto'
import type { StkPushRequest } from '#contract/payments.ts'
import { randomCode } from '#rules/account-number.ts'
import { type Day, dayOf } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { PHONE_LOCK_MS, type Purpose, queryDelayMs } from '#rules/payment.ts'
import { sponsorText } from '#rules/phone.ts'
import { formatBundleDuration, formatDataSize } from '#rules/wifi.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { findDepositState } from '../deposits/queries.ts'
import { conflict, type HttpError, invalid, notFound, unavailable } from '../http/errors.ts'
import { addressKey, type Release, type Throttles, userKey } from '../http/throttle.ts'
import { findAccountUser } from '../ledger/queries.ts'
import { type BundleRow, findBundle } from '../wifi/prices.ts'
import { insertBundleOrder } from '../wifi/queries.ts'
import type { PushAnswer } from './daraja.ts'
import {
  findOpenLinkPush,
  findPushOnPhone,
  insertPush,
  insertReference,
  isPayingOwnRent,
  lockLinkPushes,
  lockPush,
  reservePhone,
  type StkPushRow,
  scheduleQuery,
  updatePush,
} from './push-queries.ts'
import { notifyPushChanged } from './push-state.ts'
import { applyOutcome } from './settle.ts'

/** Somebody who has opened a pay link. */
export interface Sponsor {
  link: { company_id: number; id: number; user_id: number }
  /** Made by the browser: one push for each. */
  submission_id: string
  ip: string
}

/** Who asks for a push: a user, or whoever has opened a pay link. */
type Initiator = AuthUser | Sponsor

const isSponsor = (initiator: Initiator): initiator is Sponsor => 'link' in initiator

/**
 * Asks a phone for its PIN. The row is stored first and M-Pesa called second, so that a crash in between
 * loses nothing; a submit whose reply was lost is never sent twice.
 * @throws {HttpError} when M-Pesa has certainly not asked the phone; the phone is then free for another push
 */
export async function startPush(
  context: Context,
  initiator: Initiator,
  request: StkPushRequest,
): Promise<StkPushRow> {
  const target = await findPaymentTarget(context.db, initiator, request, dayOf(context.now()))
  const release = await consumeAll(pushLimits(context, initiator, request.phone_number))
  const push = await context.db
    .transaction()
    .execute((tx) => storePush(tx, context, initiator, target, request))
    .catch(async (error: unknown) => {
      await release()
      throw error
    })
  const answer = await context.daraja.push({
    phone: push.phone,
    amount: push.amount,
    reference: push.wire_reference,
    description: push.description,
    callbackUrl: pushHookUrl(context, 'stk', push),
  })
  // No phone rang, so it does not count against the user's limit.
  if (answer.kind === 'refused') await release()
  await applyAnswer(context, push, answer)
  return push
}

/**
 * A push rings a phone, so pushes are limited, most of all those to a phone that is not the user's own.
 * Counted by user: no user can use up another's limit. Over pay links a phone is protected from all of them together.
 */
function pushLimits({ throttles }: Context, initiator: Initiator, phone: string): Limit[] {
  if (isSponsor(initiator)) {
    const link = userKey(initiator.link.company_id, initiator.link.id)
    return [
      [throttles.linkAddress, addressKey(initiator.ip)],
      [throttles.linkPush, link],
      [throttles.linkPushDay, link],
      [throttles.linkPhone, phone],
    ]
  }
  const key = userKey(initiator.company_id, initiator.id)
  return [
    [throttles.push, key],
    ...(initiator.phone === phone ? [] : [[throttles.otherPhone, `${key}:${phone}`] as Limit]),
  ]
}

type Limit = [throttle: Throttles[keyof Throttles], key: string]

/** All of them or, when one is used up, none. */
async function consumeAll(limits: Limit[]): Promise<Release> {
  const taken: Release[] = []
  const release = async () => {
    for (const giveBack of taken) await giveBack()
  }
  try {
    for (const [throttle, key] of limits) taken.push(await throttle.consume(key))
  } catch (error) {
    await release()
    throw error
  }
  return release
}

/** The account, and what a push to it pays for. */
interface PaymentTarget {
  company_id: number
  account_user_id: number
  purpose: Purpose
  /** A new reference to send to M-Pesa, so that a paybill confirmation names its push. */
  generateReference: () => string
  description: string
  /** With the price and contents of now, which later changes of the price list do not affect; null for rent. */
  bundle: BundleRow | null
}

/** @throws {HttpError} for an unknown account, or a bundle that is not sold, or not at this price */
async function findPaymentTarget(
  db: Db,
  initiator: Initiator,
  request: StkPushRequest,
  today: Day,
): Promise<PaymentTarget> {
  // Over a link only rent is paid.
  if (isSponsor(initiator)) return findRentTarget(db, request)
  if (request.account_reference.startsWith('package_')) {
    return findBundleTarget(db, initiator, request, today)
  }
  return request.purpose === 'deposit'
    ? findDepositTarget(db, initiator, request, today)
    : findRentTarget(db, request)
}

async function findRentTarget(
  db: Db,
  { account_reference, transaction_desc }: StkPushRequest,
): Promise<PaymentTarget> {
  const account = await findAccountUser(db, account_reference)
  if (!account) throw notFound(`There is no account ${account_reference}.`, 'account_not_found')
  return {
    company_id: account.company_id,
    account_user_id: account.user_id,
    purpose: 'rent',
    generateReference: () => account_reference + randomCode(4, randomInt),
    description: transaction_desc?.trim() || 'Rent payment',
    bundle: null,
  }
}

/** One's own deposit, and no more than is still to be paid. */
async function findDepositTarget(
  db: Db,
  user: AuthUser,
  request: StkPushRequest,
  today: Day,
): Promise<PaymentTarget> {
  const target = await findRentTarget(db, request)
  if (target.company_id !== user.company_id || target.account_user_id !== user.id) {
    throw notFound('You can pay only your own deposit.', 'account_not_found')
  }
  const { to_pay } = await findDepositState(db, user, today)
  if (request.amount > to_pay) {
    const message =
      to_pay > 0 ? `No more than ${ksh(to_pay)} is asked as deposit.` : 'Your deposit is paid.'
    throw conflict(message, 'deposit_paid', { fields: { amount: message } })
  }
  return { ...target, purpose: 'deposit', description: 'Deposit' }
}

/** A bundle is sold by the initiator's own residence, and its code is the initiator's. */
async function findBundleTarget(
  db: Db,
  { company_id, id }: AuthUser,
  { account_reference, amount, chosen }: StkPushRequest,
  today: Day,
): Promise<PaymentTarget> {
  const bundle = await findBundle(db, company_id, account_reference, today)
  if (!bundle) {
    throw notFound('This bundle is no longer sold. Please choose another.', 'package_not_found')
  }
  const { data_bytes, duration_s, price } = bundle
  if (chosen && (chosen.data_bytes !== data_bytes || chosen.duration_s !== duration_s)) {
    throw conflict(
      `This bundle is now ${formatDataSize(data_bytes)} for ${formatBundleDuration(duration_s)}. Please choose again.`,
      'bundle_changed',
    )
  }
  if (amount !== price) {
    throw conflict(
      `The price of this bundle is now ${ksh(price)}. Please choose again.`,
      'price_changed',
    )
  }
  return {
    company_id,
    account_user_id: id,
    purpose: 'wifi',
    generateReference: () => `WIFI${randomCode(8, randomInt)}`,
    description: `Wifi ${formatDataSize(data_bytes)}, ${formatBundleDuration(duration_s)}`,
    bundle,
  }
}

/** @throws {HttpError} when the phone already has an open push, or the account has one over a pay link */
async function storePush(
  tx: Db,
  { config, now }: Context,
  initiator: Initiator,
  target: PaymentTarget,
  request: StkPushRequest,
): Promise<StkPushRow> {
  const initiated_at = now()
  const overtakeBefore = new Date(initiated_at.getTime() - PHONE_LOCK_MS)
  await requireNoOtherPush(tx, initiator, target, overtakeBefore)
  const { bundle, generateReference, ...columns } = target
  const push = await insertPush(tx, {
    ...columns,
    // Our own id: M-Pesa's CheckoutRequestID comes with its answer, or never (`daraja_checkout_id`).
    checkout_request_id: randomBytes(16).toString('hex'),
    callback_token: randomBytes(24).toString('hex'),
    ...(isSponsor(initiator)
      ? { pay_link_id: initiator.link.id, submission_id: initiator.submission_id }
      : { starter_company_id: initiator.company_id, starter_user_id: initiator.id }),
    account_reference: request.account_reference,
    wire_reference: generateReference(),
    phone: request.phone_number,
    amount: request.amount,
    initiated_at,
    next_query_at: new Date(initiated_at.getTime() + queryDelayMs(0, config.firstQueryMs)),
  })
  const { company_id, id: request_id, phone } = push
  if (bundle) {
    const { id: package_id, ...agreed } = bundle
    await insertBundleOrder(tx, { company_id, request_id, package_id, ...agreed })
  }
  const lock = { phone, company_id, request_id, opened_at: initiated_at }
  const isFree = await reservePhone(tx, lock, overtakeBefore)
  if (!isFree) throw await phoneBusyError(tx, initiator, phone)
  let { wire_reference } = push
  // Four random characters make 923 521 references for each account, so a new one may exist already.
  while (!(await insertReference(tx, { wire_reference, company_id, request_id }))) {
    wire_reference = generateReference()
    await updatePush(tx, company_id, request_id, { wire_reference })
  }
  return { ...push, wire_reference }
}

/**
 * A sponsor and the tenant don't pay the same rent at the same time: neither sees the other. When two tenants pay for one
 * account, nobody waits.
 * @throws {HttpError} when an open push is in the way
 */
async function requireNoOtherPush(
  tx: Db,
  initiator: Initiator,
  { company_id, account_user_id, purpose }: PaymentTarget,
  since: Date,
) {
  const isOwn = (by: AuthUser) => by.company_id === company_id && by.id === account_user_id
  if (purpose !== 'rent' || !(isSponsor(initiator) || isOwn(initiator))) return
  await lockLinkPushes(tx, account_user_id)
  const open = await findOpenLinkPush(tx, { company_id, account_user_id }, since)
  if (!isSponsor(initiator)) {
    if (!open) return
    throw conflict(
      `${sponsorText(open.label, open.phone)} is being asked for ${ksh(open.amount)} over your link. Wait until that has ended, three minutes at most, or revoke the link.`,
      'link_open',
    )
  }
  if (open || (await isPayingOwnRent(tx, { company_id, account_user_id }, since))) {
    throw conflict(
      'Another payment for this rent is being made right now. Try again in three minutes.',
      'account_busy',
    )
  }
}

async function phoneBusyError(tx: Db, initiator: Initiator, phone: string): Promise<HttpError> {
  const open = await findPushOnPhone(tx, phone)
  const own =
    !isSponsor(initiator) &&
    open?.starter_company_id === initiator.company_id &&
    open.starter_user_id === initiator.id
  return own
    ? conflict(
        'This phone already has an open payment request. Look for the PIN prompt.',
        'payment_open',
        { checkout_request_id: open.checkout_request_id },
      )
    : conflict(
        'This phone has another payment request open. Try again in three minutes.',
        'phone_busy',
      )
}

/** @throws {HttpError} for a refusal */
async function applyAnswer(context: Context, push: StkPushRow, answer: PushAnswer) {
  const { company_id, id } = push
  const { db, config, log } = context
  if (answer.kind === 'unsure') {
    log.warn({ company_id, push: id }, 'no clear answer to a push')
    return
  }
  if (answer.kind === 'accepted') {
    await updatePush(db, company_id, id, {
      daraja_checkout_id: answer.checkoutId,
      daraja_merchant_id: answer.merchantId,
    })
    // Counted from now, not from the start of the push: a slow reply must not use up the first queries.
    const first = new Date(context.now().getTime() + queryDelayMs(0, config.firstQueryMs))
    await scheduleQuery(db, company_id, id, first)
    // Other tabs of the initiator show it too.
    await notifyPushChanged(context, company_id, id)
    return
  }
  log.warn({ company_id, push: id, ...answer }, 'push refused')
  const refused = refusalError(answer)
  // The description is shown to the user; the error of M-Pesa or the network is in the log.
  const ending = { code: null, description: refused.message, at: context.now() }
  await db.transaction().execute(async (tx) => {
    const locked = await lockPush(tx, company_id, id)
    if (locked) await applyOutcome(tx, locked, { ...ending, outcome: 'failed' })
  })
  throw refused
}

function refusalError({ why, message }: PushAnswer & { kind: 'refused' }): HttpError {
  switch (why) {
    case 'bad_field':
      return /phone/i.test(message)
        ? invalid('phone_number', 'M-Pesa does not know this phone number.')
        : invalid(/amount/i.test(message) ? 'amount' : 'body', `M-Pesa refused this: ${message}`)
    case 'phone_busy':
      return conflict('M-Pesa is already busy with this phone.', 'phone_busy')
    case 'unreachable':
      return unavailable('M-Pesa cannot be reached right now.', 'mpesa_unreachable', 30)
    case 'busy':
      return unavailable('M-Pesa is busy right now.', 'mpesa_busy', 30)
  }
}

/** Where M-Pesa posts the results of one push; only that push has this token. */
export const pushHookUrl = (
  { config }: Pick<Context, 'config'>,
  kind: 'stk' | 'status',
  { company_id, callback_token }: { company_id: number; callback_token: string },
) => `${config.publicUrl}/api/hooks/${kind}/${company_id}/${callback_token}`
