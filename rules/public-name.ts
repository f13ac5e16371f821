import { realAddress } from './email.ts'
import { isVisible } from './visible.ts'

/** No e-mail account can exist under it, so that a public name reveals no real address. */
export const PUBLIC_DOMAIN = '@bweni.invalid'

/** A phone or ID number in any spelling: never part of a public name. */
const longNumber = /\p{Nd}(?:[^\p{L}\p{Nd}]*\p{Nd}){6,}/u

interface Author {
  email: string
  first_name: string
  last_name: string
}

/** `firstname.lastname`: lower-case letters and digits of any script. */
const fromNames = ({ first_name, last_name }: Author) =>
  [first_name, last_name]
    .map((name) => name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}-]+/gu, '.'))
    .join('.')
    .replace(/\.{2,}/g, '.')
    .replace(/^\.|\.$/g, '')

/**
 * The identifier of a comment's author, in the form of an e-mail address: the local part of the real
 * address, or else the name. Never a long number, a `+tag` or a real domain.
 */
export function publicName(author: Author): string {
  const [local = ''] = author.email.split('@')
  const [name = ''] = local.split('+')
  const localPart = realAddress(author.email) === null || longNumber.test(local) ? '' : name.trim()
  return ([localPart, fromNames(author)].find(isVisible) ?? 'member') + PUBLIC_DOMAIN
}
