import { ApiError } from '../api.ts'

/** Why the residence, or the network, did not take the form. */
export interface Refusal {
  kind: 'error' | 'no_network'
  message: string
  /** What that means for what was typed. */
  more: string
  /** Where to go instead, when the form is the wrong place. */
  way: 'home' | 'login' | null
}

const failed = 'Failed to submit form. Please check your information and try again.'
const kept = 'What you typed is still here.'

interface Known {
  signedIn: boolean
  /** Said at a field already. */
  placed: boolean
}

/** What is said at the top; null when the fields say it all. */
export function refusalOf(error: unknown, { signedIn, placed }: Known): Refusal | null {
  const said = { kind: 'error', message: failed, more: kept, way: null } as const
  if (!(error instanceof ApiError)) return said
  const message = error.code === 'internal' ? failed : error.body?.message || failed
  if (error.code === 'registered' && !signedIn) {
    const known = 'Some of this is registered with us already.'
    return { ...said, message: known, more: 'If it is yours, log in first.', way: 'login' }
  }
  if (placed) return null
  if (error.status === 0) {
    const more = `${kept} Sending it again never books you twice.`
    return { ...said, kind: 'no_network', message: error.message, more }
  }
  if (error.status === 401) {
    return { ...said, message: 'You have been signed out.', way: 'login' }
  }
  return error.code === 'has_room'
    ? { ...said, message, more: '', way: 'home' }
    : { ...said, message }
}
