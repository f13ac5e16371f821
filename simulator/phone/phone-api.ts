import { type CallInput, type Endpoint, type Received, requestOf } from '#contract/endpoint.ts'
import { errorBody } from '#contract/error.ts'
import { ApiError } from '../../web/api.ts'

/** Real M-Pesa is at work here: something else answers where the pretend one would. */
export class NoPretendMpesa extends Error {
  override name = 'NoPretendMpesa'
}

const saysJson = (response: Response) =>
  response.headers.get('content-type')?.includes('application/json') ?? false

/**
 * Calls the pretend M-Pesa, which knows no sessions and is not below /api.
 * @throws {ApiError} for every answer that is not the reply, and for no answer at all (status 0)
 * @throws {NoPretendMpesa} in production
 */
export async function callPhone<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  signal?: AbortSignal,
): Promise<Received<E>> {
  const { method, path, body } = requestOf(endpoint, input)
  const response = await fetch(path, {
    method,
    headers: body === undefined ? undefined : { 'content-type': 'application/json' },
    body,
    signal,
  }).catch((error) => {
    throw signal?.aborted ? error : new ApiError(0, null)
  })
  if (response.ok && saysJson(response))
    return endpoint.reply?.parse(await response.json()) as Received<E>
  if (endpoint.method === 'GET' && (response.ok || response.status === 404))
    throw new NoPretendMpesa()
  const failure = errorBody.safeParse(await response.json().catch(() => null))
  throw new ApiError(response.status, failure.success ? failure.data : null)
}
