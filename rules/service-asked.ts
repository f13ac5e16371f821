import { anyOf, phrased } from './phrases.ts'

const before = anyOf([
  '^(?:is there|are there|do you have|do you offer|have you got|tell me about|what about|how about|how much is|how much does|what is|where is|what does|price of|bei ya|kuna|when (?:is|are|will|does|do)|is|are)',
])
const small = /^(?:(?:a|an|any|the|your|some) )+/
const after =
  /(?: ?(?:services?|costs?|prices?|available|here|please|there|wash|start|begin|coming|come|ready|be))+$/

/** The service whose name, or a long word of it, is all that a message asks for. */
export function serviceAsked<Service extends { name: string }>(
  message: string,
  services: Service[],
): Service | null {
  const said = phrased(message)
  const asked = said.replace(before, '').trim().replace(small, '').replace(after, '').trim()
  const named = (name: string) => {
    const words = phrased(name)
    return asked === words || words.split(' ').some((word) => word.length > 3 && word === asked)
  }
  return asked === '' ? null : (services.find(({ name }) => named(name)) ?? null)
}
