import type { Received } from '#contract/endpoint.ts'
import { type findVoucher, NOT_A_REFERENCE, VOUCHER_NOT_FOUND } from '#contract/wifi.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { compactCode, findMpesaCodes } from '#rules/mpesa-code.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { invalid, notFound } from '../http/errors.ts'
import { userKey } from '../http/throttle.ts'
import {
  findBundleAtDesk,
  findRentByReceipt,
  findVoucherByReceipt,
  findVoucherOfRequest,
  listUsedBytes,
  listWithoutReceipt,
  type VoucherRow,
} from './queries.ts'
import { toVoucher } from './shape.ts'

type FoundVoucher = Received<typeof findVoucher>

const messages = {
  found: 'Here is your code.',
  only_one:
    'M-Pesa hasn’t confirmed this payment yet. Only one of your recent bundles is still waiting for its M-Pesa code; this is its wifi code.',
  several:
    'M-Pesa hasn’t confirmed this payment yet. More than one of your bundles is still waiting. You’ll find their wifi codes under My wifi.',
  on_its_way:
    'One of your payments is still being confirmed, and we don’t know this M-Pesa code yet. Your wifi code will appear as soon as M-Pesa confirms it.',
  at_desk:
    'Your money has arrived, and the office needs to check it. Please contact them with this M-Pesa code.',
}
const maybeThisOne = (starts_at: Date) =>
  ` If this M-Pesa code is for the bundle you paid for on ${formatDateTime(starts_at)}, this is its wifi code.`
const rentMessage = (paid: string) =>
  `That’s the M-Pesa code of a rent payment (${paid}), not of a wifi bundle. Look for the SMS about your bundle.`
const OTHER_CODES = ' The codes for your other bundles are under My wifi.'

/**
 * Finds a user's bundle by the receipt in M-Pesa's message ("missing wifi code"). The receipt of another
 * user is answered like an unknown one.
 */
export async function findLostCode(
  context: Context,
  user: AuthUser,
  reference: string,
): Promise<FoundVoucher> {
  const { db, throttles } = context
  const { company_id, id: user_id } = user
  await throttles.lostCode.consume(userKey(company_id, user_id))
  const codes = findMpesaCodes(reference)
  // Text that is no M-Pesa code is searched for too, since stored receipts may have any form.
  const receipts = codes.length > 0 ? codes : [compactCode(reference)]
  for (const receipt of receipts) {
    const paid = await findVoucherByReceipt(db, company_id, user_id, receipt)
    if (paid) return foundReply(context, paid, messages.found)
    if (await findBundleAtDesk(db, company_id, user_id, receipt)) {
      return { status: 'at_desk', message: messages.at_desk, voucher: null }
    }
  }
  for (const receipt of receipts) {
    const rent = await findRentByReceipt(db, company_id, user_id, receipt)
    if (!rent) continue
    const paid = `${ksh(rent.amount)} on ${formatDateTime(rent.paid_at)}`
    return { status: 'rent', message: rentMessage(paid), voucher: null }
  }
  if (codes.length === 0) throw invalid('reference', NOT_A_REFERENCE)
  return findWithoutReceipt(context, user)
}

/** The receipt is unknown: the answer names a bundle only if no other one can be meant. */
async function findWithoutReceipt(context: Context, user: AuthUser): Promise<FoundVoucher> {
  const { company_id, id: user_id } = user
  const { db, now } = context
  const latest = await listWithoutReceipt(db, company_id, user_id, now())
  const completed = latest.filter(({ status }) => status === 'completed')
  const vouchers: VoucherRow[] = []
  for (const { id } of completed) {
    const voucher = await findVoucherOfRequest(db, company_id, user_id, id)
    if (voucher) vouchers.push(voucher)
  }
  const [one, ...others] = vouchers
  if (latest.length > completed.length) {
    const status = 'on_its_way'
    const { on_its_way } = messages
    if (!one) return { status, message: on_its_way, voucher: null }
    if (others.length > 0) return { status, message: on_its_way + OTHER_CODES, voucher: null }
    return foundReply(context, one, on_its_way + maybeThisOne(one.starts_at), status)
  }
  if (one && others.length > 0) {
    return { status: 'several', message: messages.several, voucher: null }
  }
  if (one) return foundReply(context, one, messages.only_one)
  throw notFound(VOUCHER_NOT_FOUND, 'voucher_not_found')
}

async function foundReply(
  { db, now }: Context,
  row: VoucherRow,
  message: string,
  status: FoundVoucher['status'] = 'found',
): Promise<FoundVoucher> {
  const used = await listUsedBytes(db, [row.code])
  return { status, message, voucher: toVoucher(row, used.get(row.code) ?? 0, now()) }
}
