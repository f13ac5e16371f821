/**
 * The words of a text for comparison: in lower case, without apostrophes, in any script. Wi-Fi, M-Pesa
 * and e-mail are one word each.
 */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFC')
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/\b(wi|m|e)-(?=\p{L})/gu, '$1')
  return plain.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/** Only words longer than this are compared. */
const SHORT_WORD_LENGTH = 3
/** More than this share of an FAQ question's words must appear in the message. */
const MIN_SHARE = 0.6

/** The FAQ entry that a message asks for: the best match, or the first of equal ones. */
export function matchFaq<Entry extends { question: string }>(
  faq: Entry[],
  message: string,
): Entry | null {
  const messageWords = new Set(wordsOf(message))
  let best: Entry | null = null
  let bestShare = MIN_SHARE
  for (const entry of faq) {
    const long = wordsOf(entry.question).filter((word) => [...word].length > SHORT_WORD_LENGTH)
    const words = [...new Set(long)]
    const share = words.filter((word) => messageWords.has(word)).length / (words.length || 1)
    if (share > bestShare) {
      best = entry
      bestShare = share
    }
  }
  return best
}

/** The words of a message joined by single spaces, without punctuation. */
export const toPhrase = (message: string) => wordsOf(message).join(' ')

/** Matches one of these phrases as whole words in a text from `toPhrase`. */
export const anyPhrase = (phrases: string[]) => new RegExp(`(?:^| )(?:${phrases.join('|')})(?= |$)`)

const questionStart = anyPhrase([
  '^(?:is there|are there|do you have|do you offer|have you got|tell me about|what about|how about|how much is|how much does|what is|where is|what does|price of|bei ya|kuna|when (?:is|are|will|does|do)|is|are)',
])
const articles = /^(?:(?:a|an|any|the|your|some) )+/
const questionEnd =
  /(?: ?(?:services?|costs?|prices?|available|here|please|there|wash|start|begin|coming|come|ready|be))+$/

/** The service that a message asks for, by its name or a long word of it, and for nothing else. */
export function matchService<Service extends { name: string }>(
  message: string,
  services: Service[],
): Service | null {
  const phrase = toPhrase(message)
  const subject = phrase
    .replace(questionStart, '')
    .trim()
    .replace(articles, '')
    .replace(questionEnd, '')
    .trim()
  const named = (name: string) => {
    const words = toPhrase(name)
    return subject === words || words.split(' ').some((word) => word.length > 3 && word === subject)
  }
  return subject === '' ? null : (services.find(({ name }) => named(name)) ?? null)
}

/** `staff`: what only staff can do, such as refunds. */
export type Keyword = 'hours' | 'contact' | 'about' | 'staff' | PlainQuestion

/** After this the message still is about the office, not about something else that opens. */
const endOfOfficeQuestion =
  '(?=$| (?:today|tomorrow|tonight|now|please|on|at|this|till|until|late)(?: |$))'
const office = '(?:you|the office|your office|support|customer (?:care|support)|the reception)'

const hours = anyPhrase([
  '^(?:the |your |what )?hours$',
  'your hours',
  '(?:office|support|business) hours',
  '(?:^|(?:what are|what is|whats|the|your|office|and|is|tell me|show me) )(?:opening|working|closing) (?:hours|times?)(?! (?:of|for|in|at) (?!the office|support))',
  `(?:when|what time|what days|until when|till when|how late) (?:are|is|do|does|will) ${office} (?:be )?(?:open|opened|close|closed|available|there|reachable)${endOfOfficeQuestion}`,
  `(?:are|is) ${office} (?:open|closed|still open)${endOfOfficeQuestion}`,
  'saa za (?:kazi|ofisi)',
  'mnafungua saa',
])

const people =
  '(?:you|somebody|someone|(?:a )?human|a person|an agent|support|management|staff|customer (?:care|support|service)|the (?:office|residence|company|management|manager|caretaker|landlord|staff|reception))'
const details = '(?: (?:details?|info|information|numbers?|us))?'

const contact = anyPhrase([
  `^(?:the |office |support )?contacts?${details}(?: please)?$`,
  `(?:your|office|company|residence|support) contacts?${details}`,
  '^(?:the |office |support )?(?:phone|telephone|phone number|telephone number|email|email address)(?: please)?$',
  '(?:your|office|support|customer care) (?:phone|telephone|mobile|number|email|mail|address|location)(?=$| (?:number|address|please|is|so|and|or|to)(?: |$))',
  '(?:phone|telephone|mobile|email|number|address) of (?:the (?:office|residence|management|caretaker)|support)',
  '(?:phone|telephone|mobile) number of (?:the (?:office|residence|management|caretaker)|support)',
  `(?:contact|call|phone|telephone|email|reach|write to|talk to|talk with|speak to|speak with) ${people}`,
  'who(?:m)? (?:do|can|should|must) i (?:call|contact|ask|talk to|speak to)(?=$| (?:about|for|regarding|if|when|to|on)(?: |$))',
  'where (?:are you|is the office|is your office|is the residence)(?=$| (?:located|based|exactly|please)(?: |$))',
  'nambari (?:ya|za) simu(?=$| yenu| zenu)',
  'mawasiliano',
])
const ownContact = anyPhrase([
  'emergency contact',
  'my (?:phone|email|contact|number|mobile|address)',
])

const tellMeAbout =
  '(?:(?:tell me|know|learn|hear|information|info|something)(?: (?:something|more|all))? (?:about|of)|^(?:more )?about)'
const about = anyPhrase([
  '^about(?: us)?$',
  `${tellMeAbout} (?:you|yourselves|(?:(?:the|this|your) )?(?:company|residence|hostel|house|place|business))$`,
  'who are you$',
  'what (?:is|are) (?:this|you|the residence|the company)$',
  'kuhusu (?:nyinyi|hosteli|kampuni)',
])

const staff = anyPhrase([
  'refund(?:s|ed)?',
  '(?:paid|charged|deducted)(?: [^ ]+){0,4} (?:twice|double|two times|mara mbili)',
  '(?:money|pesa) back',
  '(?:cancel|reverse|return) (?:my |the |a |this )?(?:(?:wifi|internet) )?(?:bundle|voucher|package|payment|transaction|rent)',
  'rudisha (?:pesa|hela)',
])

/** Whether a message asks for staff; then it is not answered from the tenant's own data. */
export function asksForStaff(phrase: string): boolean {
  return staff.test(phrase) || (contact.test(phrase) && !ownContact.test(phrase))
}

/** The prepared answer that a message asks for; `name` is the residence's. */
export function matchKeyword(message: string, name: string): Keyword | null {
  const phrase = toPhrase(message)
  if (staff.test(phrase)) return 'staff'
  if (hours.test(phrase)) return 'hours'
  if (contact.test(phrase) && !ownContact.test(phrase)) return 'contact'
  const residence = toPhrase(name)
  const asksAboutResidence =
    residence !== '' &&
    anyPhrase([`(?:${tellMeAbout}|what is|who is) ${residence}$`, `^${residence}$`]).test(phrase)
  return asksAboutResidence || about.test(phrase) ? 'about' : matchPlainQuestion(phrase)
}

/** General questions that have one prepared answer each. */
type PlainQuestion =
  | 'greeting'
  | 'thanks'
  | 'prices'
  | 'services'
  | 'paybill'
  | 'rent_due'
  | 'rooms'
  | 'pay_rent'
  | 'buy_wifi'
  | 'connect'
  | 'onboard'

const end = '(?: please| tafadhali| (?:right )?now| today| here)*$'
const howDoI =
  '(?:^|^hi |^hello |^please )(?:(?:how|where) (?:do|can|should|must|could|may) (?:i|we|you|one)|how to|where to|can i|i (?:want|need|would like|wish) to|id like to|help me(?: to)?|nataka|ninataka|naomba)?(?:^| )'
const byMpesa =
  '(?: (?:by|with|via|through|using|on|kwa) (?:mpesa|(?:the |your |my )?phone|paybill))?'
const bundle =
  '(?:(?:the |a |an |your |one )?(?:(?:[0-9]+ ?gb )?(?:(?:wifi|internet|data) )?(?:bundles?|packages?|vouchers?)|(?:wifi|internet|data|[0-9]+ ?gb)))'
const hello =
  '(?:hello|hi|hey|habari|mambo|jambo|sasa|niaje|hujambo|shikamoo|salama|good (?:morning|afternoon|evening|day))'

const questions: [PlainQuestion, RegExp][] = [
  [
    'greeting',
    anyPhrase([
      `^(?:${hello} ?)+(?:there|all|everyone|yako|yenu|gani|ya (?:asubuhi|mchana|jioni)|bot|assistant)?$`,
      '^(?:help|menu|start|help me)(?: please)?$',
      '^what can (?:you do|you help(?: me)? with|i ask(?: you)?)$',
    ]),
  ],
  [
    'thanks',
    anyPhrase([
      '^(?:ok |okay |great |cool |sawa |well )?(?:many thanks|thanks|thank you|thank u|asante|asanteni|shukran)(?: (?:so|very) much| a lot| sana| again| bye)?$',
      '^(?:ok|okay|sawa|bye|goodbye|kwaheri)$',
    ]),
  ],
  [
    'prices',
    anyPhrase([
      `^(?:and )?how much (?:is|are|does|do|for)(?: i pay for)? ${bundle}(?: costs?| each)?${end}`,
      `^what (?:does|do) ${bundle} costs?${end}`,
      `^(?:what (?:is|are) |whats )?(?:the |your )?(?:prices?|costs?|rates?|bei)(?: (?:of|for|ya|za)(?: your)? ${bundle})?${end}`,
      `^(?:what (?:is|are) )?(?:the |your )?${bundle} (?:prices?|costs?|rates?)${end}`,
      `^(?:what|which) ${bundle} (?:do you (?:have|sell|offer)|are there|can i buy|are available)${end}`,
      `^(?:wifi|internet|data) (?:bundles?|packages?)$`,
      '^(?:bundles?|packages?)$',
      `^(?:wifi|internet|bundle) (?:ni )?(?:bei|pesa|shilingi) (?:gani|ngapi)$`,
    ]),
  ],
  [
    'services',
    anyPhrase([
      '^(?:the |your |our )?services$',
      'what (?:services|else) (?:do you (?:have|offer|provide)|are there|are offered|are available)$',
      '^(?:what do you (?:offer|provide)|huduma(?: zenu)?)$',
    ]),
  ],
  [
    'paybill',
    anyPhrase([
      '^(?:what is |whats |which is )?(?:the |your )?(?:mpesa )?(?:paybill|pay bill|till|lipa na mpesa)(?: (?:number|no))?(?: for (?:the )?rent| to pay (?:the |my )?rent)?(?: please)?$',
      '^(?:which|what) (?:paybill|till)(?: number)? (?:do|should|can) i (?:use|pay to|send to)$',
    ]),
  ],
  [
    'rent_due',
    anyPhrase([
      '^(?:when|what (?:day|date)) (?:is|do i pay|should i pay|must i pay|do we pay) (?:the |my )?(?:monthly )?rent(?: due| to be paid| payable)?(?: (?:each|every|this|next) month)?$',
      '^(?:rent )?(?:due date|deadline)(?: (?:of|for) (?:the )?rent)?$',
    ]),
  ],
  [
    'rooms',
    anyPhrase([
      '^(?:how much|what) (?:is|are|does|do)(?: the)? (?:rent|(?:a |the |your )?(?:rooms?|bedsitters?|single rooms?)(?: cost| rent)?|rent for a room)(?: (?:a|per|each|every) month)?$',
      '^(?:are there |do you have )?(?:any )?(?:free|available|vacant|empty) rooms?(?: available)?$',
      '^(?:is there |do you have )a (?:free|vacant|room)(?: room)?(?: available| free)?$',
      '^(?:room|rent) (?:prices?|rates?)$',
    ]),
  ],
  [
    'pay_rent',
    anyPhrase([
      `${howDoI}pay (?:for )?(?:my |the |our )?(?:monthly )?(?:rent|room)${byMpesa}${end}`,
      `${howDoI}(?:lipa|kulipa) (?:kodi|rent)${byMpesa}${end}`,
      `^(?:naweza |ninaweza )?(?:nina|na|ni|tuna|ku)?(?:lipaje (?:kodi|rent)|lipa (?:vipi|aje|namna gani) (?:kodi|rent)|lipa (?:kodi|rent) (?:vipi|aje|namna gani))${byMpesa}${end}`,
    ]),
  ],
  [
    'buy_wifi',
    anyPhrase([
      `${howDoI}(?:buy|get|purchase|order) (?:some |new |more )?${bundle}${byMpesa}${end}`,
      `${howDoI}(?:nunua|kununua) (?:wifi|internet|bundle|data)${byMpesa}${end}`,
    ]),
  ],
  [
    'connect',
    anyPhrase([
      `${howDoI}(?:connect|log ?in|sign in|get on)(?: my [a-z]+)? ?(?:to|onto|into|on)? (?:the |your )?(?:wifi|internet)${end}`,
    ]),
  ],
  [
    'onboard',
    anyPhrase([
      `${howDoI}(?:register|move in|onboard|become a tenant)(?: here)?(?: as a (?:new )?(?:tenant|student))?${end}`,
      `${howDoI}(?:book|rent|get|find|apply for|take) a room${end}`,
    ]),
  ],
]

/** `phrase` comes from `toPhrase`. */
const matchPlainQuestion = (phrase: string): PlainQuestion | null =>
  questions.find(([, pattern]) => pattern.test(phrase))?.[0] ?? null
