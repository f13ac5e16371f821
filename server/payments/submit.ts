import { randomBytes } from 'node:crypto'
import { PHONE_LOCK_MS, queryDelayMs } from '#rules/payment.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { conflict, type HttpError, invalid, unavailable } from '../errors.ts'
import { insertBundleOrder } from '../wifi/queries.ts'
import type { PushAnswer } from './daraja.ts'
import { endPush } from './end-push.ts'
import { pushHook } from './hook-urls.ts'
import { notifyPushChanged } from './notify.ts'
import { findPushOnPhone, lockPhone } from './phone-queries.ts'
import { insertPush, insertReference, lockPush, scheduleQuery, updatePush } from './queries.ts'
import { findPaymentTarget, type PaymentTarget } from './subject.ts'

export interface WantedPush {
  phone: string
  amount: number
  /** An account number whose rent is paid, or a bundle (`package_50`). */
  account_reference: string
  /** Of a rent payment; a bundle has words of its own. */
  description: string | undefined
  /** What the bundle gave when it was chosen. */
  chosen: { data_bytes: number; duration_s: number } | undefined
}

interface Opened {
  company_id: number
  request_id: number
  checkout_request_id: string
  callback_token: string
  wire_reference: string
}

/**
 * Asks a phone for its PIN. The row comes first and the call second, so that whatever happens in
 * between is found again; a submit whose reply was lost is never sent twice (design 5).
 * @returns our own id of the push
 */
export async function startPush(
  context: Context,
  user: AuthUser,
  push: WantedPush,
): Promise<string> {
  const subject = await findPaymentTarget(context.db, user, push)
  const release = await consumePush(context, user, push.phone)
  const opened = await context.db
    .transaction()
    .execute((tx) => open(tx, context, user, subject, push))
    .catch(async (error: unknown) => {
      await release()
      throw error
    })
  const answer = await context.daraja.push({
    phone: push.phone,
    amount: push.amount,
    reference: opened.wire_reference,
    description: subject.description,
    callback_url: pushHook(context, 'stk', opened),
  })
  // No phone rang: the person's turn is not used up.
  if (answer.kind === 'refused') await release()
  await keepAnswer(context, opened, answer)
  return opened.checkout_request_id
}

/**
 * A push rings somebody's phone, so nobody may start them without end, least of all on a phone that
 * is not their own. Counted for each person: nobody can use up another's turns.
 */
async function consumePush({ throttles }: Context, user: AuthUser, phone: string) {
  const person = `${user.company_id}:${user.id}`
  const stranger = `${person}:${phone}`
  const own = user.phone === phone
  const releasePush = await throttles.push.consume(person)
  if (own) return releasePush
  const releasePhone = await throttles.otherPhone
    .consume(stranger)
    .catch(async (error: unknown) => {
      await releasePush()
      throw error
    })
  return async function release() {
    await releasePush()
    await releasePhone()
  }
}

async function open(
  tx: Db,
  { config, now }: Context,
  user: AuthUser,
  subject: PaymentTarget,
  push: WantedPush,
): Promise<Opened> {
  const initiated_at = now()
  const checkout_request_id = randomBytes(16).toString('hex')
  const callback_token = randomBytes(24).toString('hex')
  const { company_id, account_user_id, purpose, generateReference, description, bundle } = subject
  let wire_reference = generateReference()
  const request_id = await insertPush(tx, {
    company_id,
    checkout_request_id,
    callback_token,
    starter_company_id: user.company_id,
    starter_user_id: user.id,
    account_user_id,
    purpose,
    account_reference: push.account_reference,
    wire_reference,
    description,
    phone: push.phone,
    amount: push.amount,
    initiated_at,
    next_query_at: new Date(initiated_at.getTime() + queryDelayMs(0, config.firstQueryMs)),
  })
  if (bundle) {
    const { id: package_id, ...agreed } = bundle
    await insertBundleOrder(tx, { company_id, request_id, package_id, ...agreed })
  }
  const free = await lockPhone(
    tx,
    { phone: push.phone, company_id, request_id, opened_at: initiated_at },
    new Date(initiated_at.getTime() - PHONE_LOCK_MS),
  )
  if (!free) throw await phoneTaken(tx, user, push.phone)
  // One in 923 521 for each push that the account has had, fewer for a bundle: drawn again.
  while (!(await insertReference(tx, { wire_reference, company_id, request_id }))) {
    wire_reference = generateReference()
    await updatePush(tx, company_id, request_id, { wire_reference })
  }
  return { company_id, request_id, checkout_request_id, callback_token, wire_reference }
}

async function phoneTaken(tx: Db, user: AuthUser, phone: string): Promise<HttpError> {
  const holder = await findPushOnPhone(tx, phone)
  const own = holder?.starter_company_id === user.company_id && holder.starter_user_id === user.id
  return own
    ? conflict(
        'A payment is already open on this phone. Look for its PIN request.',
        'payment_open',
        {
          checkout_request_id: holder.checkout_request_id,
        },
      )
    : conflict('Another payment is waiting on this phone, for three minutes at most.', 'phone_busy')
}

/** @throws {HttpError} when M-Pesa surely did not ask the phone; it is free again then */
async function keepAnswer(context: Context, opened: Opened, answer: PushAnswer) {
  const { company_id, request_id } = opened
  const { db, config, log } = context
  if (answer.kind === 'unsure') {
    log.warn({ company_id, push: request_id }, 'no clear answer to a push')
    return
  }
  if (answer.kind === 'accepted') {
    await updatePush(db, company_id, request_id, {
      daraja_checkout_id: answer.checkout_id,
      daraja_merchant_id: answer.merchant_id,
    })
    // Counted from here: a slow reply must not use up the first turns.
    const first = new Date(context.now().getTime() + queryDelayMs(0, config.firstQueryMs))
    await scheduleQuery(db, company_id, request_id, first)
    // The person's other tabs show it too.
    await notifyPushChanged(context, company_id, request_id)
    return
  }
  log.warn({ company_id, push: request_id, ...answer }, 'push refused')
  const refused = refusal(answer)
  // Shown to people: what M-Pesa or the network said stands in the log.
  const ending = { code: null, description: refused.message, at: context.now() }
  await db.transaction().execute(async (tx) => {
    const push = await lockPush(tx, company_id, request_id)
    if (push) await endPush(tx, push, { ...ending, outcome: 'failed' })
  })
  throw refused
}

function refusal({ why, message }: PushAnswer & { kind: 'refused' }): HttpError {
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
