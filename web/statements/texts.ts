import type { StateCount, Statement } from '#contract/statements.ts'
import { dayOf, formatDay } from '#rules/calendar.ts'
import type { RowState } from '#rules/statement.ts'

export const statementsPath = '/staff/statements'

/** The rows of a statement, all or in one state. It is part of the URL. */
export const statementPath = (id: number, state?: RowState): string =>
  `${statementsPath}/${id}${state ? `?show=${state}` : ''}`

export const stateLabels: Record<RowState, string> = {
  credited: 'In the books',
  desk: 'On the desk',
  to_enter: 'To be entered',
  missing: 'Not in the books',
  taken_back: 'Taken back by staff',
  dismissed: 'Dismissed by staff',
  taken_back_by_mpesa: 'Taken back by M‑Pesa',
  not_ours: 'Other money received',
  charge: 'Charges',
  sweep: 'Between your own accounts',
  withdrawal: 'Paid out',
}

export const nameOf = ({ source, account }: Pick<Statement, 'source' | 'account'>): string =>
  source === 'paybill' ? `Paybill ${account}` : account || 'Bank account'

/** `20 Nov 2026`, `1 Nov 2026 to 20 Nov 2026` */
export function periodOf({ from, until }: Pick<Statement, 'from' | 'until'>): string {
  const [first, last] = [dayOf(new Date(from)), dayOf(new Date(until))]
  return first === last ? formatDay(first) : `${formatDay(first)} to ${formatDay(last)}`
}

/** States in which money waits for somebody. */
export const isWaiting = ({ state }: Pick<StateCount, 'state'>): boolean =>
  state === 'desk' || state === 'to_enter' || state === 'missing'
