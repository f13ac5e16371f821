import { keepTyped, readTyped } from '../../typed-store.ts'
import type { Where } from '../history.ts'

const keyOf = (user: number, { post, person }: Where) => `draft.${user}.${post}.${person}`

/** What was typed in a conversation and not sent yet, in this tab. */
export function readDraft(user: number, where: Where): string {
  const { text } = readTyped(keyOf(user, where)) ?? {}
  return typeof text === 'string' ? text : ''
}

export const keepDraft = (user: number, where: Where, text: string) =>
  keepTyped(keyOf(user, where), text === '' ? null : { text })
