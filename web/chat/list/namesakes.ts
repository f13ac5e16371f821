import type { Conversation } from '#contract/chat.ts'
import { displayName, stripDirectionMarks } from '#rules/visible.ts'

type Person = Conversation['person']

const nameOf = ({ first_name, last_name }: Person) =>
  stripDirectionMarks(`${first_name} ${last_name}`).replace(/\s+/g, ' ').trim().toLowerCase()

const identifierOf = ({ identifier }: Person) =>
  displayName(stripDirectionMarks(identifier.split('@')[0] ?? ''))

/**
 * What tells somebody from others of the same name in one's chats: their identifier, with their number
 * where even that is shared. Null where nobody else has the name.
 */
export function toldApart(person: Person, conversations: Conversation[] = []): string | null {
  const namesakes = conversations
    .map((one) => one.person)
    .filter((one) => one.id !== person.id && nameOf(one) === nameOf(person))
  if (namesakes.length === 0) return null
  const identifier = identifierOf(person)
  const shared = namesakes.some((one) => identifierOf(one) === identifier)
  return shared ? `${identifier} ${person.id}` : identifier
}
