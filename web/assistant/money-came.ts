import type { QueryClient } from '@tanstack/react-query'
import { getPaymentSummary } from '#contract/tenancy.ts'
import { listTransactions } from '#contract/transactions.ts'
import { listVouchers } from '#contract/wifi.ts'

/** What a payment changes is asked for again; nothing is fetched that nobody looks at. */
export function moneyCame(client: QueryClient) {
  // The months of the history lie below its path.
  const changed = [getPaymentSummary.path, listTransactions.path, listVouchers.path]
  void client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => changed.some((start) => String(path).startsWith(start)),
  })
}
