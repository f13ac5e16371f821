import { isVisible } from './visible.ts'

/** Where nobody has an e-mail account: a public name must not give a real address away. */
export const public_domain = '@bweni.invalid'

const placeholder = /@[^@]*\.invalid$/i
/** A phone or ID number in any spelling, which is no part of a public name. */
const long_number = /\p{Nd}(?:[^\p{L}\p{Nd}]*\p{Nd}){6,}/u

interface Person {
  email: string
  first_name: string
  last_name: string
}

/** `firstname.lastname`, in small letters and digits of any script. */
const fromNames = ({ first_name, last_name }: Person) =>
  [first_name, last_name]
    .map((name) => name.toLowerCase().replace(/[^\p{L}\p{M}\p{N}-]+/gu, '.'))
    .join('.')
    .replace(/\.{2,}/g, '.')
    .replace(/^\.|\.$/g, '')

/**
 * The author's identifier that the spec shows beside a comment, looking like an e-mail address: what
 * stands before the @ of a real one, or else the name. Never a long number, a `+tag` or a real domain.
 */
export function publicName(person: Person): string {
  const [local = ''] = person.email.split('@')
  const [name = ''] = local.split('+')
  const mine = placeholder.test(person.email) || long_number.test(local) ? '' : name.trim()
  return ([mine, fromNames(person)].find(isVisible) ?? 'member') + public_domain
}
