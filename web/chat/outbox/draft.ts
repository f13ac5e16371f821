import { typedKey } from '../../session.ts'
import type { Where } from '../history.ts'

const keyOf = (user: number, { post, person }: Where) =>
  `${typedKey}draft.${user}.${post}.${person}`

/** What was typed in a conversation and not sent yet, in this tab. */
export const readDraft = (user: number, where: Where): string =>
  sessionStorage.getItem(keyOf(user, where)) ?? ''

export function keepDraft(user: number, where: Where, text: string) {
  try {
    if (text === '') sessionStorage.removeItem(keyOf(user, where))
    else sessionStorage.setItem(keyOf(user, where), text)
  } catch {
    // No room: it lives as long as the page.
  }
}
