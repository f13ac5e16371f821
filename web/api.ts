import { refreshToken } from '#contract/auth.ts'
import {
  type AnyInput,
  type CallInput,
  type Endpoint,
  type Received,
  requestOf,
} from '#contract/endpoint.ts'
import { type ErrorBody, parseErrorBody } from '#contract/error.ts'
import { nextBefore, type RowsAndNext } from '#contract/page.ts'
import { REFRESH_LOCK, REFRESH_TIMEOUT_MS, takeEarlyRefresh } from './early-refresh.ts'

/** A refusal of the API, or a failure of the network. */
export class ApiError extends Error {
  override name = 'ApiError'
  /** 0 when there was no response. */
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>
  readonly body: ErrorBody | null
  /** Seconds, from the Retry-After header; 0 when the header is missing. */
  readonly retry_after_s: number

  constructor(status: number, body: ErrorBody | null, retry_after_s = 0) {
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
    this.retry_after_s = retry_after_s
  }
}

/** The thing does not exist, or the user may not see it: the server deliberately does not say which. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && [400, 404].includes(error.status)

/** In memory only, so that an injected script finds no token in storage. */
let accessToken: string | null = null
let csrfToken: string | null = null

let onTokenChange = () => {}

/** Sets the listener that is called with every new access token, and with null when it is removed. */
export function onAccessToken(listener: () => void) {
  onTokenChange = listener
}

/** Without an access token there is no session, and the CSRF token was that session's. */
export function setAccessToken(token: string | null) {
  accessToken = token
  if (token === null) csrfToken = null
  onTokenChange()
}

/** Builds the HTTP request for a call, for `fetch` and for uploads with progress. */
export function prepareRequest(endpoint: Endpoint, input: AnyInput) {
  const { method, path, body: json, form } = requestOf(endpoint, input)
  const headers: Record<string, string> = {}
  if (accessToken) headers.authorization = `Bearer ${accessToken}`
  if (csrfToken) headers['x-csrftoken'] = csrfToken
  if (json !== undefined) headers['content-type'] = 'application/json'
  let body: string | FormData | undefined = json
  if (form) {
    body = new FormData()
    for (const [name, value] of form) body.append(name, value as string | Blob)
  }
  return { method, path, headers, body }
}

const FILE_CHANGED = 'This file has changed since you chose it. Please choose it again.'

/**
 * The error of a request that had no response. A browser sends no file that was changed or deleted since it was chosen, and says
 * no more of that than of a missing network: such a file can't be read.
 */
export async function noResponse(body: string | FormData | undefined): Promise<ApiError> {
  const files =
    body instanceof FormData ? [...body.values()].filter((one) => one instanceof File) : []
  try {
    for (const file of files) await file.slice(0, 1).arrayBuffer()
    return new ApiError(0, null)
  } catch {
    return new ApiError(0, { message: FILE_CHANGED, code: 'file_changed' })
  }
}

async function send(endpoint: Endpoint, input: AnyInput, signal?: AbortSignal) {
  const { method, path, headers, body } = prepareRequest(endpoint, input)
  let response: Response
  try {
    response = await fetch(`/api${path}`, { method, headers, body, credentials: 'include', signal })
  } catch (error) {
    if (signal?.aborted) throw error
    throw await noResponse(body)
  }
  return rememberCsrfToken(response)
}

function rememberCsrfToken(response: Response) {
  csrfToken = response.headers.get('x-csrftoken') ?? csrfToken
  return response
}

/** Reads the error from a response that is not ok. */
export async function readError(response: Response): Promise<ApiError> {
  const body = parseErrorBody(await response.json().catch(() => null))
  const wait = Number(response.headers.get('retry-after')) || 0
  return new ApiError(response.status, body, wait)
}

const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 401 || error.status === 403)

type SessionLossReason = 'ended' | 'other_user'
let sessionLost: (reason: SessionLossReason) => void = () => {}

/**
 * Sets the listener that is called when the server has ended the session, or another tab has signed in another
 * user.
 */
export function onSessionLost(listener: (reason: SessionLossReason) => void) {
  sessionLost = listener
}

interface TokenClaims {
  /** The user's id. */
  sub: string
  session: string
  iat: number
  exp: number
}

/**
 * The claims are not verified: the browser uses them to time refreshes and to notice a change of user, never to
 * decide on access.
 */
export function decodeToken(token: string): TokenClaims {
  const [, claims = ''] = token.split('.')
  return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
}

/** Whether the access token now belongs to another user than the earlier one. */
const isOtherUser = (before: string | null) =>
  before !== null &&
  accessToken !== null &&
  decodeToken(before).sub !== decodeToken(accessToken).sub

let refreshing: Promise<void> | null = null

/**
 * Gets a new access token. Only one tab does so at a time, so that no rotation overtakes another.
 * @throws {ApiError} 401 or 403 when the session has ended; other errors leave that open
 */
export function refresh(): Promise<void> {
  // Called outside the lock, because it acquires the lock itself.
  const early = takeEarlyRefresh()
  const once = async () => {
    const response = rememberCsrfToken(
      (await early) ?? (await send(refreshToken, {}, AbortSignal.timeout(REFRESH_TIMEOUT_MS))),
    )
    if (!response.ok) throw await readError(response)
    const { access } = await readReply<typeof refreshToken>(response)
    const before = accessToken
    setAccessToken(access)
    if (isOtherUser(before)) sessionLost('other_user')
  }
  const locked = () => navigator.locks?.request(REFRESH_LOCK, once) ?? once()
  refreshing ??= locked()
    .catch((error: unknown) => {
      if (isRefusal(error)) sessionLost('ended')
      throw error
    })
    .finally(() => {
      refreshing = null
    })
  return refreshing
}

/** The access token for the socket's handshake; null when signed out. */
export const currentAccessToken = (): string | null => accessToken

/**
 * The response to a call. While the session is being restored, the call waits for its token. After a 401 or 403
 * the token is refreshed and the call repeated once.
 */
async function respond(endpoint: Endpoint, input: AnyInput, signal?: AbortSignal) {
  if (endpoint.who !== 'anyone' && accessToken === null && refreshing) await refreshing
  let response = await send(endpoint, input, signal)
  if (endpoint.who !== 'anyone' && (response.status === 401 || response.status === 403)) {
    const refused = await readError(response)
    const before = accessToken
    await refresh().catch((error: unknown) => {
      throw isRefusal(error) ? refused : error
    })
    // Another tab has signed in another user: do not repeat the call in their name.
    if (isOtherUser(before)) throw refused
    response = await send(endpoint, input, signal)
  }
  if (!response.ok) throw await readError(response)
  return response
}

/** The reply of a successful response; the server built it from the endpoint's schema (docs/decisions/101). */
export async function readReply<E extends Endpoint>(response: Response): Promise<Received<E>> {
  const text = await response.text()
  return JSON.parse(text || 'null')
}

/**
 * Calls an endpoint of the contract.
 * @throws {ApiError} for every refusal, and without a response (status 0)
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  signal?: AbortSignal,
): Promise<Received<E>> {
  return readReply<E>(await respond(endpoint, input, signal))
}

/** Calls a paginated endpoint. */
export async function callPage<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  signal?: AbortSignal,
): Promise<RowsAndNext<E>> {
  const response = await respond(endpoint, input, signal)
  const rows = await readReply<E>(response)
  return { rows, before: nextBefore(response.headers.get('link')) }
}

/** Calls an endpoint that returns a file, which has the name that the server gives it. */
export async function download<E extends Endpoint & { file: string }>(
  endpoint: E,
  input: CallInput<E>,
): Promise<File> {
  const response = await respond(endpoint, input)
  const content = await response.blob().catch(() => {
    throw new ApiError(0, null)
  })
  const disposition = response.headers.get('content-disposition') ?? ''
  const [, name = 'file'] = /filename="([^"]+)"/.exec(disposition) ?? []
  return new File([content], name, { type: content.type })
}

/** The query options of an endpoint, for TanStack Query. */
export function query<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  return {
    queryKey: [endpoint.path, input] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, input, signal),
  }
}
