import { month as monthText } from '#contract/transactions.ts'
import { type Month, monthName } from '#rules/calendar.ts'
import { type Purpose, purposes } from '#rules/payment.ts'
import { usePageParameter, withQuery } from '../page-query.ts'

/** The payments to show; all by default. */
export interface TransactionFilter {
  purpose?: Purpose | undefined
  month?: Month | undefined
}

/** The filter is part of the URL, so that a reload and the Back button restore it. */
export function useTransactionFilter(): TransactionFilter {
  const month = monthText.safeParse(usePageParameter('month'))
  const asked = usePageParameter('purpose')
  return {
    purpose: purposes.find((purpose) => purpose === asked),
    month: month.data,
  }
}

export const transactionsPath = ({ purpose, month }: TransactionFilter): string =>
  withQuery('/transactions', { purpose, month })

/** `November 2026` */
export const longMonth = (month: Month) => `${monthName(month)} ${month.slice(0, 4)}`

/** `Nov 2026` */
export const shortMonth = (month: Month) => `${monthName(month).slice(0, 3)} ${month.slice(0, 4)}`

const names: Record<Purpose, string> = { rent: 'Rent', wifi: 'Wifi', deposit: 'Deposit' }

/** `All payments`, `Wifi payments in November 2026` */
export function filterTitle({ purpose, month }: TransactionFilter): string {
  const payments = `${purpose ? names[purpose] : 'All'} payments`
  return month ? `${payments} in ${longMonth(month)}` : payments
}
