import { placeholderSuffix } from '#contract/auth.ts'
import { toMsisdn } from '#rules/phone.ts'

/** How a typed username is kept: a phone in any spelling as 254…, an e-mail address in small letters. */
export function loginKey(typed: string): string {
  const text = typed.trim().toLowerCase()
  const bare = text.endsWith(placeholderSuffix) ? text.slice(0, -placeholderSuffix.length) : text
  return toMsisdn(bare) ?? bare
}
