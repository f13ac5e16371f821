import { refreshToken } from '#contract/auth.ts'
import {
  type AnyInput,
  type CallInput,
  type Endpoint,
  type Received,
  requestOf,
} from '#contract/endpoint.ts'
import { type ErrorBody, errorBody } from '#contract/error.ts'
import { nextBefore, type RowsAndNext } from '#contract/page.ts'
import { earlyRefresh, refresh_lock } from './early-refresh.ts'

/** What the API, or the network on the way to it, answered instead of a reply. */
export class ApiError extends Error {
  override name = 'ApiError'
  /** 0 when nothing came back at all. */
  readonly status: number
  readonly code: string
  readonly fields: Record<string, string>
  readonly body: ErrorBody | null
  /** How long the server asks to wait; 0 when it does not say. */
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

/** It is not there, or not for whoever asked: the same to them. */
export const isMissing = (error: unknown): boolean =>
  error instanceof ApiError && [400, 404].includes(error.status)

/** Kept in memory only: a stolen script finds nothing in storage (design 9). */
let accessToken: string | null = null
let csrfToken: string | null = null

let tokenChanged = () => {}

/** Who is told of every new access token, and when there is none any more. */
export function onAccessToken(listener: () => void) {
  tokenChanged = listener
}

export function setAccessToken(token: string | null) {
  accessToken = token
  tokenChanged()
}

/** What is sent, as `fetch` and an upload with progress take it. */
export function prepared(endpoint: Endpoint, input: AnyInput) {
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

async function send(endpoint: Endpoint, input: AnyInput, signal?: AbortSignal) {
  const { method, path, headers, body } = prepared(endpoint, input)
  let response: Response
  try {
    response = await fetch(`/api${path}`, { method, headers, body, credentials: 'include', signal })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new ApiError(0, null)
  }
  return heard(response)
}

function heard(response: Response) {
  csrfToken = response.headers.get('x-csrftoken') ?? csrfToken
  return response
}

/** What a refusal says. */
export async function failure(response: Response): Promise<ApiError> {
  const body = errorBody.safeParse(await response.json().catch(() => null))
  const wait = Number(response.headers.get('retry-after')) || 0
  return new ApiError(response.status, body.success ? body.data : null, wait)
}

const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 401 || error.status === 403)

type Loss = 'over' | 'another_person'
let sessionLost: (why: Loss) => void = () => {}

/** Who is told when the server ends the session, or when another tab has signed in somebody else. */
export function onSessionLost(listener: (why: Loss) => void) {
  sessionLost = listener
}

/** Whose a token is. Nothing is decided by it but whether this page still shows the right person. */
const subjectOf = (token: string): string => {
  const [, claims = ''] = token.split('.')
  return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))).sub
}

/** Whether a token was somebody else's than the one at hand is. */
const isAnother = (before: string | null) =>
  before !== null && accessToken !== null && subjectOf(before) !== subjectOf(accessToken)

let refreshing: Promise<void> | null = null

/**
 * Gets a new access token; tabs take turns, so that one rotation never overtakes another.
 * @throws {ApiError} 401 or 403 when the session is over; anything else says nothing about it
 */
export function refresh(): Promise<void> {
  // Not within the lock, which it holds itself.
  const early = earlyRefresh()
  const once = async () => {
    const response = heard((await early) ?? (await send(refreshToken, {})))
    if (!response.ok) throw await failure(response)
    const { access } = refreshToken.reply.parse(await response.json())
    const before = accessToken
    setAccessToken(access)
    if (isAnother(before)) sessionLost('another_person')
  }
  const inTurn = () => navigator.locks?.request(refresh_lock, once) ?? once()
  refreshing ??= inTurn()
    .catch((error: unknown) => {
      if (isRefusal(error)) sessionLost('over')
      throw error
    })
    .finally(() => {
      refreshing = null
    })
  return refreshing
}

/** The access token for the socket's handshake; null when signed out. */
export const currentAccessToken = (): string | null => accessToken

/** The good answer to a call; a member's call answered 401 or 403 is tried once more after a refresh. */
async function answerTo(endpoint: Endpoint, input: AnyInput, signal?: AbortSignal) {
  let response = await send(endpoint, input, signal)
  if (endpoint.who !== 'anyone' && (response.status === 401 || response.status === 403)) {
    const refused = await failure(response)
    const asked = accessToken
    await refresh().catch((error: unknown) => {
      throw isRefusal(error) ? refused : error
    })
    // Another tab has signed in somebody else: what this person asked is not said in their name.
    if (isAnother(asked)) throw refused
    response = await send(endpoint, input, signal)
  }
  if (!response.ok) throw await failure(response)
  return response
}

/** The reply of a good answer. */
export const received = async <E extends Endpoint>(endpoint: E, response: Response) =>
  (endpoint.reply ? endpoint.reply.parse(await response.json()) : undefined) as Received<E>

/**
 * Calls an endpoint of the contract.
 * @throws {ApiError} for every refusal, and for no answer at all (status 0)
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  signal?: AbortSignal,
): Promise<Received<E>> {
  return received(endpoint, await answerTo(endpoint, input, signal))
}

/** The same for a list without an end, with the `before` that asks for the next page; null at its end. */
export async function callPage<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  signal?: AbortSignal,
): Promise<RowsAndNext<E>> {
  const response = await answerTo(endpoint, input, signal)
  const rows = await received(endpoint, response)
  return { rows, before: nextBefore(response.headers.get('link')) }
}

/** The file that an endpoint answers with. */
export async function download<E extends Endpoint & { file: string }>(
  endpoint: E,
  input: CallInput<E>,
): Promise<Blob> {
  const response = await answerTo(endpoint, input)
  return response.blob().catch(() => {
    throw new ApiError(0, null)
  })
}

/** The query options of an endpoint, for TanStack Query. */
export function query<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  return {
    queryKey: [endpoint.path, input] as const,
    queryFn: ({ signal }: { signal: AbortSignal }) => call(endpoint, input, signal),
  }
}
