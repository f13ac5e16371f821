import { ApiError } from '../../api.ts'

/** A message on its way, kept until the server has acknowledged it or its writer gives it up. */
export interface Unsent {
  client_id: string
  post: number
  person: number
  text: string
  /** Its place among the others; grows. */
  turn: number
  state: 'waiting' | 'refused'
  /** What there is to say about it: why it waits, or why it was refused. */
  words: string | null
}

/** What becomes of a message that could not be handed over. */
export type Setback =
  | { kind: 'later'; wait_ms: number | null; words: string }
  | { kind: 'refused'; words: string }

export const waiting_words = 'waiting for network'

/** What passes by itself: no network, a server that is busy, a session that is being renewed. */
const passing = (status: number) => status === 0 || status >= 500 || [401, 408].includes(status)

export function setbackOf(error: unknown): Setback {
  if (!(error instanceof ApiError) || passing(error.status)) {
    return { kind: 'later', wait_ms: null, words: waiting_words }
  }
  if (error.status === 429) {
    return { kind: 'later', wait_ms: error.retry_after_s * 1000, words: error.message }
  }
  return { kind: 'refused', words: error.message }
}

const waits_ms = [2_000, 4_000, 8_000]

/** How long to wait after so many tries in a row that came to nothing. */
export const patience = (tries: number): number => waits_ms[tries - 1] ?? 15_000

/** Refused ones stand aside: what was written after them goes on its way. */
export const nextOf = (all: Unsent[]): Unsent | undefined =>
  all.find(({ state }) => state === 'waiting')

/** Only what one of these messages looks like; anything else in the storage is left alone. */
export function readUnsent(json: string | null): Unsent | null {
  try {
    const { client_id, post, person, text, turn, state, words } = JSON.parse(json ?? '')
    const whole = [post, person, turn].every(Number.isFinite)
    if (!whole || typeof client_id !== 'string' || typeof text !== 'string') return null
    return {
      ...{ client_id, post, person, text, turn },
      state: state === 'refused' ? 'refused' : 'waiting',
      words: typeof words === 'string' ? words : null,
    }
  } catch {
    return null
  }
}
