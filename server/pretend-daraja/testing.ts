import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import { toMpesaTime } from '#rules/calendar.ts'
import { prefix, startAlone } from './standalone.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests look into JSON of any shape
type Json = any

export interface Post {
  path: string
  headers: IncomingHttpHeaders
  body: Json
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pretend-daraja-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A business that notes down what it is sent. */
export async function startBusiness(
  answer: (post: Post) => object = () => ({ ResultCode: 0, ResultDesc: 'Accepted' }),
) {
  const posts: Post[] = []
  const server = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += part
    const post = { path: request.url ?? '', headers: request.headers, body: JSON.parse(text) }
    posts.push(post)
    response.setHeader('content-type', 'application/json').end(JSON.stringify(answer(post)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    posts,
    /** Waits until so many have come; the time limit is the test's own. */
    async received(count: number): Promise<Post[]> {
      while (posts.length < count) await sleep(5)
      return posts
    },
  }
}

/** What a business sends, as our own client does. */
export function clientOf(base: string) {
  let token = ''
  async function post(path: string, body: object) {
    const response = await fetch(base + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, body: (await response.json()) as Json }
  }
  const merchant = (timestamp = toMpesaTime(new Date())) => ({
    BusinessShortCode: 174379,
    Timestamp: timestamp,
    Password: Buffer.from(`174379passkey${timestamp}`).toString('base64'),
  })
  return {
    async signIn() {
      const response = await fetch(`${base}/oauth/v1/generate?grant_type=client_credentials`, {
        headers: { authorization: `Basic ${btoa('key:secret')}` },
      })
      const reply = (await response.json()) as Json
      token = reply.access_token
      return reply
    },
    useToken(other: string) {
      token = other
    },
    push: (phone: string | number, callback_url: string, more: object = {}) =>
      post('/mpesa/stkpush/v1/processrequest', {
        ...merchant(),
        TransactionType: 'CustomerPayBillOnline',
        Amount: 50,
        PartyA: phone,
        PartyB: 174379,
        PhoneNumber: phone,
        CallBackURL: callback_url,
        AccountReference: 'AC7K4M9XABCD',
        TransactionDesc: 'Rent',
        ...more,
      }),
    query: (id: string) =>
      post('/mpesa/stkpushquery/v1/query', { ...merchant(), CheckoutRequestID: id }),
    register: (url: string, more: object = {}) =>
      post('/mpesa/c2b/v2/registerurl', {
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

/** The pretend M-Pesa on a port of its own, signed in to. */
export async function startDaraja({
  dataDir,
  delayMs = 40,
  now,
}: {
  dataDir?: string
  delayMs?: number
  now?: () => Date
} = {}) {
  const folder = dataDir ?? (await temporaryFolder())
  const app = await startAlone({ port: 0, dataDir: folder, delayMs, now })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const base = `http://127.0.0.1:${port}${prefix}`
  const client = clientOf(base)
  await client.signIn()
  return { ...client, app, base, dataDir: folder }
}
