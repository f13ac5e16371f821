import { useSyncExternalStore } from 'react'
import type { ConversationKey } from '#contract/chat.ts'
import { ApiError } from '../api.ts'
import { DRAFT_KEY_PREFIX } from '../early-refresh.ts'
import { local } from '../storage.ts'
import { draftStore } from '../ui/draft.ts'
import { unsentKeyPrefix } from './first-load.ts'

/**
 * A message that the server has not acknowledged. It is stored in the browser until it is acknowledged or its
 * author deletes it.
 */
export interface UnsentMessage {
  client_id: string
  post: number
  person: number
  text: string
  /** The order of the messages; later ones have larger numbers. */
  sequence: number
  state: 'waiting' | 'refused'
  /** Why it is delayed or was refused. */
  reason: string | null
}

export const WAITING_FOR_NETWORK = 'waiting for network'

/** The next step for a message that could not be sent. */
export type SendFailure =
  | { kind: 'retry'; waitMs: number | null; reason: string }
  | { kind: 'refused'; reason: string }

/** No network, an unavailable server, or a session that is being renewed. */
const isTemporary = (status: number) => status === 0 || status >= 500 || [401, 408].includes(status)

export function classifyFailure(error: unknown): SendFailure {
  if (!(error instanceof ApiError) || isTemporary(error.status)) {
    return { kind: 'retry', waitMs: null, reason: WAITING_FOR_NETWORK }
  }
  if (error.status === 429) {
    return { kind: 'retry', waitMs: error.retry_after_s * 1000, reason: error.message }
  }
  return { kind: 'refused', reason: error.message }
}

const RETRY_DELAYS_MS = [2_000, 4_000, 8_000]
const MAX_RETRY_DELAY_MS = 15_000

/** @param attempts the number of failures in a row */
export const retryDelayMs = (attempts: number): number =>
  RETRY_DELAYS_MS[attempts - 1] ?? MAX_RETRY_DELAY_MS

/** A refused message does not block later ones. */
export const nextToSend = (unsent: UnsentMessage[]): UnsentMessage | undefined =>
  unsent.find(({ state }) => state === 'waiting')

/** Uses the names `turn` and `words`, under which browsers have already stored messages. */
const toStored = ({ sequence: turn, reason: words, ...unsent }: UnsentMessage) =>
  JSON.stringify({ ...unsent, turn, words })

/** Null for a stored value that is not an unsent message. */
export function parseUnsent(json: string | null): UnsentMessage | null {
  try {
    const { client_id, post, person, text, turn, state, words } = JSON.parse(json ?? '')
    const hasNumbers = [post, person, turn].every(Number.isFinite)
    if (!hasNumbers || typeof client_id !== 'string' || typeof text !== 'string') return null
    return {
      client_id,
      post,
      person,
      text,
      sequence: turn,
      state: state === 'refused' ? 'refused' : 'waiting',
      reason: typeof words === 'string' ? words : null,
    }
  } catch {
    return null
  }
}

/** One key per message, so that tabs never overwrite each other's messages. */
const keyOf = (user: number, client_id: string) => unsentKeyPrefix(user) + client_id

const cached = new Map<number, UnsentMessage[]>()
const listeners = new Set<() => void>()

function notify() {
  cached.clear()
  for (const listener of listeners) listener()
}

/** All unsent messages of a user, oldest first. */
export function listUnsent(user: number): UnsentMessage[] {
  const known = cached.get(user)
  if (known) return known
  const prefix = unsentKeyPrefix(user)
  const all = local
    .keys()
    .filter((key) => key.startsWith(prefix))
    .flatMap((key) => parseUnsent(local.get(key)) ?? [])
    .sort((one, other) => one.sequence - other.sequence)
  cached.set(user, all)
  return all
}

/** The `sequence` of a new message; not simply the time, because clocks may stand still or go back. */
export const nextSequence = (user: number): number =>
  Math.max(Date.now(), (listUnsent(user).at(-1)?.sequence ?? 0) + 1)

export function saveUnsent(user: number, unsent: UnsentMessage) {
  local.set(keyOf(user, unsent.client_id), toStored(unsent))
  notify()
}

export function deleteUnsent(user: number, client_id: string) {
  local.remove(keyOf(user, client_id))
  notify()
}

const onStorage = ({ key }: StorageEvent) => {
  if (key === null || key.startsWith(DRAFT_KEY_PREFIX)) notify()
}

/** Calls the listener at every change, in other tabs too. */
export function onOutboxChange(listener: () => void): () => void {
  if (listeners.size === 0) {
    cached.clear()
    addEventListener('storage', onStorage)
  }
  // A separate function, in case the same listener is added twice.
  const entry = () => listener()
  listeners.add(entry)
  return () => {
    listeners.delete(entry)
    if (listeners.size === 0) removeEventListener('storage', onStorage)
  }
}

const none: UnsentMessage[] = []

export const useUnsentMessages = (user: number): UnsentMessage[] =>
  useSyncExternalStore(
    onOutboxChange,
    () => listUnsent(user),
    () => none,
  )

/** The draft of a conversation, in this tab. */
export const messageDraft = (user: number, { post, person }: ConversationKey) =>
  draftStore(`draft.${user}.${post}.${person}`, ({ text }) =>
    typeof text === 'string' ? { text } : null,
  )
