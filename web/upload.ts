import type { CallInput, Endpoint, Received } from '#contract/endpoint.ts'
import { noResponse, prepareRequest, readError, readReply } from './api.ts'

export interface UploadProgress {
  sent: number
  total: number
}

/** The connection counts as lost after this long without progress. */
const STALL_TIMEOUT_MS = 60_000

/**
 * Calls an endpoint with a large form and reports the progress.
 * @throws {ApiError} as `call` does; status 0 also when it is aborted
 */
export async function upload<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  onProgress: (progress: UploadProgress) => void,
  signal: AbortSignal,
): Promise<Received<E>> {
  const { method, path, headers, body } = prepareRequest(endpoint, input)
  const response = await new Promise<Response>((resolve, reject) => {
    // fetch does not report how much of a body has been sent.
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout> | undefined
    const onActivity = () => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), STALL_TIMEOUT_MS)
    }
    request.open(method, `/api${path}`)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => {
      onActivity()
      onProgress({ sent: loaded, total })
    }
    request.onload = () =>
      resolve(new Response(request.responseText || null, { status: request.status }))
    request.onerror = request.onabort = () => void noResponse(body).then(reject)
    request.onloadend = () => clearTimeout(timer)
    signal.addEventListener('abort', () => request.abort(), { once: true })
    onActivity()
    request.send(body)
  })
  if (!response.ok) throw await readError(response)
  return readReply<E>(response)
}
