import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { toMpesaTime } from '#rules/calendar.ts'
import { type SimulatorPluginOptions, startStandalone, URL_PREFIX } from './plugin.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of any shape
type Json = any

export interface ReceivedPost {
  path: string
  headers: IncomingHttpHeaders
  /** The address it was sent from. */
  from: string | undefined
  body: Json
}

export async function createTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pretend-daraja-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A business that records what is posted to it. */
export async function startBusiness(
  answer: (post: ReceivedPost) => object | Promise<object> = () => ({
    ResultCode: 0,
    ResultDesc: 'Accepted',
  }),
) {
  const posts: ReceivedPost[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const { url: path = '', headers, socket } = request
    const post = { path, headers, from: socket.remoteAddress, body: JSON.parse(text) }
    posts.push(post)
    response.setHeader('content-type', 'application/json').end(JSON.stringify(await answer(post)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    posts,
    /** Waits until that many posts have come. */
    async received(count: number): Promise<ReceivedPost[]> {
      while (posts.length < count) await sleep(5)
      return posts
    },
  }
}

/** JSON, or the text when it is not JSON. */
function readJson(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A client of Daraja, like our own. */
export function createClient(base: string) {
  let token = ''
  async function send(method: string, path: string, body: object) {
    const response = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    return { status: response.status, body: readJson(text) }
  }
  const post = (path: string, body: object) => send('POST', path, body)
  async function requestToken() {
    const response = await fetch(`${base}/oauth/v1/generate?grant_type=client_credentials`, {
      headers: { authorization: `Basic ${btoa('key:secret')}` },
    })
    return { status: response.status, body: readJson(await response.text()) }
  }
  const merchant = (timestamp = toMpesaTime(new Date())) => ({
    BusinessShortCode: 174379,
    Timestamp: timestamp,
    Password: Buffer.from(`174379passkey${timestamp}`).toString('base64'),
  })
  const asynchronous = (url: string) => ({
    Initiator: 'residence',
    SecurityCredential: 'c2VjcmV0',
    ResultURL: `${url}/result`,
    QueueTimeOutURL: `${url}/timeout`,
    Remarks: 'Whose money',
  })
  return {
    requestToken,
    async signIn() {
      const { body } = await requestToken()
      token = body.access_token
      return body
    },
    useToken(other: string) {
      token = other
    },
    push: (phone: string | number, callbackUrl: string, more: object = {}) =>
      post('/mpesa/stkpush/v1/processrequest', {
        ...merchant(),
        TransactionType: 'CustomerPayBillOnline',
        Amount: 50,
        PartyA: phone,
        PartyB: 174379,
        PhoneNumber: phone,
        CallBackURL: callbackUrl,
        AccountReference: 'AC7K4M9XABCD',
        TransactionDesc: 'Rent',
        ...more,
      }),
    query: (id: string) =>
      post('/mpesa/stkpushquery/v1/query', { ...merchant(), CheckoutRequestID: id }),
    register: (url: string, more: object = {}, version = 'v2') =>
      post(`/mpesa/c2b/${version}/registerurl`, {
        ShortCode: '174379',
        ResponseType: 'Completed',
        ConfirmationURL: `${url}/confirmation`,
        ValidationURL: `${url}/validation`,
        ...more,
      }),
    simulate: (more: object = {}) =>
      post('/mpesa/c2b/v2/simulate', {
        ShortCode: 174379,
        CommandID: 'CustomerPayBillOnline',
        Amount: 6500,
        Msisdn: 254712345126,
        BillRefNumber: 'AC7K4M9X',
        ...more,
      }),
    registerForPull: (more: object = {}) =>
      post('/pulltransactions/v1/register', {
        ShortCode: '174379',
        RequestType: 'Pull',
        NominatedNumber: '254712345678',
        CallBackURL: 'http://localhost/pull',
        ...more,
      }),
    pull: (more: object = {}) =>
      post('/pulltransactions/v1/query', {
        ShortCode: '174379',
        StartDate: '2020-01-01 00:00:00',
        EndDate: '2090-01-01 00:00:00',
        OffSetValue: '0',
        ...more,
      }),
    askStatus: (url: string, more: object) =>
      post('/mpesa/transactionstatus/v1/query', {
        ...asynchronous(url),
        CommandID: 'TransactionStatusQuery',
        PartyA: '174379',
        IdentifierType: '4',
        ...more,
      }),
    reversePayment: (url: string, more: object) =>
      post('/mpesa/reversal/v1/request', {
        ...asynchronous(url),
        CommandID: 'TransactionReversal',
        ReceiverParty: '174379',
        RecieverIdentifierType: '11',
        ...more,
      }),
    setFaults: (...faults: object[]) => send('PUT', '/trouble/', { trouble: faults }),
    async remainingFaults() {
      const response = await fetch(`${base}/trouble/`)
      return ((await response.json()) as Json).trouble
    },
    /** The phone page's calls. */
    async phone(path: string, body?: object, signal?: AbortSignal) {
      const response = await fetch(`${base}/phones/${path}`, {
        signal,
        ...(body && {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      })
      return { status: response.status, body: (await response.json()) as Json }
    },
  }
}

/** Starts the simulator on a port of its own, with a token. */
export async function startDaraja(options: Partial<SimulatorPluginOptions> = {}) {
  const dataDir = options.dataDir ?? (await createTemporaryFolder())
  const app = await startStandalone({ delayMs: 40, ...options, port: 0, dataDir })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const base = `http://127.0.0.1:${port}${URL_PREFIX}`
  const client = createClient(base)
  await client.signIn()
  return { ...client, app, base, dataDir }
}
