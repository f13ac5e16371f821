import { refreshToken } from '#contract/auth.ts'
import { type CallInput, type Endpoint, pathOf, type Received } from '#contract/endpoint.ts'
import { type ErrorBody, errorBody } from '#contract/error.ts'

/** What the API, or the network on the way to it, answered instead of a reply. */
export class ApiError extends Error {
  override name = 'ApiError'
  /** 0 when nothing came back at all. */
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>
  readonly body: ErrorBody | null

  constructor(status: number, body: ErrorBody | null) {
    super(
      body?.message ??
        (status === 0
          ? 'No network. Please check your connection and try again.'
          : 'Something went wrong. Please try again.'),
    )
    this.status = status
    this.code = body?.code ?? (status === 0 ? 'no_network' : 'unknown')
    this.fields = body?.fields ?? {}
    this.body = body
  }
}

/** Kept in memory only: a stolen script finds nothing in storage (design 9). */
let accessToken: string | null = null
let csrfToken: string | null = null

export function setAccessToken(token: string | null) {
  accessToken = token
}

interface AnyInput {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

async function send(endpoint: Endpoint, input: AnyInput, signal?: AbortSignal) {
  const query = new URLSearchParams((input.query ?? {}) as Record<string, string>)
  const search = query.size > 0 ? `?${query}` : ''
  const headers: Record<string, string> = {}
  if (accessToken) headers.authorization = `Bearer ${accessToken}`
  if (csrfToken) headers['x-csrftoken'] = csrfToken
  if (input.body !== undefined) headers['content-type'] = 'application/json'
  let response: Response
  try {
    response = await fetch(`/api${pathOf(endpoint.path, input.params)}${search}`, {
      method: endpoint.method,
      headers,
      body: input.body === undefined ? undefined : JSON.stringify(input.body),
      credentials: 'include',
      signal,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, null)
  }
  csrfToken = response.headers.get('x-csrftoken') ?? csrfToken
  return response
}

async function failure(response: Response): Promise<ApiError> {
  const body = errorBody.safeParse(await response.json().catch(() => null))
  return new ApiError(response.status, body.success ? body.data : null)
}

let refreshing: Promise<void> | null = null

/** Gets a new access token; tabs take turns, so that one rotation never overtakes another. */
export function refresh(): Promise<void> {
  const once = async () => {
    const response = await send(refreshToken, {})
    if (!response.ok) throw await failure(response)
    accessToken = refreshToken.reply.parse(await response.json()).access
  }
  const inTurn = () => navigator.locks?.request('bweni-refresh', once) ?? once()
  refreshing ??= inTurn().finally(() => {
    refreshing = null
  })
  return refreshing
}

/** The access token for the socket's handshake; null when signed out. */
export const currentAccessToken = (): string | null => accessToken

/**
 * Calls an endpoint of the contract. A member's call answered 401 or 403 is tried once more after a refresh.
 * @throws {ApiError} for every answer that is not the reply, and for no answer at all (status 0)
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  signal?: AbortSignal,
): Promise<Received<E>> {
  let response = await send(endpoint, input, signal)
  if (endpoint.who !== 'anyone' && (response.status === 401 || response.status === 403)) {
    const refused = await failure(response)
    await refresh().catch(() => {
      throw refused
    })
    response = await send(endpoint, input, signal)
  }
  if (!response.ok) throw await failure(response)
  return (endpoint.reply ? endpoint.reply.parse(await response.json()) : undefined) as Received<E>
}

/** The query options of an endpoint, for TanStack Query. */
export function query<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  return {
    queryKey: [endpoint.path, input] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, input, signal),
  }
}
