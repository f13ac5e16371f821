import { wordsOf } from './faq.ts'

/** What the assistant tells of a residence. */
export interface Residence {
  name: string
  tagline: string
  email: string
  phone: string
  address: string
  hours: string
}

/** What is said whenever the assistant fails (spec 8). */
export const unavailableSentence = (phone: string): string =>
  `I'm currently unavailable, please call ${phone} to speak to a human.`

/** As one line of words, so that a phrase is found whatever stood between them. */
const phrased = (message: string) => wordsOf(message).join(' ')

export type OwnQuestion = 'balance' | 'account_number' | 'last_payment' | 'room' | 'wifi_code'

/** Questions about oneself, in English and the commonest Swahili; the first that fits. */
const ownQuestions: [OwnQuestion, RegExp][] = [
  [
    'account_number',
    /\bmy (student |rent |paybill |mpesa )?(account|acc) (number|no|num)\b|\b(what|which) account number (do|should|must) i\b|\b(n?ambari ya )?akaunti yangu\b/,
  ],
  [
    'last_payment',
    /\bmy (last|latest|most recent|recent|previous) (rent )?(payment|transaction|receipt)s?\b|\bwhen did i (last )?pay\b|\b(did|has|was|is|have you) (you )?(get |got |receive |received )?my (rent |last )?payment\b|\bmalipo yangu( ya mwisho)?\b/,
  ],
  [
    'balance',
    /\b(do|did|will) i (still |currently |now )?owe\b|\bi owe( you)?$|\bmy (current |rent |account |outstanding )?(balance|arrears|debt)\b|\bam i (paid up|in arrears|behind)\b|\bhow much (rent )?(do|should|must) i (have to |need to )?pay( now| today| this month| for rent)?$|\b(salio|deni) langu\b|\b(ni)?nadaiwa\b/,
  ],
  [
    'room',
    /\b(what|which|where) ?(is|s) my room( number)?$|\bwh(at|ere)s my room( number)?$|\bmy room (number|no)\b|\b(what|which) room (am i|do i|is mine)\b|\bchumba changu\b/,
  ],
  [
    'wifi_code',
    /\bmy (current |active )?(wifi|internet) (code|voucher|password|bundle|data)s?\b|\bmy (voucher|bundle)s?\b|\bmsimbo wangu\b/,
  ],
]

const about_a_code = /\b(codes?|vouchers?|msimbo)\b/
const another_code = /\b(paybill|till|pin|promo|postal|receipt|country) (code|number)\b/
const is_lost =
  /\b(lost|lose|missing|forgot|forgotten|find|recover|resend|where|wheres|never|sijapata|nimepoteza|haijafika)\b|\b(not|didnt|havent|hasnt|dont|cant) (yet )?(get|got|gotten|receive|received|come|came|arrive|arrived|have|see|seen)\b|\bno (wifi |internet )?(code|voucher)\b/
const paid_in_vain =
  /\b(paid|bought|nimelipa)\b.*\b(wifi|internet|bundle|data)\b.*\b(nothing|not|no|didnt|havent|hasnt)\b/

function isLostCode(said: string): boolean {
  if (paid_in_vain.test(said)) return true
  return about_a_code.test(said) && is_lost.test(said) && !another_code.test(said)
}

/** The question about oneself that a message asks, if it does. */
export function ownQuestionOf(message: string): OwnQuestion | null {
  const said = phrased(message)
  const [asked] = ownQuestions.find(([, phrases]) => phrases.test(said)) ?? []
  // Whoever has lost a code is asked for the payment reference (spec 5), not told what is there.
  return asked === 'wifi_code' && isLostCode(said) ? null : (asked ?? null)
}

export type Keyword = 'lost_code' | 'hours' | 'contact' | 'about'

const hours =
  /\b(opening|open|office|business|working|support|closing|visiting) (hours|times?)\b|\bhours\b|\b(when|what time|until when) (are|is|do|does|will) (you|the office|support|it|they)\b.*\b(open|close|closed|opened|available|there|reachable)\b|\bare you open\b|\bsaa za (kazi|ofisi)\b|\bmnafungua saa\b/
const contact =
  /\bcontacts?\b|\b(your|the|office|support) (phone|telephone|mobile|number|email|mail|address)\b|\b(phone|telephone|email|call|reach|write to|talk to|speak to|speak with|talk with) (you|the office|support|somebody|someone|a human|a person|staff|number)\b|\bwhere (are you|is the office)\b|\b(nambari ya simu|mawasiliano)\b/
const not_theirs = /\b(emergency contact|my (phone|email|contact|number|mobile|address))\b/
const about =
  /\b(about|tell me of) (the |this |your |you$)?(company|residence|hostel|house|place|business)\b|\babout (you|yourselves)$|\bwho are you\b|\bwhat (is|are) (this|you|the residence|the company)$|\bkuhusu (nyinyi|hosteli|kampuni)\b/

/** The canned answer that a message asks for by its words (spec 5); `name` is the residence's. */
export function keywordOf(message: string, name: string): Keyword | null {
  const said = phrased(message)
  if (isLostCode(said)) return 'lost_code'
  if (hours.test(said)) return 'hours'
  if (contact.test(said) && !not_theirs.test(said)) return 'contact'
  const named = phrased(name)
  const asks_for_it = named !== '' && new RegExp(`\\b(about|what is|who is) ${named}$`).test(said)
  return asks_for_it || about.test(said) ? 'about' : null
}

const sentences = (parts: string[]) => parts.filter(Boolean).join(' ')

/** Answers built from what the residence says of itself; what it leaves blank is left out. */
export function keywordAnswer(
  keyword: Exclude<Keyword, 'lost_code'>,
  residence: Residence,
  services: { name: string; coming_soon: boolean }[],
): string {
  const { name, phone, email, address } = residence
  const ways = [phone && `call ${phone}`, email && `write to ${email}`].filter(Boolean)
  const reach = ways.length > 0 ? `You can ${ways.join(' or ')}.` : ''
  const open = residence.hours && `Support hours: ${residence.hours}.`
  const where = address && `${name} is at ${address}.`
  if (keyword === 'hours') return sentences([open, reach])
  if (keyword === 'contact') return sentences([reach, where, open])
  const offered = services.map((one) => one.name + (one.coming_soon ? ' (coming soon)' : ''))
  const offers = offered.length > 0 ? `We offer: ${offered.join(', ')}.` : ''
  return sentences([`${name}: ${residence.tagline}`, where, offers, reach])
}
