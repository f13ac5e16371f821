import type { Received } from '#contract/endpoint.ts'
import { type findVoucher, nothing_found } from '#contract/wifi.ts'
import { normalisePaymentReference } from '#rules/wifi.ts'
import type { Member } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import {
  findBundleAtDesk,
  findVoucherByReceipt,
  findVoucherOfRequest,
  findWithoutReceipt,
  listUsedBytes,
  type VoucherRow,
} from './queries.ts'
import { voucherOf } from './shape.ts'

type Found = Received<typeof findVoucher>

const messages = {
  found: 'Here is your code.',
  unnamed: 'M-Pesa has not told us this reference yet. This is the bundle that you paid for.',
  on_its_way:
    'A payment of yours is still on its way, and we do not know this reference yet. The code comes by itself as soon as M-Pesa confirms it.',
  at_desk:
    'Your money has arrived, and a person at the office has to look at it. Please ask there with this reference.',
}

/**
 * A person's own bundle by what they read in M-Pesa's message ("missing wifi code"). Somebody else's
 * reference answers as an unknown one does.
 */
export async function findLostCode(
  context: Context,
  member: Member,
  reference: string,
): Promise<Found> {
  const { db, throttles } = context
  const { company_id, id: user_id } = member
  await throttles.lostCode.spend(`${company_id}:${user_id}`)
  const receipt = normalisePaymentReference(reference)
  const paid = await findVoucherByReceipt(db, company_id, user_id, receipt)
  if (paid) return shown(context, paid, messages.found)
  if (await findBundleAtDesk(db, company_id, user_id, receipt)) {
    return { status: 'at_desk', message: messages.at_desk, voucher: null }
  }
  const latest = await findWithoutReceipt(db, company_id, user_id, context.now())
  if (latest && latest.status !== 'completed') {
    return { status: 'on_its_way', message: messages.on_its_way, voucher: null }
  }
  const unnamed = latest && (await findVoucherOfRequest(db, company_id, user_id, latest.id))
  if (unnamed) return shown(context, unnamed, messages.unnamed)
  throw notFound(nothing_found, 'voucher_not_found')
}

async function shown({ db, now }: Context, row: VoucherRow, message: string): Promise<Found> {
  const used = await listUsedBytes(db, [row.code])
  return { status: 'found', message, voucher: voucherOf(row, used.get(row.code) ?? 0, now()) }
}
