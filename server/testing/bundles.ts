import type { Received } from '#contract/endpoint.ts'
import { getPushStatus, initiatePush, type StkPushState } from '#contract/payments.ts'
import { toMpesaTime } from '#rules/calendar.ts'
import { type FakeDaraja, newReceipt, paidCallback } from './fake-daraja.ts'
import type { Answer, Caller, TestServer } from './server.ts'

/** A success callback of a payment at a given time. */
export function callbackPaidAt(at: number, checkoutId: string, receipt: string, amount: number) {
  const { Body } = paidCallback(checkoutId, receipt, amount)
  const { stkCallback } = Body
  const items = stkCallback.CallbackMetadata.Item.map((item) =>
    item.Name === 'TransactionDate' ? { ...item, Value: Number(toMpesaTime(new Date(at))) } : item,
  )
  return { Body: { stkCallback: { ...stkCallback, CallbackMetadata: { Item: items } } } }
}

/** A push for a bundle that has not ended. */
interface Ordered {
  sent: FakeDaraja['pushes'][number]
  darajaId: string
  callback(body: unknown): Promise<Response>
  status(): Promise<StkPushState>
}

type PushAnswer = Answer<Received<typeof initiatePush>>

interface BundleShop {
  ask(who: Caller, account_reference?: string, amount?: number): Promise<PushAnswer>
  order(who: Caller, account_reference?: string, amount?: number): Promise<Ordered>
  confirm(body: unknown): Promise<Response>
  /** A paid bundle with its code. */
  buy(who: Caller, at: number): Promise<{ receipt: string; code: string }>
}

let phones = 0

function askFor(who: Caller, account_reference = 'package_100', amount = 100): Promise<PushAnswer> {
  const phone_number = `07430${String(++phones).padStart(5, '0')}`
  return who.call(initiatePush, { body: { phone_number, amount, account_reference } })
}

/** Orders bundles on a server whose fake M-Pesa reports nothing by itself. */
export function bundleShop(server: TestServer, daraja: FakeDaraja): BundleShop {
  const post = (path: string, body: unknown) =>
    server.fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })

  async function order(who: Caller, account_reference?: string, amount?: number) {
    const answer = await askFor(who, account_reference, amount)
    if (answer.status !== 200) throw new Error(answer.body.message)
    const { checkout_request_id } = answer.body.data
    const sent = daraja.pushes.at(-1)
    if (!sent) throw new Error('nothing was sent')
    return {
      sent,
      darajaId: daraja.checkoutId(daraja.pushes.length - 1),
      callback: (body: unknown) => post(new URL(sent.CallBackURL).pathname, body),
      status: async () =>
        (await who.call(getPushStatus, { body: { checkout_request_id } })).body.data,
    }
  }

  return {
    ask: askFor,
    order,
    confirm: (body: unknown) =>
      post(`/api/hooks/${server.running.context.hookSecret}/confirmation`, body),

    async buy(who: Caller, at: number) {
      const receipt = newReceipt()
      const { darajaId, callback, status } = await order(who)
      await callback(callbackPaidAt(at, darajaId, receipt, 100))
      const { voucher } = await status()
      if (!voucher) throw new Error('paid, and no code')
      return { receipt, code: voucher.code }
    },
  }
}
