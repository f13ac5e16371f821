import type { Conversation } from '#contract/chat.ts'
import { displayName, stripDirectionMarks } from '#rules/visible.ts'

type Person = Conversation['person']

const normalisedName = ({ first_name, last_name }: Person) =>
  stripDirectionMarks(`${first_name} ${last_name}`).replace(/\s+/g, ' ').trim().toLowerCase()

const shortIdentifier = ({ identifier }: Person) =>
  displayName(stripDirectionMarks(identifier.split('@')[0] ?? ''))

/**
 * What is shown beside a name that others among the user's conversations have too: the identifier, with the
 * user id where even that is the same. Null where nobody else has the name.
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
