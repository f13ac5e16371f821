import type { Approval, ApprovalState } from '#contract/approvals.ts'
import type { ApprovalAct, ApprovalOutcome } from '#rules/approval.ts'

/** The path of the approvals page; with `id`, scrolled to that request. */
export const approvalsPath = (state: ApprovalState, id?: number): string =>
  (state === 'open' ? '/staff/approvals' : '/staff/approvals?show=decided') +
  (id === undefined ? '' : `#approval-${id}`)

const titles: Record<ApprovalAct, string> = {
  waiver: 'Waiver',
  refund: 'Refund',
  undo: 'Entry taken back',
  reversal: 'Payment taken back',
  correction: 'Correction at the desk',
  confirmation: 'Confirmed without M‑Pesa’s report',
  restoration: 'Payment that counts again',
  removal: 'Removal',
  transfer: 'Change of room',
  rents: 'Lower rent',
  wifi_prices: 'Lower wifi prices',
  wifi_plan: 'Lower wifi prices, planned',
  deposit: 'Deposit held already',
  deposit_refund: 'Deposit given back',
  deposit_undo: 'Entry of a deposit taken back',
}

export const titleOf = ({ act }: Approval): string => titles[act]

const outcomes: Record<ApprovalOutcome, string> = {
  approved: 'Approved',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
  expired: 'Expired: nobody decided in time',
  outdated: 'Not done',
}

/** `Approved by Grace Wanjiru` */
export function outcomeOf({ outcome, by }: NonNullable<Approval['decided']>): string {
  if (outcome === 'approved' && !by) return 'Took effect after a day'
  return by && outcome !== 'outdated' ? `${outcomes[outcome]} by ${by}` : outcomes[outcome]
}
