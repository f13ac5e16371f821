import Fastify from 'fastify'
import { freePort } from './postgres.ts'

export interface SilentDaraja {
  settings: Record<string, string>
  /** The bodies of all pushes that came in, oldest first. */
  pushes: { CallBackURL: string; AccountReference: string; Amount: number; PhoneNumber: number }[]
  queries: string[]
  /** What a push and a query are answered with; a test may put others here. */
  answerPush: (checkout_id: string) => { status: number; body: unknown }
  answerQuery: (checkout_id: string) => { status: number; body: unknown }
  checkoutId(index: number): string
  close(): Promise<void>
}

const underProcessing = {
  ResultCode: '4999',
  ResultDesc: 'The transaction is still under processing',
}

/** A Daraja that queues every push and then says nothing by itself: the test speaks for it. */
export async function startSilentDaraja(): Promise<SilentDaraja> {
  const app = Fastify()
  const port = await freePort()
  const checkoutId = (index: number) => `ws_CO_${port}_${index}`
  const daraja: SilentDaraja = {
    settings: {
      DARAJA_BASE_URL: `http://127.0.0.1:${port}`,
      DARAJA_CONSUMER_KEY: 'key',
      DARAJA_CONSUMER_SECRET: 'secret',
      DARAJA_SHORTCODE: '600984',
      DARAJA_PASSKEY: 'passkey',
    },
    pushes: [],
    queries: [],
    answerPush: (CheckoutRequestID) => ({
      status: 200,
      body: { MerchantRequestID: 'm-1', CheckoutRequestID, ResponseCode: '0' },
    }),
    answerQuery: () => ({ status: 200, body: underProcessing }),
    checkoutId,
    close: () => app.close(),
  }
  app.get('/oauth/v1/generate', () => ({ access_token: 'token', expires_in: '3599' }))
  app.post<{ Body: SilentDaraja['pushes'][number] }>(
    '/mpesa/stkpush/v1/processrequest',
    (request, reply) => {
      daraja.pushes.push(request.body)
      const { status, body } = daraja.answerPush(checkoutId(daraja.pushes.length - 1))
      return reply.code(status).send(body)
    },
  )
  app.post<{ Body: { CheckoutRequestID: string } }>(
    '/mpesa/stkpushquery/v1/query',
    (request, reply) => {
      daraja.queries.push(request.body.CheckoutRequestID)
      const { status, body } = daraja.answerQuery(request.body.CheckoutRequestID)
      return reply.code(status).send(body)
    },
  )
  await app.listen({ port, host: '127.0.0.1' })
  return daraja
}

/** A callback of success, as M-Pesa writes it. */
export function paidCallback(checkout_id: string, receipt: string, amount: number) {
  return {
    Body: {
      stkCallback: {
        MerchantRequestID: 'm-1',
        CheckoutRequestID: checkout_id,
        ResultCode: 0,
        ResultDesc: 'The service request is processed successfully.',
        CallbackMetadata: {
          Item: [
            { Name: 'Amount', Value: amount },
            { Name: 'MpesaReceiptNumber', Value: receipt },
            { Name: 'Balance' },
            { Name: 'TransactionDate', Value: 20261120113112 },
            { Name: 'PhoneNumber', Value: 254712345678 },
          ],
        },
      },
    },
  }
}

export function failedCallback(checkout_id: string, code: number, description: string) {
  return {
    Body: {
      stkCallback: {
        MerchantRequestID: 'm-1',
        CheckoutRequestID: checkout_id,
        ResultCode: code,
        ResultDesc: description,
      },
    },
  }
}

/** A paybill confirmation, all strings, as M-Pesa writes it. */
export function confirmation(receipt: string, reference: string, amount: string) {
  return {
    TransactionType: 'Pay Bill',
    TransID: receipt,
    TransTime: '20261120113112',
    TransAmount: amount,
    BusinessShortCode: '600984',
    BillRefNumber: reference,
    InvoiceNumber: '',
    OrgAccountBalance: '49197.00',
    ThirdPartyTransID: '',
    MSISDN: '2547 ***** 126',
    FirstName: 'JANE',
    MiddleName: '',
    LastName: '',
  }
}
