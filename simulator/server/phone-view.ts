import type { EndedPush, Phone, WaitingPush } from '#contract/simulator.ts'
import type { openAttempts } from './attempts.ts'
import { ending, type Payment, type Push } from './pushes.ts'
import type { Simulator } from './simulator.ts'
import { inbox } from './sms.ts'

/** How long a phone still shows what became of a request. */
const shown_after_end_ms = 10 * 60 * 1000

/** What a person sees of the pretend M-Pesa. */
export function openPhoneView(
  simulator: Simulator,
  attempts: ReturnType<typeof openAttempts>,
  business_name: string,
) {
  const waiting = (push: Push): WaitingPush => ({
    checkout_request_id: push.id,
    phone_number: push.msisdn,
    amount: push.amount,
    business_name,
    account_reference: push.reference,
    transaction_desc: push.description,
    seconds_ago: Math.floor((simulator.clock() - push.submitted_at) / 1000),
    seconds_left: Math.ceil((ending(push).at - simulator.clock()) / 1000),
  })

  function ended(push: Push): EndedPush {
    const { at, code } = ending(push)
    return {
      checkout_request_id: push.id,
      amount: push.amount,
      business_name,
      account_reference: push.reference,
      result_code: code,
      receipt: code === '0' ? push.receipt : null,
      ended_at: new Date(at).toISOString(),
    }
  }

  function latestEnded(msisdn: string): Push | undefined {
    const now = simulator.clock()
    const hasEnded = (payment: Payment): payment is Push =>
      payment.kind === 'push' && ending(payment).at <= now
    const push = simulator.paymentsOf(msisdn).findLast(hasEnded)
    return push && ending(push).at > now - shown_after_end_ms ? push : undefined
  }

  const allWaiting = () => simulator.openPushes().map(waiting)

  const told = (msisdn: string) => ({
    payments: simulator.paymentsOf(msisdn),
    attempts: attempts.of(msisdn),
  })

  /** Another text as soon as there is something new to see. */
  function mark(msisdn: string): string {
    const { payments, attempts } = told(msisdn)
    return [simulator.openPushOf(msisdn)?.id, payments.length, attempts.at(-1)?.id].join()
  }

  function phone(msisdn: string): Phone {
    const now = simulator.clock()
    const open = simulator.openPushOf(msisdn)
    const latest = latestEnded(msisdn)
    return {
      phone_number: msisdn,
      now: new Date(now).toISOString(),
      business_name,
      paybill: simulator.paybills()[0] ?? null,
      push: open ? waiting(open) : null,
      ended: latest ? ended(latest) : null,
      messages: inbox(told(msisdn), business_name, now),
      waiting: allWaiting(),
    }
  }

  return { phone, mark, ended, allWaiting }
}
