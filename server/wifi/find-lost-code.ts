import type { Received } from '#contract/endpoint.ts'
import { type findVoucher, not_a_reference, nothing_found } from '#contract/wifi.ts'
import { dateAndTime } from '#rules/calendar.ts'
import { isPaymentReference, normalisePaymentReference } from '#rules/wifi.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { invalid, notFound } from '../errors.ts'
import {
  findBundleAtDesk,
  findVoucherByReceipt,
  findVoucherOfRequest,
  listUsedBytes,
  listWithoutReceipt,
  type VoucherRow,
} from './queries.ts'
import { voucherOf } from './shape.ts'

type Found = Received<typeof findVoucher>

const messages = {
  found: 'Here is your code.',
  unnamed:
    'M-Pesa has not told us this reference yet. Of your latest bundles only this one has no reference so far.',
  several:
    'M-Pesa has not told us this reference yet, and more than one of your bundles has none so far. Their codes stand under My wifi.',
  on_its_way:
    'A payment of yours is still on its way, and we do not know this reference yet. The code comes by itself as soon as M-Pesa confirms it.',
  at_desk:
    'Your money has arrived, and a person at the office has to look at it. Please ask there with this reference.',
}
const beside = (starts_at: Date) =>
  ` If this reference is of the bundle that you paid on ${dateAndTime(starts_at)}, this is its code.`
const others_beside = ' The codes of your other bundles stand under My wifi.'

/**
 * A person's own bundle by what they read in M-Pesa's message ("missing wifi code"). Somebody else's
 * reference answers as an unknown one does.
 */
export async function findLostCode(
  context: Context,
  user: AuthUser,
  reference: string,
): Promise<Found> {
  const { db, throttles } = context
  const { company_id, id: user_id } = user
  await throttles.lostCode.consume(`${company_id}:${user_id}`)
  const receipt = normalisePaymentReference(reference)
  const paid = await findVoucherByReceipt(db, company_id, user_id, receipt)
  if (paid) return shown(context, paid, messages.found)
  if (await findBundleAtDesk(db, company_id, user_id, receipt)) {
    return { status: 'at_desk', message: messages.at_desk, voucher: null }
  }
  // Receipts are compared as they are; only what one could be is worth a guess.
  if (!isPaymentReference(reference)) throw invalid('reference', not_a_reference)
  return withoutReceipt(context, user)
}

/** What can be said of a reference that nothing has: never that a bundle is the one, while others may be. */
async function withoutReceipt(context: Context, user: AuthUser): Promise<Found> {
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
    if (others.length > 0) return { status, message: on_its_way + others_beside, voucher: null }
    return shown(context, one, on_its_way + beside(one.starts_at), status)
  }
  if (one && others.length > 0) {
    return { status: 'several', message: messages.several, voucher: null }
  }
  if (one) return shown(context, one, messages.unnamed)
  throw notFound(nothing_found, 'voucher_not_found')
}

async function shown(
  { db, now }: Context,
  row: VoucherRow,
  message: string,
  status: Found['status'] = 'found',
): Promise<Found> {
  const used = await listUsedBytes(db, [row.code])
  return { status, message, voucher: voucherOf(row, used.get(row.code) ?? 0, now()) }
}
