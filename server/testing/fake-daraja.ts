import { randomBytes } from 'node:crypto'
import Fastify from 'fastify'
import { freePort } from './postgres.ts'
import type { TestServer } from './server.ts'

export interface StatementRow {
  transactionId: string
  billreference: string
  amount: string
  trxDate: string
}

interface SilentPush {
  CallBackURL: string
  AccountReference: string
  Amount: number
  PhoneNumber: number
}

export interface FakeDaraja {
  settings: Record<string, string>
  /** The bodies of all received pushes, oldest first. */
  pushes: SilentPush[]
  queries: string[]
  /** How many tokens were issued; only the newest is valid. */
  tokens: number
  /** The Transaction Status queries, with the URL for the result. */
  statusAsked: { OriginalConversationID?: string; TransactionID?: string; ResultURL: string }[]
  /** The paybill's statement, as Pull lists it. */
  statement: StatementRow[]
  /** A statement request is answered only after this. */
  statementHeld: Promise<unknown>
  statementRequests: { StartDate: string; OffSetValue: string }[]
  /** The replies to a push and to a query; a test may replace them. */
  answerPush: (checkoutId: string, push: SilentPush) => { status: number; body: unknown }
  answerQuery: (checkoutId: string) => { status: number; body: unknown }
  checkoutId(index: number): string
  close(): Promise<void>
}

/** Small, so that a few rows are several pages. */
const PAGE_SIZE = 2

const underProcessing = {
  ResultCode: '4999',
  ResultDesc: 'The transaction is still under processing',
}

/** A Daraja that queues every push and reports nothing by itself: the test posts the callbacks. */
export async function startFakeDaraja(): Promise<FakeDaraja> {
  // A connection that a stopping server has just opened would keep `close` waiting.
  const app = Fastify({ forceCloseConnections: true })
  const port = await freePort()
  const checkoutId = (index: number) => `ws_CO_${port}_${index}`
  const daraja: FakeDaraja = {
    settings: {
      DARAJA_BASE_URL: `http://127.0.0.1:${port}`,
      DARAJA_CONSUMER_KEY: 'key',
      DARAJA_CONSUMER_SECRET: 'secret',
      DARAJA_SHORTCODE: '600984',
      DARAJA_PASSKEY: 'passkey',
      DARAJA_INITIATOR: 'initiator',
      DARAJA_SECURITY_CREDENTIAL: 'credential',
      DARAJA_STATEMENT_NUMBER: '254712000000',
    },
    pushes: [],
    queries: [],
    tokens: 0,
    statusAsked: [],
    statement: [],
    statementHeld: Promise.resolve(),
    statementRequests: [],
    answerPush: (CheckoutRequestID) => ({
      status: 200,
      body: {
        MerchantRequestID: `m-${CheckoutRequestID}`,
        CheckoutRequestID,
        ResponseCode: '0',
      },
    }),
    answerQuery: () => ({ status: 200, body: underProcessing }),
    checkoutId,
    close: () => app.close(),
  }
  app.get('/oauth/v1/generate', () => {
    daraja.tokens++
    return { access_token: `token-${daraja.tokens}`, expires_in: '3599' }
  })
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/oauth')) return
    if (request.headers.authorization === `Bearer token-${daraja.tokens}`) return
    return reply
      .code(404)
      .send({ requestId: 'r-1', errorCode: '404.001.03', errorMessage: 'Invalid Access Token' })
  })
  app.post<{ Body: FakeDaraja['pushes'][number] }>(
    '/mpesa/stkpush/v1/processrequest',
    (request, reply) => {
      daraja.pushes.push(request.body)
      const { status, body } = daraja.answerPush(checkoutId(daraja.pushes.length - 1), request.body)
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
  app.post<{ Body: FakeDaraja['statusAsked'][number] }>(
    '/mpesa/transactionstatus/v1/query',
    (request) => {
      daraja.statusAsked.push(request.body)
      return { OriginatorConversationID: 'o-1', ConversationID: 'AG_1', ResponseCode: '0' }
    },
  )
  app.post<{ Body: FakeDaraja['statementRequests'][number] }>(
    '/pulltransactions/v1/query',
    async (request) => {
      daraja.statementRequests.push(request.body)
      await daraja.statementHeld
      const page = daraja.statement.slice(Number(request.body.OffSetValue)).slice(0, PAGE_SIZE)
      return page.length > 0
        ? { ResponseCode: '1000', ResponseMessage: 'Success', Response: [page] }
        : { ResponseCode: '1001', ResponseMessage: 'None', Response: '[[]]' }
    },
  )
  await app.listen({ port, host: '127.0.0.1' })
  return daraja
}

/** A callback of success, as M-Pesa writes it. */
export function paidCallback(
  checkoutId: string,
  receipt: string,
  amount: number | string,
  stamp = 20261120113112,
) {
  return {
    Body: {
      stkCallback: {
        MerchantRequestID: 'm-1',
        CheckoutRequestID: checkoutId,
        ResultCode: 0,
        ResultDesc: 'The service request is processed successfully.',
        CallbackMetadata: {
          Item: [
            { Name: 'Amount', Value: amount },
            { Name: 'MpesaReceiptNumber', Value: receipt },
            { Name: 'Balance' },
            { Name: 'TransactionDate', Value: stamp },
            { Name: 'PhoneNumber', Value: 254712345678 },
          ],
        },
      },
    },
  }
}

export function failedCallback(checkoutId: string, code: number, description: string) {
  return {
    Body: {
      stkCallback: {
        MerchantRequestID: 'm-1',
        CheckoutRequestID: checkoutId,
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

/** A Transaction Status result, with a key twice, one without a value and the amount as text. */
export function transactionStatus(
  receipt: string,
  amount: number | string,
  paybill?: string,
  payer = '254712345678',
) {
  return {
    Result: {
      ResultType: 0,
      ResultCode: '0',
      ResultDesc: 'The service request is processed successfully.',
      OriginatorConversationID: 'o-1',
      ConversationID: 'AG_1',
      TransactionID: 'UKL0000000',
      ResultParameters: {
        ResultParameter: [
          { Key: 'ReceiptNo', Value: receipt },
          { Key: 'TransactionReason' },
          { Key: 'TransactionStatus', Value: 'Completed' },
          { Key: 'Amount', Value: String(amount) },
          { Key: 'FinalisedTime', Value: '20261120113112' },
          { Key: 'FinalisedTime', Value: '20261120113113' },
          ...(paybill ? [{ Key: 'CreditPartyName', Value: `${paybill} - RESIDENCE` }] : []),
          { Key: 'DebitPartyName', Value: `${payer} - PAYER` },
        ],
      },
      ReferenceData: { ReferenceItem: { Key: 'Occasion' } },
    },
  }
}

/** A line of the statement; its date ends in Z but is Nairobi time. */
export const statementRow = (receipt: string, reference: string, amount: string): StatementRow => ({
  transactionId: receipt,
  billreference: reference,
  amount,
  trxDate: '2026-11-20T11:31:12Z',
})

export const newReceipt = () => `UK${randomBytes(4).toString('hex').toUpperCase()}`

/** Posts to the server as M-Pesa does. */
export const postTo = (server: TestServer, path: string, body: unknown) =>
  server.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** Reports a payment to the paybill. */
export const confirmTo = (server: TestServer, body: ReturnType<typeof confirmation>) =>
  postTo(server, `/api/hooks/${server.running.context.hookSecret}/confirmation`, body)
