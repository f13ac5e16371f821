import { anyOf } from './phrases.ts'

/** Plain things to ask, each answered by one true line. */
export type PlainQuestion =
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
const how_do_i =
  '(?:^|^hi |^hello |^please )(?:(?:how|where) (?:do|can|should|must|could|may) (?:i|we|you|one)|how to|where to|can i|i (?:want|need|would like|wish) to|id like to|help me(?: to)?|nataka|ninataka|naomba)?(?:^| )'
const by_mpesa =
  '(?: (?:by|with|via|through|using|on|kwa) (?:mpesa|(?:the |your |my )?phone|paybill))?'
const bundle =
  '(?:(?:the |a |an |your |one )?(?:(?:[0-9]+ ?gb )?(?:(?:wifi|internet|data) )?(?:bundles?|packages?|vouchers?)|(?:wifi|internet|data|[0-9]+ ?gb)))'
const hello =
  '(?:hello|hi|hey|habari|mambo|jambo|sasa|niaje|hujambo|shikamoo|salama|good (?:morning|afternoon|evening|day))'

const questions: [PlainQuestion, RegExp][] = [
  [
    'greeting',
    anyOf([
      `^(?:${hello} ?)+(?:there|all|everyone|yako|yenu|gani|ya (?:asubuhi|mchana|jioni)|bot|assistant)?$`,
      '^(?:help|menu|start|help me)(?: please)?$',
      '^what can (?:you do|you help(?: me)? with|i ask(?: you)?)$',
    ]),
  ],
  [
    'thanks',
    anyOf([
      '^(?:ok |okay |great |cool |sawa |well )?(?:many thanks|thanks|thank you|thank u|asante|asanteni|shukran)(?: (?:so|very) much| a lot| sana| again| bye)?$',
      '^(?:ok|okay|sawa|bye|goodbye|kwaheri)$',
    ]),
  ],
  [
    'prices',
    anyOf([
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
    anyOf([
      '^(?:the |your |our )?services$',
      'what (?:services|else) (?:do you (?:have|offer|provide)|are there|are offered|are available)$',
      '^(?:what do you (?:offer|provide)|huduma(?: zenu)?)$',
    ]),
  ],
  [
    'paybill',
    anyOf([
      '^(?:what is |whats |which is )?(?:the |your )?(?:mpesa )?(?:paybill|pay bill|till|lipa na mpesa)(?: (?:number|no))?(?: for (?:the )?rent| to pay (?:the |my )?rent)?(?: please)?$',
      '^(?:which|what) (?:paybill|till)(?: number)? (?:do|should|can) i (?:use|pay to|send to)$',
    ]),
  ],
  [
    'rent_due',
    anyOf([
      '^(?:when|what (?:day|date)) (?:is|do i pay|should i pay|must i pay|do we pay) (?:the |my )?(?:monthly )?rent(?: due| to be paid| payable)?(?: (?:each|every|this|next) month)?$',
      '^(?:rent )?(?:due date|deadline)(?: (?:of|for) (?:the )?rent)?$',
    ]),
  ],
  [
    'rooms',
    anyOf([
      '^(?:how much|what) (?:is|are|does|do)(?: the)? (?:rent|(?:a |the |your )?(?:rooms?|bedsitters?|single rooms?)(?: cost| rent)?|rent for a room)(?: (?:a|per|each|every) month)?$',
      '^(?:are there |do you have )?(?:any )?(?:free|available|vacant|empty) rooms?(?: available)?$',
      '^(?:is there |do you have )a (?:free|vacant|room)(?: room)?(?: available| free)?$',
      '^(?:room|rent) (?:prices?|rates?)$',
    ]),
  ],
  [
    'pay_rent',
    anyOf([
      `${how_do_i}pay (?:for )?(?:my |the |our )?(?:monthly )?(?:rent|room)${by_mpesa}${end}`,
      `${how_do_i}(?:lipa|kulipa) (?:kodi|rent)${by_mpesa}${end}`,
      `^(?:naweza |ninaweza )?(?:nina|na|ni|tuna|ku)?(?:lipaje (?:kodi|rent)|lipa (?:vipi|aje|namna gani) (?:kodi|rent)|lipa (?:kodi|rent) (?:vipi|aje|namna gani))${by_mpesa}${end}`,
    ]),
  ],
  [
    'buy_wifi',
    anyOf([
      `${how_do_i}(?:buy|get|purchase|order) (?:some |new |more )?${bundle}${by_mpesa}${end}`,
      `${how_do_i}(?:nunua|kununua) (?:wifi|internet|bundle|data)${by_mpesa}${end}`,
    ]),
  ],
  [
    'connect',
    anyOf([
      `${how_do_i}(?:connect|log ?in|sign in|get on)(?: my [a-z]+)? ?(?:to|onto|into|on)? (?:the |your )?(?:wifi|internet)${end}`,
    ]),
  ],
  [
    'onboard',
    anyOf([
      `${how_do_i}(?:register|move in|onboard|become a tenant)(?: here)?(?: as a (?:new )?(?:tenant|student))?${end}`,
      `${how_do_i}(?:book|rent|get|find|apply for|take) a room${end}`,
    ]),
  ],
]

/** What a message plainly asks; `said` is a line made by `phrased`. */
export const plainQuestionOf = (said: string): PlainQuestion | null =>
  questions.find(([, phrases]) => phrases.test(said))?.[0] ?? null
