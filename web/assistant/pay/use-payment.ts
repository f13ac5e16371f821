import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useCallback, useEffect, useReducer } from 'react'
import { getAssistant } from '#contract/assistant.ts'
import { getPushStatus, type StkPushState } from '#contract/payments.ts'
import { polling } from '#rules/payment.ts'
import { call } from '../../api.ts'
import { onSocketEvent } from '../../socket.ts'
import { moneyCame } from '../money-came.ts'
import type { AssistantState } from '../state.ts'
import { type AssistantEvent, transition } from '../transitions.ts'
import { initiate } from './initiate.ts'

/** A status call that takes longer than this is over; the next ones do not wait for it. */
const status_timeout_ms = 15_000

/** The assistant's flow with its effects: sending, the 24 checks, the socket, the two delays. */
export function usePayment(
  signedIn: boolean,
  from: AssistantState,
): [AssistantState, Dispatch<AssistantEvent>] {
  const [state, dispatch] = useReducer(transition, from)
  const client = useQueryClient()
  const hear = useCallback((push: StkPushState) => dispatch({ type: 'push_reported', push }), [])
  useEffect(() => (signedIn ? onSocketEvent('payment', hear) : undefined), [signedIn, hear])
  // What comes over the socket is looked after by useOpenPush, for all of the app.
  const answered = useCallback(
    (push: StkPushState) => {
      hear(push)
      if (push.status === 'completed') moneyCame(client)
    },
    [client, hear],
  )
  useSending(state, dispatch)
  useChecks(state, dispatch, answered)
  useDelay(state, dispatch)
  return [state, dispatch]
}

function useSending({ stage }: AssistantState, dispatch: Dispatch<AssistantEvent>) {
  const client = useQueryClient()
  const request = stage.at === 'sending' ? stage.request : null
  useEffect(() => {
    if (!request) return
    void initiate(request).then((event) => {
      if (event.type === 'packages_changed') {
        void client.invalidateQueries({ queryKey: [getAssistant.path] })
      }
      dispatch(event)
    })
  }, [request, dispatch, client])
}

function useChecks(
  { stage }: AssistantState,
  dispatch: Dispatch<AssistantEvent>,
  answered: (push: StkPushState) => void,
) {
  const waiting = stage.at === 'waiting' ? stage : null
  const id = waiting?.push.id
  const attempts = waiting?.attempts ?? 0
  const wait = waiting?.checkNow ? 0 : polling.intervalMs
  useEffect(() => {
    if (!id) return
    const timer = setTimeout(() => {
      if (attempts >= polling.attempts) return dispatch({ type: 'checks_used_up' })
      dispatch({ type: 'check_started' })
      const input = { body: { checkout_request_id: id } }
      call(getPushStatus, input, AbortSignal.timeout(status_timeout_ms)).then(
        (reply) => answered(reply.data),
        () => dispatch({ type: 'check_failed', id }),
      )
    }, wait)
    return () => clearTimeout(timer)
  }, [id, attempts, wait, dispatch, answered])
}

/** Both the paid message and the main menu after a failure come 2 s later (spec 4). */
function useDelay({ stage }: AssistantState, dispatch: Dispatch<AssistantEvent>) {
  const due = stage.at === 'paid' || (stage.at === 'failed' && !stage.menu)
  const push = due ? stage.push : null
  useEffect(() => {
    if (!push) return
    const timer = setTimeout(() => dispatch({ type: 'delay_over' }), polling.messageDelayMs)
    return () => clearTimeout(timer)
  }, [push, dispatch])
}
