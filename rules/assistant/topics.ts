import { type Reading, read } from './concepts.ts'
import { type Concept, farewells, greetings } from './lexicon.ts'
import { wordsOf } from './match.ts'

export const topics = [
  ...([
    'greeting',
    'thanks',
    'what_can_you_do',
    'pay_rent',
    'paybill',
    'balance',
    'due_date',
    'late_rent',
  ] as const),
  ...([
    'lost_payment',
    'push_problem',
    'wrong_payment',
    'part_payment',
    'receipt',
    'last_payment',
  ] as const),
  ...([
    'history',
    'buy_wifi',
    'wifi_prices',
    'use_wifi',
    'wifi_problem',
    'wifi_code',
    'wifi_devices',
  ] as const),
  ...([
    'wifi_left',
    'services',
    'hours',
    'quiet_hours',
    'hot_water',
    'room_prices',
    'free_rooms',
  ] as const),
  ...([
    'own_room',
    'change_room',
    'room_facts',
    'move_in',
    'move_out',
    'deposit',
    'visitors',
    'repair',
  ] as const),
  ...([
    'complaint',
    'theft',
    'emergency',
    'human',
    'address',
    'about',
    'posts',
    'password',
    'login',
  ] as const),
  ...(['account_details', 'privacy', 'pets', 'parking', 'mail', 'alcohol'] as const),
] as const
export type Topic = (typeof topics)[number]

/**
 * What a message must speak of to ask for a topic. `+` joins what must all be there, `|` what can stand for each other,
 * and `!` precedes what must not be there. The rule that explains most of a message wins, the first of equal ones.
 */
const rules: [Topic, string][] = [
  ['emergency', 'EMERGENCY'],
  ['emergency', 'FIRE+ROOM|PROBLEM|THING !WATER'],
  ['emergency', 'SECURITY+TALK|NUMBER|HUMAN|PHONE'],
  ['theft', 'STEAL'],
  ['theft', 'STEAL+BELONGING|ROOM|MONEY'],
  ['theft', 'LOST|WHERE+KEY'],
  ['theft', 'LOST+BELONGING !WIFI !CODE'],
  ['theft', 'KEY+LOST+ROOM'],

  ['lost_payment', 'PAY+PAST+NOT+SHOW'],
  ['lost_payment', 'PAY+NOT+SHOW+RENT|MONEY|MPESA|PAYBILL'],
  ['lost_payment', 'MONEY+NOT+SHOW+RENT|PAYBILL|MPESA|BALANCE'],
  ['lost_payment', 'PAY+PAST+BALANCE|OWE !MUCH'],
  ['lost_payment', 'PAY+PAST+BALANCE|OWE+NOT|SHOW'],
  ['lost_payment', 'DEDUCTED+MONEY|MPESA|PAY'],
  ['lost_payment', 'DEDUCTED+MONEY|MPESA|PAY+NOT'],
  ['lost_payment', 'PAY+PAST+NOT+PAY'],
  ['lost_payment', 'PAY+PAST+NOT+RENT|MPESA|MONEY'],
  ['lost_payment', 'PAY+LOST+RENT|MONEY'],
  ['lost_payment', 'MONEY+LOST+MPESA|PAYBILL'],
  ['lost_payment', 'PAY+FAIL+MONEY|DEDUCTED'],
  ['lost_payment', 'BALANCE+NOT+SHOW'],
  ['last_payment', 'PAY+PAST+RENT !WHEN !MUCH'],
  ['push_problem', 'WHY+NOT+PAY+RENT|MPESA'],
  ['push_problem', 'PROMPT'],
  ['push_problem', 'PROMPT+NOT'],
  ['push_problem', 'PROMPT+NOT+SHOW|GET'],
  ['push_problem', 'PIN+NOT+SHOW|GET|PAY'],
  ['push_problem', 'PIN+WRONG|FAIL|PAY+MPESA|PAY'],
  ['push_problem', 'PAY+FAIL'],
  ['push_problem', 'PAY+FAIL+MPESA|RENT|WIFI'],
  ['push_problem', 'MPESA+NOT+SHOW|WORK !PAST'],
  ['push_problem', 'PAY+NOT+APP|WORK|PROBLEM'],
  ['wrong_payment', 'REFUND'],
  ['wrong_payment', 'REFUND+MONEY|PAY|RENT|WIFI !DEPOSIT'],
  ['wrong_payment', 'PAY+TWICE'],
  ['wrong_payment', 'PAY+TWICE+RENT|WIFI|PAST'],
  ['wrong_payment', 'WRONG+PAY'],
  ['wrong_payment', 'CANCEL+WIFI|CODE|PAY|RENT'],
  ['wrong_payment', 'WRONG+PAY|MONEY+ACCOUNT_NUMBER|NUMBER|PAYBILL|MPESA|RENT'],
  ['part_payment', 'PART+PAY|RENT'],
  ['part_payment', 'PART+PAY+RENT'],
  ['part_payment', 'ADVANCE+PAY|RENT'],
  ['part_payment', 'ADVANCE+PAY+RENT'],
  ['part_payment', 'PAY+FAMILY|FRIEND'],
  ['part_payment', 'PAY+RENT+FAMILY|FRIEND|OTHER'],
  ['receipt', 'RECEIPT'],
  ['receipt', 'RECEIPT+PAY|RENT'],
  ['receipt', 'RECEIPT+WHERE|GET|SEE|WANT'],
  ['history', 'HISTORY !ROOM !FAMILY'],
  ['history', 'HISTORY+PAY|MPESA|RENT'],
  ['last_payment', 'PAY+RECENT !MUCH !WHY'],
  ['due_date', 'DUE+RENT|PAY'],
  ['due_date', 'DUE+RENT+PAY'],
  ['due_date', 'WHEN+RENT'],
  ['due_date', 'WHEN+PAY+RENT'],
  ['late_rent', 'LATE+RENT|PAY'],
  ['late_rent', 'LATE+RENT+PAY'],
  ['late_rent', 'NOT+PAY+RENT !PAST !APP !FAIL'],
  ['late_rent', 'NOT+MONEY+RENT !PAST !SHOW'],
  ['balance', 'OWE'],
  ['balance', 'OWE+MUCH|RENT|MONEY'],
  ['balance', 'BALANCE !WIFI'],
  ['balance', 'BALANCE+MUCH|RENT|WHICH !WIFI'],
  ['balance', 'BALANCE+MUCH|WHICH|SEE+RENT !WIFI'],
  ['paybill', 'PAYBILL'],
  ['paybill', 'PAYBILL+NUMBER|WHICH|PAY|RENT'],
  ['paybill', 'PAYBILL+ACCOUNT_NUMBER'],
  ['paybill', 'ACCOUNT_NUMBER+PAY|RENT|PAYBILL'],
  ['pay_rent', 'PAY+RENT !PAST !NOT'],
  ['pay_rent', 'HOW+PAY+RENT !NOT'],
  ['pay_rent', 'HOW|WANT|WHERE+PAY !PAST !NOT !WIFI'],
  ['pay_rent', 'HOW|WHERE+PAY+ROOM|MPESA !PAST !NOT'],
  ['pay_rent', 'PAY+RENT+MPESA !PAST !NOT'],

  ['wifi_code', 'CODE+LOST|NOT !PAYBILL'],
  ['wifi_code', 'CODE+LOST|NOT+WIFI|GET|SHOW|WORK'],
  ['wifi_code', 'CODE+WORK+NOT'],
  ['wifi_code', 'CODE+WHERE !USE !BUY !PAYBILL'],
  ['wifi_code', 'CODE+WHERE+WIFI !USE !BUY'],
  ['wifi_code', 'CODE+WRONG|FAIL|PROBLEM'],
  ['wifi_code', 'WIFI+PAY|BUY+PAST+NOT'],
  ['wifi_code', 'WIFI+PAY|BUY+PAST+NOT+GET|SHOW|WORK'],
  ['wifi_devices', 'DEVICE|SHARE|TWO+WIFI|CODE'],
  ['wifi_devices', 'DEVICE+SHARE|TWO+WIFI|CODE|USE'],
  ['wifi_devices', 'DEVICE|SHARE+WIFI|CODE+FRIEND|NEIGHBOUR|TWO|OTHER'],
  ['wifi_devices', 'TWO+PHONE+WIFI|CODE'],
  ['wifi_devices', 'FRIEND|NEIGHBOUR|OTHER+USE+WIFI|CODE'],
  ['wifi_devices', 'SHARE+DEVICE'],
  ['wifi_left', 'WIFI+LEFT|BALANCE'],
  ['wifi_left', 'WIFI+LEFT|BALANCE+MUCH|WHEN'],
  ['wifi_left', 'WIFI+WHEN+LEFT'],
  ['wifi_prices', 'WIFI+MUCH'],
  ['wifi_prices', 'WIFI+MUCH+WANT|BUY'],
  ['wifi_prices', 'BUNDLE'],
  ['wifi_prices', 'WIFI+LAST'],
  ['wifi_prices', 'WIFI+LAST+MUCH'],
  ['wifi_prices', 'WIFI+WHICH'],
  ['wifi_prices', 'WIFI+WHICH+OFFERED|BUY|SERVICES'],
  ['buy_wifi', 'WIFI+BUY|GET !NOT !PAST'],
  ['buy_wifi', 'CODE+BUY !NOT !PAST'],
  ['buy_wifi', 'CODE+BUY+HOW|WANT|WHERE !NOT !PAST'],
  ['buy_wifi', 'WIFI+BUY+HOW|WANT|WHERE !NOT !PAST'],
  ['buy_wifi', 'WIFI+GET+HOW|WANT !NOT !PAST'],
  ['buy_wifi', 'WIFI+PAY !PAST !NOT !RENT'],
  ['buy_wifi', 'WIFI+PAY+HOW|WANT !PAST !NOT !RENT'],
  ['buy_wifi', 'WIFI+WANT !NOT'],
  ['wifi_problem', 'WIFI+SLOW|OFF|BROKEN|FAIL|PROBLEM'],
  ['wifi_problem', 'WIFI+NOT'],
  ['wifi_problem', 'WIFI+NOT+WORK|CONNECT|USE|SHOW'],
  ['wifi_problem', 'WIFI+CONNECT+NOT+PROBLEM|DEVICE|PHONE'],
  ['wifi_problem', 'WIFI+SLOW+PROBLEM|WHY|NOT'],
  ['wifi_problem', 'WIFI+OFF+PROBLEM|NOT'],
  ['use_wifi', 'WIFI+CONNECT|USE|LOGIN|PASSWORD !NOT !OTHER !FRIEND !SHARE !TWO'],
  ['use_wifi', 'WIFI+CONNECT|USE|LOGIN|PASSWORD+HOW|WHERE !NOT !OTHER !FRIEND !SHARE !TWO'],
  ['use_wifi', 'CODE+USE|CONNECT !NOT !OTHER !FRIEND !SHARE !TWO'],
  ['use_wifi', 'CODE+USE+WHERE|HOW|WIFI !NOT !OTHER !FRIEND !SHARE !TWO'],
  ['use_wifi', 'WIFI+NAME|WHICH+WIFI+NAME'],

  ['hours', 'OFFICE_HOURS'],
  ['hours', 'OFFICE_HOURS+WHEN|DAY|OFFICE'],
  ['hours', 'OPEN+YOU'],
  ['hours', 'OFFICE+OPEN|WHEN|DAY'],
  ['hours', 'OFFICE+OPEN+WHEN|DAY'],
  ['hours', 'OPEN+WHEN|DAY !GATE !LAUNDRY'],
  ['hours', 'OFFICE+HUMAN+WHEN'],
  ['quiet_hours', 'QUIET'],
  ['quiet_hours', 'QUIET+WHEN|NOISE'],
  ['quiet_hours', 'NOISE+WHEN|DUE'],
  ['quiet_hours', 'GATE+WHEN|OPEN|LATE'],
  ['quiet_hours', 'GATE+WHEN+OPEN'],
  ['hot_water', 'WATER+HOT'],
  ['hot_water', 'WATER+HOT+WHEN'],
  ['hot_water', 'WATER+WHEN'],

  ['change_room', 'ROOM+CHANGE'],
  ['change_room', 'ROOM+CHANGE+WANT|HOW|OTHER'],
  ['change_room', 'ROOM+OTHER+WANT'],
  ['change_room', 'ROOM+CHANGE+NEIGHBOUR'],
  ['free_rooms', 'ROOM+FREE'],
  ['free_rooms', 'ROOM+FREE+WHICH|WANT'],
  ['room_prices', 'ROOM+MUCH'],
  ['room_prices', 'ROOM+MUCH+RENT'],
  ['room_prices', 'RENT+MUCH !PAY !OWE'],
  ['own_room', 'ROOM+WHICH+ME'],
  ['move_in', 'MOVE_IN'],
  ['move_in', 'MOVE_IN+ROOM|NEW|HOW|WANT'],
  ['move_in', 'MOVE_IN+ROOM+HOW|WANT|NEW'],
  ['move_in', 'ROOM+WANT|GET|NEW !NOT !CHANGE !OTHER'],
  ['move_in', 'ROOM+GET+HOW|WANT|WHERE !NOT !CHANGE !OTHER'],
  ['move_in', 'ROOM+RENT+WANT|HOW !PAY'],
  ['move_in', 'CHANGE+NEW+ROOM+HOW'],
  ['move_out', 'LEAVE'],
  ['move_out', 'LEAVE+ROOM|HOW|WANT|WHEN'],
  ['move_out', 'LEAVE+COMPLETELY'],
  ['move_out', 'CHANGE+COMPLETELY !ROOM'],
  ['move_out', 'CHANGE+COMPLETELY+WANT !OTHER'],
  ['deposit', 'DEPOSIT'],
  ['deposit', 'DEPOSIT+REFUND|GET|PAY|MUCH|WHEN'],
  ['deposit', 'DEPOSIT+REFUND|GET+LEAVE|WHEN'],
  ['room_facts', 'FURNITURE+ROOM !BROKEN !NOT'],
  ['room_facts', 'FURNITURE !BROKEN !NOT'],
  ['room_facts', 'ROOM+SHARE'],
  ['visitors', 'VISITOR'],
  ['visitors', 'VISITOR+SLEEP'],
  ['visitors', 'VISITOR+SLEEP|SEE+ROOM|WHEN'],
  ['visitors', 'SLEEP+FRIEND|FAMILY|OTHER'],
  ['visitors', 'SLEEP+FRIEND|FAMILY|OTHER|VISITOR+ROOM'],

  ['repair', 'THING+BROKEN|NOT|PROBLEM|OFF|REPAIR'],
  ['repair', 'THING+BROKEN|NOT|REPAIR+ROOM|WATER|WORK|PROBLEM'],
  ['repair', 'THING+NOT+OPEN|WORK|HOT|GET'],
  ['repair', 'POWER+NOT|OFF|BROKEN|LOST|PROBLEM|WHEN'],
  ['repair', 'POWER+NOT|OFF|BROKEN+ROOM|WORK'],
  ['repair', 'WATER+NOT|OFF|BROKEN|PROBLEM'],
  ['repair', 'WATER+NOT|OFF+GET|ROOM|SHOW|HOT'],
  ['repair', 'REPAIR !FAMILY !FRIEND'],
  ['repair', 'REPAIR+WANT|ROOM|PROBLEM|HOW !FAMILY !FRIEND'],
  ['repair', 'BROKEN+ROOM'],
  ['repair', 'BROKEN+PROBLEM'],
  ['repair', 'KEY|GATE+BROKEN|NOT'],
  ['complaint', 'NOISE !WHEN'],
  ['complaint', 'NOISE+NEIGHBOUR|PROBLEM|ROOM'],
  ['complaint', 'NEIGHBOUR+PROBLEM|DIRTY|NOT|SMOKE'],
  ['complaint', 'DIRTY'],
  ['complaint', 'DIRTY+THING|ROOM|WATER|PROBLEM|WHEN'],
  ['complaint', 'PEST'],
  ['complaint', 'PEST+ROOM|PROBLEM|NOT'],
  ['complaint', 'PROBLEM'],
  ['complaint', 'PROBLEM+HUMAN|HOW|WHERE|OFFICE'],
  ['services', 'SERVICES'],
  ['services', 'SERVICES+WHICH'],
  ['services', 'LAUNDRY'],
  ['services', 'LAUNDRY+WHERE|WHEN|MUCH|SERVICES|OPEN'],

  ['human', 'TALK !NEIGHBOUR !FRIEND !FAMILY'],
  ['human', 'HUMAN'],
  ['human', 'TALK+HUMAN|OFFICE|YOU|WANT !NEIGHBOUR !FRIEND !FAMILY'],
  ['human', 'TALK+HUMAN|OFFICE|YOU+WANT|HOW|WHERE|NUMBER !NEIGHBOUR !FRIEND !FAMILY'],
  ['human', 'NUMBER|PHONE|EMAIL+HUMAN|OFFICE|YOU'],
  ['human', 'NUMBER+PHONE|TALK'],
  ['human', 'HUMAN+WANT|WHERE|WHO'],
  ['human', 'PHONE+NUMBER+OFFICE|YOU|HUMAN'],
  ['human', 'WHO+TALK'],
  ['address', 'ADDRESS'],
  ['address', 'ADDRESS+YOU|WHERE|OFFICE|ROOM'],
  ['address', 'WHERE+OFFICE|YOU !BUY'],
  ['posts', 'POST'],
  ['posts', 'POST+HOW|WANT|WHERE|DELETE|APP'],
  ['password', 'PASSWORD !WIFI'],
  ['password', 'PASSWORD+LOST|CHANGE|WRONG|HOW|NOT !WIFI'],
  ['login', 'LOGIN !WIFI'],
  ['login', 'LOGIN+NOT|HOW|PROBLEM|FAIL|ACCOUNT !WIFI'],
  ['login', 'ACCOUNT+LOCKED|NOT'],
  ['login', 'ACCOUNT+LOCKED'],
  ['account_details', 'CHANGE+PHONE|EMAIL|NAME|PICTURE|DETAILS !ROOM'],
  ['account_details', 'CHANGE+PHONE|EMAIL+NUMBER !ROOM'],
  ['account_details', 'CHANGE+NAME|PICTURE|DETAILS+ACCOUNT !ROOM'],
  ['account_details', 'DELETE+ACCOUNT'],
  ['account_details', 'PICTURE+HOW|WANT|ACCOUNT'],
  ['privacy', 'PRIVACY'],
  ['privacy', 'PRIVACY+SEE|WHO|WHERE'],
  ['privacy', 'PRIVACY+SEE+WHO'],
  ['pets', 'PET'],
  ['pets', 'PET+ROOM|SLEEP|FRIEND'],
  ['parking', 'PARK'],
  ['parking', 'PARK+WHERE|ROOM|FREE|MUCH'],
  ['mail', 'MAIL'],
  ['mail', 'MAIL+WHERE|GET|GATE|OFFICE'],
  ['alcohol', 'SMOKE'],
  ['alcohol', 'SMOKE+ROOM|NOISE'],
]

interface Rule {
  topic: Topic
  groups: Concept[][]
  banned: Concept[]
}
const parsed: Rule[] = rules.map(([topic, text]) => {
  const parts = text.split(' ')
  return {
    topic,
    groups: (parts[0] ?? '').split('+').map((group) => group.split('|') as Concept[]),
    banned: parts.slice(1).map((part) => part.slice(1) as Concept),
  }
})

/** They make a question more specific, and say nothing by themselves. */
const functionConcepts = new Set<Concept>(
  'HOW WANT WHEN WHERE MUCH NOT PAST NEW WHO WHICH OTHER TWO GET SEE USE SHOW LAST OPEN DAY YOU NUMBER WORK APP FRIEND FAMILY CHANGE SLEEP ROOM DETAILS ME RECENT'.split(
    ' ',
  ) as Concept[],
)
/** How much a concept says about what is asked. */
export const weightOf = (concept: Concept) => (functionConcepts.has(concept) ? 1.5 : 3)

/** Topics for which a single word is enough, whatever else a message tells. */
const urgent = new Set<Topic>(['emergency', 'theft'])

const URGENT_BONUS = 2

export interface Match {
  topic: Topic
  score: number
  /** How many words nobody's rule explains. */
  strange: number
}

/** All topics that a message may ask for, the likeliest first. */
export function rankTopics(reading: Reading): Match[] {
  const best = new Map<Topic, Match>()
  for (const { topic, groups, banned } of parsed) {
    const has = (concept: Concept) => reading.concepts.has(concept)
    if (banned.some(has) || !groups.every((group) => group.some(has))) continue
    const used = new Set(groups.flat())
    const score = groups.reduce(
      (sum, group) => sum + Math.max(...group.filter(has).map(weightOf)),
      0,
    )
    const foreign = reading.known.filter(
      (concepts) => !concepts.some((one) => used.has(one) || functionConcepts.has(one)),
    ).length
    const strange = reading.unknown.length
    const match = { topic, score: score + (urgent.has(topic) ? URGENT_BONUS : -foreign), strange }
    if (match.score > (best.get(topic)?.score ?? 0)) best.set(topic, match)
  }
  return [...best.values()].toSorted((one, other) => other.score - one.score)
}

const MIN_SCORE = 3
/** Greetings and thanks are short. */
const MAX_SMALL_TALK = 6

/** Questions that are recognised as a whole. */
const wholeQuestions: [Topic, RegExp][] = [
  [
    'what_can_you_do',
    /^(?:(?:hi|hello|hey) )?(?:help(?: me)?(?: please)?|menu|start|msaada|what (?:can|do|could) (?:you|u) (?:do|help|know|answer).*|what can i ask.*|how can (?:you|u) help.*|unaweza (?:ku)?(?:ni)?saidia(?: na)? nini|unaweza kufanya nini|unafanya nini|are (?:you|u) a (?:bot|robot|human|real person|person))$/,
  ],
  ['hours', /^(?:the |your |what )?(?:hours|masaa)$/],
  [
    'about',
    /^(?:(?:can you )?(?:tell me|know|learn|hear|info|information)(?: (?:something|more|all))? )?(?:about|kuhusu) (?:us|you|yourselves|nyinyi|(?:(?:the|this|your) )?(?:company|residence|hostel|hosteli|kampuni|house|place|business))$/,
  ],
  ['about', /^(?:about|who (?:are|r) (?:you|u|you guys)|what is (?:this|this place|this hostel))$/],
]

/** The topic that a message asks for; null when it is not certain. `residence` is its name. */
export function findTopic(message: string, residence = ''): Topic | null {
  const reading = read(message)
  const { words } = reading
  if (words.length === 0) return null
  if (words.length <= MAX_SMALL_TALK && words.every((word) => greetings.has(word)))
    return words.every((word) => farewells.has(word)) ? 'thanks' : 'greeting'
  if (words.length <= MAX_SMALL_TALK && words.every((word) => farewells.has(word))) return 'thanks'
  const name = wordsOf(residence).join(' ')
  const text = words.join(' ')
  const phrase = name === '' ? text : text.replace(name, 'this residence')
  if (phrase === 'this residence') return 'about'
  const whole = wholeQuestions.find(([, pattern]) => pattern.test(phrase))
  if (whole) return whole[0]
  const [best] = rankTopics(reading)
  if (!best || best.score < MIN_SCORE) return null
  if (urgent.has(best.topic)) return best.topic
  // The more a rule explains, the more a message may say besides.
  const allowed = Math.floor((best.score - MIN_SCORE) / 1.5)
  return best.strange <= allowed ? best.topic : null
}
