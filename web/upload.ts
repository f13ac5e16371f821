import type { CallInput, Endpoint, Received } from '#contract/endpoint.ts'
import { ApiError, failure, prepared, received } from './api.ts'

/** Of a form on its way, in bytes. */
export interface Progress {
  sent: number
  total: number
}

/** So long nothing moves before the network counts as lost. */
const most_silence_ms = 60_000

/**
 * Calls an endpoint with a form that may take a while, and tells how far it is.
 * @throws {ApiError} as `call` does; status 0 also when it is stopped
 */
export async function upload<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Received<E>> {
  const { method, path, headers, body } = prepared(endpoint, input)
  const response = await new Promise<Response>((resolve, reject) => {
    // fetch cannot tell how much of a body has been sent.
    const request = new XMLHttpRequest()
    let silence: ReturnType<typeof setTimeout> | undefined
    const moved = () => {
      clearTimeout(silence)
      silence = setTimeout(() => request.abort(), most_silence_ms)
    }
    request.open(method, `/api${path}`)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => {
      moved()
      onProgress({ sent: loaded, total })
    }
    request.onload = () =>
      resolve(new Response(request.responseText || null, { status: request.status }))
    request.onerror = request.onabort = () => reject(new ApiError(0, null))
    request.onloadend = () => clearTimeout(silence)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    moved()
    request.send(body)
  })
  if (!response.ok) throw await failure(response)
  return received(endpoint, response)
}
