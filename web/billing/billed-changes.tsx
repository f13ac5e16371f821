import { useQuery } from '@tanstack/react-query'
import { type BilledChanges, previewRemoval, previewTransfer } from '#contract/billing.ts'
import { leavingText } from '#rules/bill.ts'
import { type Day, monthName } from '#rules/calendar.ts'
import { joinAnd } from '#rules/join-and.ts'
import { ksh } from '#rules/money.ts'
import { call } from '../api.ts'
import { formatBalance } from '../payments/format-balance.ts'

/** What leaving on a day gives back of a bill. */
export const useRemovalChanges = (id: number, departure_date: Day) =>
  useQuery({
    queryKey: [previewRemoval.path, id, departure_date],
    queryFn: () => call(previewRemoval, { params: { id: String(id) }, body: { departure_date } }),
    staleTime: 0,
  })

/** What another room from a day on changes of a bill. */
export const useTransferChanges = (id: number, room_number: string, transfer_date: Day) =>
  useQuery({
    queryKey: [previewTransfer.path, id, room_number, transfer_date],
    queryFn: () =>
      call(previewTransfer, { params: { id: String(id) }, body: { room_number, transfer_date } }),
    staleTime: 0,
  })

export const changeOf = ({ before, after }: BilledChanges): number => after - before

/** In sentences; null where nothing to come is billed. */
export function changesText(changes: BilledChanges, act: 'leave' | 'move'): string | null {
  const { changes: months, after, leaving_percent } = changes
  if (leaving_percent === null) return null
  const sum = changeOf(changes)
  const named = joinAnd(months.map(({ month }) => monthName(month)))
  const owe = `After that they ${formatBalance(after, 'owe')}, including bills not due yet.`
  if (act === 'leave') {
    const rule = leavingText(leaving_percent)
    return sum < 0
      ? `${ksh(-sum)} of their bill is given back, for ${named}. ${owe}`
      : `None of their bill is given back. ${rule}`
  }
  if (sum === 0) return 'Their bill stays as it is.'
  return `Their bill comes to ${ksh(Math.abs(sum))} ${sum > 0 ? 'more' : 'less'}, for ${named}. ${owe}`
}
