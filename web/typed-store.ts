import { typedKey } from './session.ts'

/** What was typed and not sent in this tab; it survives a reload, not signing out. */
export function readTyped(key: string): Record<string, unknown> | null {
  try {
    return JSON.parse(sessionStorage.getItem(typedKey + key) ?? 'null')
  } catch {
    return null
  }
}

/** Null forgets it. A browser may refuse to keep anything; then it is only on the screen. */
export function keepTyped(key: string, typed: object | null) {
  try {
    if (typed) sessionStorage.setItem(typedKey + key, JSON.stringify(typed))
    else sessionStorage.removeItem(typedKey + key)
  } catch {}
}
