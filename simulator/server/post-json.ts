import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'

export interface Answer {
  status: number
  body: string
}

const most_of_an_answer = 100_000

/**
 * Posts JSON once, over a connection of its own: one kept open from before a restart of the
 * receiver would swallow the only delivery.
 */
export function postJson(
  url: string,
  body: object,
  options: {
    headers?: Record<string, string>
    signal: AbortSignal
    /** The address of our own that it comes from. */
    from?: string
  },
): Promise<Answer> {
  const bytes = Buffer.from(JSON.stringify(body))
  const send = url.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const outgoing = send(url, {
      method: 'POST',
      agent: false,
      signal: options.signal,
      ...(options.from && { localAddress: options.from, family: 4 }),
      headers: {
        'Content-Type': 'application/json;charset=UTF-8',
        'Content-Length': bytes.length,
        ...options.headers,
      },
    })
    outgoing.on('error', reject)
    outgoing.on('response', (incoming) => {
      let text = ''
      incoming.setEncoding('utf8')
      incoming.on('error', reject)
      incoming.on('data', (part: string) => {
        text += part
        if (text.length > most_of_an_answer) incoming.destroy(new Error('The answer is too long.'))
      })
      incoming.on('end', () => resolve({ status: incoming.statusCode ?? 0, body: text }))
    })
    outgoing.end(bytes)
  })
}
