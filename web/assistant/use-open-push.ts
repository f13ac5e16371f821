import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getOpenPush, type StkPushState } from '#contract/payments.ts'
import { query } from '../api.ts'
import { settlePageNow } from '../page-settled.ts'
import { onSocketEvent } from '../socket.ts'
import { moneyCame } from './money-came.ts'

const open = query(getOpenPush, {})
const keyOf = (person: number | null) => [...open.queryKey, person] as const

/** A push of this person that is under way: from before a reload, or begun in another tab. */
export function useOpenPush(person: number | null): StkPushState | null {
  const client = useQueryClient()
  const found = useQuery({
    ...open,
    queryKey: keyOf(person),
    enabled: person !== null,
    // Asked again whenever the person comes back to this tab, or the network does.
    staleTime: 0,
  })
  useEffect(() => {
    if (person === null) return
    const stop = onSocketEvent('payment', (state) => {
      client.setQueryData(keyOf(person), { data: state.status === 'processing' ? state : null })
      if (state.status === 'completed') moneyCame(client)
    })
    const stopToo = onSocketEvent('balance', () => moneyCame(client))
    return () => {
      stop()
      stopToo()
    }
  }, [person, client])
  const push = found.data?.data ?? null
  useEffect(() => {
    if (push) settlePageNow()
  }, [push])
  return push
}
