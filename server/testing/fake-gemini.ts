import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { setTimeout as after } from 'node:timers/promises'

/** A request as it was received. */
export interface QueryOutcome {
  url: string
  key: string | undefined
  body: string
  instruction: string
  contents: { role: string; parts: { text: string }[] }[]
}

export interface FakeGemini {
  url: string
  /** GEMINI_BASE_URL and GEMINI_API_KEY. */
  settings: Record<string, string>
  requests: QueryOutcome[]
  /** Continues all held answers. */
  release(): void
  /** Resolves when a client next disconnects before the end. */
  hungUp(): Promise<void>
  close(): Promise<void>
}

const key = 'pretend-gemini-key'

const candidate = (text: string, finishReason?: string) => ({
  candidates: [
    {
      content: { parts: [{ text }], role: 'model' },
      index: 0,
      ...(finishReason && { finishReason }),
    },
  ],
  usageMetadata: { promptTokenCount: 400, totalTokenCount: 420 },
  modelVersion: 'pretend-flash-lite',
})

type Play = (
  reply: ServerResponse,
  requests: QueryOutcome,
  held: Promise<void>,
) => Promise<void> | void

function begin(reply: ServerResponse) {
  if (!reply.headersSent) reply.writeHead(200, { 'content-type': 'text/event-stream' })
  reply.flushHeaders()
}
const sendChunk = (reply: ServerResponse, chunk: unknown) =>
  reply.write(`data: ${JSON.stringify(chunk)}\r\n\r\n`)

function pieces(reply: ServerResponse, texts: string[], finishReason = 'STOP') {
  begin(reply)
  for (const text of texts) sendChunk(reply, candidate(text))
  sendChunk(reply, candidate('', finishReason))
  reply.end()
}

function refuse(code: number, status: string, message: string, details: unknown[] = []): Play {
  return (reply) => {
    const error = { code, message, status, ...(details.length > 0 && { details }) }
    reply.writeHead(code, { 'content-type': 'application/json; charset=UTF-8' })
    reply.end(JSON.stringify({ error }))
  }
}

const garden = ['The garden ', 'is open ', 'to every tenant.']

/** Ways of answering, chosen by `play:name` in the question. */
const plays: Record<string, Play> = {
  right: (reply) => pieces(reply, garden),
  /** Slowly: the first piece after a while, the others one by one. */
  async slow(reply) {
    begin(reply)
    await after(1500)
    for (const text of garden) {
      sendChunk(reply, candidate(text))
      await after(500)
    }
    pieces(reply, [])
  },
  /** The first piece, and the rest once it is released. */
  async held(reply, _asked, held) {
    begin(reply)
    sendChunk(reply, candidate('The garden '))
    await held
    pieces(reply, ['is open.'])
  },
  silent: () => {},
  async stalls(reply) {
    begin(reply)
    sendChunk(reply, candidate('The garden '))
  },
  markdown: (reply) =>
    pieces(reply, ['## Ga', 'rden\n* **Open', '** to `all`\n', '* 2 * 3 = *6* \u202eevil\u0000']),
  html: (reply) => pieces(reply, ['<img src=x onerror="alert(1)"><script>alert(2)</script>']),
  async endless(reply) {
    begin(reply)
    while (!reply.destroyed) {
      sendChunk(reply, candidate('more and more '.repeat(20)))
      await after(1)
    }
  },
  /** One event that never ends. */
  async flood(reply) {
    begin(reply)
    reply.write('data: {"candidates": [{"content": {"parts": [{"text": "')
    while (!reply.destroyed) {
      reply.write('x'.repeat(65_536))
      await after(1)
    }
  },
  broken(reply) {
    begin(reply)
    reply.end('data: {"candidates": [{"content": \r\n\r\n')
  },
  /** Sends the caller to another host name, where the answer would be right. */
  elsewhere(reply, { url }) {
    if (url.includes('/elsewhere:')) return pieces(reply, garden)
    const path = '/v1beta/models/elsewhere:streamGenerateContent?alt=sse'
    const location = `http://localhost:${reply.socket?.localPort}${path}`
    reply.writeHead(307, { location }).end()
  },
  web_page: (reply) =>
    void reply.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Sign in to the wifi</h1>'),
  async cut(reply) {
    begin(reply)
    sendChunk(reply, candidate('The garden '))
    await after(50)
    reply.destroy()
  },
  /** Ends normally but without a finish reason. */
  unfinished(reply) {
    begin(reply)
    sendChunk(reply, candidate('The garden '))
    reply.end()
  },
  empty(reply) {
    begin(reply)
    sendChunk(reply, { candidates: [], usageMetadata: {} })
    reply.end()
  },
  odd(reply) {
    begin(reply)
    sendChunk(reply, {
      candidates: [{ content: { parts: [{ text: 7 }, null, { thought: true }] } }],
    })
    reply.end()
  },
  safety: (reply) => pieces(reply, [], 'SAFETY'),
  safety_late: (reply) => pieces(reply, ['The garden '], 'SAFETY'),
  blocked(reply) {
    begin(reply)
    sendChunk(reply, { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' } })
    reply.end()
  },
  async error_late(reply) {
    begin(reply)
    sendChunk(reply, candidate('The garden '))
    await after(50)
    const error = { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' }
    reply.end(JSON.stringify({ error }))
  },
  echo: (reply, { instruction }) => pieces(reply, [instruction]),
  down: refuse(500, 'INTERNAL', 'An internal error has occurred.'),
  overloaded: refuse(503, 'UNAVAILABLE', 'The model is overloaded. Please try again later.'),
  quota: refuse(429, 'RESOURCE_EXHAUSTED', 'You exceeded your current quota.', [
    { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '34s' },
  ]),
  bad_key: refuse(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
    { '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' },
  ]),
}

async function read(request: IncomingMessage): Promise<QueryOutcome> {
  let body = ''
  for await (const chunk of request.setEncoding('utf8')) body += chunk
  const { contents, systemInstruction } = JSON.parse(body)
  return {
    url: request.url ?? '',
    key: request.headers['x-goog-api-key']?.toString(),
    body,
    instruction: systemInstruction?.parts?.[0]?.text ?? '',
    contents,
  }
}

/** A fake language model with Gemini's wire format; the question selects how it answers. */
export async function startFakeGemini(port = 0): Promise<FakeGemini> {
  const requests: QueryOutcome[] = []
  let release = () => {}
  let held = Promise.resolve()
  const hold = () => {
    held = new Promise((resolve) => {
      release = resolve
    })
  }
  hold()
  let onHangUp: () => void = () => {}

  const server = createServer(async (request, reply) => {
    reply.once('close', () => {
      if (!reply.writableEnded) onHangUp()
    })
    const one = await read(request)
    requests.push(one)
    const isCall = /^\/v1beta\/models\/[\w.-]+:streamGenerateContent\?alt=sse$/.test(one.url)
    const question =
      one.contents
        .at(-1)
        ?.parts.map(({ text }) => text)
        .join('') ?? ''
    const name = /\bplay:(\w+)/.exec(question)?.[1] ?? 'right'
    const play = plays[name]
    if (request.method !== 'POST' || !isCall || !play) {
      return refuse(404, 'NOT_FOUND', 'There is no such model.')(reply, one, held)
    }
    if (one.key !== key) return plays.bad_key?.(reply, one, held)
    await play(reply, one, held)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : port}`
  return {
    url,
    settings: { GEMINI_BASE_URL: url, GEMINI_API_KEY: key },
    requests,
    release() {
      release()
      hold()
    },
    hungUp: () =>
      new Promise((resolve) => {
        onHangUp = resolve
      }),
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
