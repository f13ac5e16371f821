/** Where nobody has an e-mail account: a public name must not give a real address away. */
export const public_domain = '@bweni.invalid'

const placeholder = /@[^@]*\.invalid$/i
/** Somebody's phone in any spelling, which is nobody's public name. */
const phoneLike = /^\W*\d(\W*\d){6,}\W*$/

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
 * stands before the @ of a real one, or else the name. Never a phone number, never a real domain.
 */
export function publicName(person: Person): string {
  const [local = ''] = person.email.split('@')
  const mine = placeholder.test(person.email) || phoneLike.test(local) ? '' : local.trim()
  return (mine || fromNames(person) || 'member') + public_domain
}
