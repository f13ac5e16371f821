import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getStanding } from '#contract/agreements.ts'
import { getOwnDeposit } from '#contract/deposits.ts'
import { getOwnStatement } from '#contract/ledger.ts'
import { listLetters } from '#contract/letters.ts'
import { getPaymentSummary } from '#contract/tenancy.ts'
import { listTransactions } from '#contract/transactions.ts'
import { listVouchers } from '#contract/wifi.ts'
import { useSession } from '../session.ts'
import { onSocketConnect, onSocketEvent } from '../socket.ts'

/** Refetches the data that a payment changes, as far as it is on screen. */
export function invalidatePaymentQueries(client: QueryClient) {
  // The key of the transactions also matches the monthly totals.
  const changed = [
    ...[
      getPaymentSummary,
      getStanding,
      getOwnDeposit,
      listTransactions,
      listVouchers,
      listLetters,
      getOwnStatement,
    ],
  ].map(({ path }) => path)
  void client.invalidateQueries({
    predicate: ({ queryKey: [path] }) => changed.some((start) => String(path).startsWith(start)),
  })
}

/** Keeps the balance, payments and vouchers on every page up to date. */
export function usePaymentUpdates() {
  const client = useQueryClient()
  const session = useSession()
  const userId = session.status === 'signed_in' ? session.user.id : null
  useEffect(() => {
    if (userId === null) return
    const stopPayments = onSocketEvent('payment', ({ status }) => {
      if (status === 'completed') invalidatePaymentQueries(client)
    })
    const stopBalances = onSocketEvent('balance', () => invalidatePaymentQueries(client))
    // Payments before it connected, or while it was away, were missed.
    const stopConnects = onSocketConnect(() => invalidatePaymentQueries(client))
    return () => {
      stopPayments()
      stopBalances()
      stopConnects()
    }
  }, [userId, client])
}
