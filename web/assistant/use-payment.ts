import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useCallback, useEffect, useReducer } from 'react'
import { getAssistant } from '#contract/assistant.ts'
import type { Received } from '#contract/endpoint.ts'
import { getOpenPush, getPushStatus, initiatePush, type StkPushState } from '#contract/payments.ts'
import { polling } from '#rules/payment.ts'
import { ApiError, call } from '../api.ts'
import { invalidatePaymentQueries } from '../payments/payment-updates.ts'
import { onSocketEvent } from '../socket.ts'
import { detailsOf, isSameRequest } from './push.ts'
import type { AssistantState, PaymentField, PushDetails } from './state.ts'
import { type AssistantAction, transition } from './transitions.ts'

/** A status call that takes longer counts as failed, and the next one is made. */
const STATUS_TIMEOUT_MS = 15_000
/** How long to wait for the network before checking whether a push was started after all. */
const RECOVERY_DELAY_MS = 2000

type PushRequest = Omit<PushDetails, 'bundleName' | 'ownRent'>

/** The calls behind a payment, made by a signed-in user or over a pay link. */
export interface PaymentCalls {
  start(request: PushRequest & { transaction_desc: string }): Promise<Received<typeof initiatePush>>
  status(checkout_request_id: string, signal?: AbortSignal): Promise<Received<typeof getPushStatus>>
  /** The push that was started although the reply was lost. */
  findOpen(): Promise<Received<typeof getOpenPush>>
  /** Whether there is a list of payments in which to look later. */
  hasHistory: boolean
}

const callsOfUser: PaymentCalls = {
  start: (body) => call(initiatePush, { body }),
  status: (checkout_request_id, signal) =>
    call(getPushStatus, { body: { checkout_request_id } }, signal),
  findOpen: () => call(getOpenPush, {}),
  hasHistory: true,
}

/** The assistant's state with its effects: requests, the 24 status checks, the socket, the two delays. */
export function usePayment(
  signedIn: boolean,
  initial: AssistantState,
  calls = callsOfUser,
): [AssistantState, Dispatch<AssistantAction>] {
  const [state, dispatch] = useReducer(transition, initial)
  const client = useQueryClient()
  const onPush = useCallback((push: StkPushState) => dispatch({ type: 'push_reported', push }), [])
  useEffect(() => (signedIn ? onSocketEvent('payment', onPush) : undefined), [signedIn, onPush])
  // For results from the socket, `usePaymentUpdates` refetches the queries.
  const onStatus = useCallback(
    (push: StkPushState) => {
      onPush(push)
      if (push.status === 'completed') invalidatePaymentQueries(client)
    },
    [client, onPush],
  )
  useSending(state, dispatch, calls)
  useChecks(state, dispatch, calls, onStatus)
  useDelay(state, dispatch)
  return [state, dispatch]
}

function useSending(
  { stage }: AssistantState,
  dispatch: Dispatch<AssistantAction>,
  calls: PaymentCalls,
) {
  const client = useQueryClient()
  const request = stage.at === 'sending' ? stage.request : null
  useEffect(() => {
    if (!request) return
    void initiate(request, calls).then((action) => {
      if (action.type === 'bundles_changed') {
        void client.invalidateQueries({ queryKey: [getAssistant.path] })
      }
      dispatch(action)
    })
  }, [request, dispatch, client, calls])
}

function useChecks(
  { stage }: AssistantState,
  dispatch: Dispatch<AssistantAction>,
  calls: PaymentCalls,
  onStatus: (push: StkPushState) => void,
) {
  const waiting = stage.at === 'waiting' ? stage : null
  const id = waiting?.push.id
  const attempts = waiting?.attempts ?? 0
  const wait = waiting?.checkNow ? 0 : polling.intervalMs
  useEffect(() => {
    if (!id) return
    const timer = setTimeout(() => {
      if (attempts >= polling.attempts) {
        return dispatch({ type: 'checks_used_up', hasHistory: calls.hasHistory })
      }
      dispatch({ type: 'check_started' })
      calls.status(id, AbortSignal.timeout(STATUS_TIMEOUT_MS)).then(
        (reply) => onStatus(reply.data),
        () => dispatch({ type: 'check_failed', id }),
      )
    }, wait)
    return () => clearTimeout(timer)
  }, [id, attempts, wait, dispatch, calls, onStatus])
}

/** The success message, or the main menu after a failure, follows 2 s after the result. */
function useDelay({ stage }: AssistantState, dispatch: Dispatch<AssistantAction>) {
  const due = stage.at === 'paid' || (stage.at === 'failed' && !stage.menu)
  const push = due ? stage.push : null
  useEffect(() => {
    if (!push) return
    const timer = setTimeout(() => dispatch({ type: 'delay_over' }), polling.messageDelayMs)
    return () => clearTimeout(timer)
  }, [push, dispatch])
}

/** Requests a push and returns the outcome. It is never retried automatically. */
async function initiate(
  { bundleName, ownRent: _, ...request }: PushDetails,
  calls: PaymentCalls,
): Promise<AssistantAction> {
  try {
    const transaction_desc = bundleName === null ? 'Rent payment' : `Wifi ${bundleName}`
    const { data } = await calls.start({ ...request, transaction_desc })
    return { type: 'push_sent', id: data.checkout_request_id }
  } catch (failure) {
    const error = failure instanceof ApiError ? failure : new ApiError(0, null)
    if (['price_changed', 'bundle_changed', 'package_not_found'].includes(error.code)) {
      return { type: 'bundles_changed', reason: error.message }
    }
    // These codes mean for certain that no push was started.
    const notSent = error.code.startsWith('mpesa_')
    const lost = error.status === 0 || (error.status >= 500 && !notSent)
    const push = lost ? await findStartedPush(request, calls) : await findBlockingPush(error, calls)
    if (push) return { type: 'push_found', push, now: Date.now() }
    const reason = error.status === 0 ? 'No network' : error.message
    return { type: 'push_refused', reason, lost, faulty: faultyField(error) }
  }
}

/** The field that the server refused; by default the amount, which is the easiest to change. */
function faultyField({ code, fields }: ApiError): PaymentField {
  if (fields.account_reference) return 'account'
  return fields.phone_number || code === 'phone_busy' || code === 'payment_open'
    ? 'phone'
    : 'amount'
}

/** The open push of the same phone, which the error contains. */
async function findBlockingPush(
  error: ApiError,
  calls: PaymentCalls,
): Promise<StkPushState | null> {
  const checkout_request_id = error.body?.checkout_request_id
  if (error.code !== 'payment_open' || !checkout_request_id) return null
  const reply = await calls.status(checkout_request_id).catch(() => null)
  return reply?.data ?? null
}

/** Finds the push that was started although the reply was lost. */
async function findStartedPush(
  request: PushRequest,
  calls: PaymentCalls,
): Promise<StkPushState | null> {
  await new Promise((resolve) => setTimeout(resolve, RECOVERY_DELAY_MS))
  const reply = await calls.findOpen().catch(() => null)
  return reply?.data && isSameRequest(detailsOf(reply.data), request) ? reply.data : null
}
