import { getOpenPush, getPushStatus, initiatePush, type StkPushState } from '#contract/payments.ts'
import { ApiError, call } from '../../api.ts'
import { isSameRequest } from '../push.ts'
import type { PushDetails } from '../state.ts'
import type { AssistantEvent } from '../transitions.ts'

/** How long the network gets to come back before we look whether a push began after all. */
const second_look_ms = 2000

/** Asks for a push and says what came of it; a submit is never repeated by itself. */
export async function initiate({ bundleName, ...request }: PushDetails): Promise<AssistantEvent> {
  try {
    const body = { ...request, ...(bundleName === null && { transaction_desc: 'Rent payment' }) }
    const { data } = await call(initiatePush, { body })
    return { type: 'push_sent', id: data.checkout_request_id }
  } catch (error) {
    const refusal = error instanceof ApiError ? error : new ApiError(0, null)
    if (['price_changed', 'bundle_changed', 'package_not_found'].includes(refusal.code)) {
      return { type: 'packages_changed', reason: refusal.message }
    }
    // With these codes the server is sure that no phone was asked.
    const sure = refusal.code.startsWith('mpesa_')
    const lost = refusal.status === 0 || (refusal.status >= 500 && !sure)
    const state = lost ? await begunAnyway(request) : await openAlready(refusal)
    if (state) return { type: 'push_found', push: state, now: Date.now() }
    const reason = refusal.status === 0 ? 'No network' : refusal.message
    return { type: 'push_refused', reason, lost }
  }
}

async function openAlready(refusal: ApiError): Promise<StkPushState | null> {
  const checkout_request_id = refusal.body?.checkout_request_id
  if (refusal.code !== 'payment_open' || !checkout_request_id) return null
  const reply = await call(getPushStatus, { body: { checkout_request_id } }).catch(() => null)
  return reply?.data ?? null
}

async function begunAnyway(request: Omit<PushDetails, 'bundleName'>): Promise<StkPushState | null> {
  await new Promise((resolve) => setTimeout(resolve, second_look_ms))
  const reply = await call(getOpenPush, {}).catch(() => null)
  return reply?.data && isSameRequest(reply.data, request) ? reply.data : null
}
