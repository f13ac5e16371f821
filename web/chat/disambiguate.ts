import type { Conversation } from '#contract/chat.ts'
import { displayName, stripDirectionMarks } from '#rules/visible.ts'

type Person = Conversation['person']

const normalisedName = ({ first_name, last_name }: Person) =>
  stripDirectionMarks(`${first_name} ${last_name}`).replace(/\s+/g, ' ').trim().toLowerCase()

const shortIdentifier = ({ identifier }: Person) =>
  displayName(stripDirectionMarks(identifier.split('@')[0] ?? ''))

/**
 * The text shown next to a name that several of the user's contacts share: the identifier, plus the user id
 * if even that is the same. Null for a name that is unique.
 */
export function disambiguate(person: Person, conversations: Conversation[] = []): string | null {
  const sameName = conversations
    .map((one) => one.person)
    .filter((one) => one.id !== person.id && normalisedName(one) === normalisedName(person))
  if (sameName.length === 0) return null
  const identifier = shortIdentifier(person)
  const isShared = sameName.some((one) => shortIdentifier(one) === identifier)
  return isShared ? `${identifier} ${person.id}` : identifier
}
