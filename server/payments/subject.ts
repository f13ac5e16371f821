import { randomInt } from 'node:crypto'
import { randomCode } from '#rules/account-number.ts'
import { ksh } from '#rules/money.ts'
import type { Purpose } from '#rules/payment.ts'
import { formatDataSize, formatDuration } from '#rules/wifi.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Db } from '../db/connect.ts'
import { conflict, notFound } from '../errors.ts'
import { findPackage, type PackageRow } from '../wifi/queries.ts'
import { findAccountUser } from './ledger-queries.ts'

/** What a push is to pay for. */
export interface PaymentTarget {
  company_id: number
  account_user_id: number
  purpose: Purpose
  /** A new reference for the wire, so that a paybill confirmation names its push. */
  generateReference: () => string
  description: string
  /** As it is sold at this moment: this is what was agreed. */
  bundle: PackageRow | null
}

interface Wanted {
  account_reference: string
  amount: number
  description: string | undefined
  chosen?: { data_bytes: number; duration_s: number } | undefined
}

/** @throws {HttpError} for an unknown account, or a bundle that is not sold, or not at this price */
export const findPaymentTarget = (
  db: Db,
  user: AuthUser,
  wanted: Wanted,
): Promise<PaymentTarget> =>
  wanted.account_reference.startsWith('package_') ? bundleFor(db, user, wanted) : rentOf(db, wanted)

async function rentOf(db: Db, { account_reference, description }: Wanted): Promise<PaymentTarget> {
  const owner = await findAccountUser(db, account_reference)
  if (!owner) throw notFound(`There is no account ${account_reference}.`, 'account_not_found')
  return {
    company_id: owner.company_id,
    account_user_id: owner.user_id,
    purpose: 'rent',
    generateReference: () => account_reference + randomCode(4, randomInt),
    description: description?.trim() || 'Rent payment',
    bundle: null,
  }
}

/** A bundle is sold by the starter's own residence, and its code is the starter's. */
async function bundleFor(
  db: Db,
  { company_id, id }: AuthUser,
  { account_reference, amount, chosen }: Wanted,
): Promise<PaymentTarget> {
  const bundle = await findPackage(db, company_id, account_reference)
  if (!bundle) {
    throw notFound('This bundle is not sold any more. Please choose another.', 'package_not_found')
  }
  const { data_bytes, duration_s } = bundle
  if (chosen && (chosen.data_bytes !== data_bytes || chosen.duration_s !== duration_s)) {
    throw conflict(
      `This bundle is now ${formatDataSize(data_bytes)} for ${formatDuration(duration_s)}. Please choose again.`,
      'bundle_changed',
    )
  }
  if (amount !== bundle.price) {
    throw conflict(
      `The price of this bundle is now ${ksh(bundle.price)}. Please choose again.`,
      'price_changed',
    )
  }
  return {
    company_id,
    account_user_id: id,
    purpose: 'wifi',
    generateReference: () => `WIFI${randomCode(8, randomInt)}`,
    description: `Wifi ${formatDataSize(bundle.data_bytes)}, ${formatDuration(bundle.duration_s)}`,
    bundle,
  }
}
