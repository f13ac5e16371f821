import { type CallInput, type Endpoint, type Received, requestOf } from '#contract/endpoint.ts'
import { parseErrorBody } from '#contract/error.ts'
import { ApiError } from '../../web/api.ts'

/** The server runs without the simulator: it uses the real M-Pesa. */
export class SimulatorAbsent extends Error {
  override name = 'SimulatorAbsent'
}

const isJson = (response: Response) =>
  response.headers.get('content-type')?.includes('application/json') ?? false

/**
 * Calls the simulator, which has no sessions and is not below /api.
 * @throws {ApiError} for every refusal, and with status 0 when there is no reply
 * @throws {SimulatorAbsent} in production
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
  if (response.ok && isJson(response)) return response.json()
  if (endpoint.method === 'GET' && (response.ok || response.status === 404))
    throw new SimulatorAbsent()
  const failure = parseErrorBody(await response.json().catch(() => null))
  throw new ApiError(response.status, failure)
}
