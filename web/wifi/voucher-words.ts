import type { VoucherState } from '#rules/wifi.ts'

/** What is said of a voucher that opens the door no more; its code is shown all the same. */
export const overWords: Record<VoucherState, string | null> = {
  active: null,
  used_up: 'The data of this bundle is used up.',
  expired: 'The time of this bundle is over.',
}

/** What stands before the end of its time. */
export const endLabels: Record<VoucherState, string> = {
  active: 'Good until',
  used_up: 'Ends',
  expired: 'Ended',
}
