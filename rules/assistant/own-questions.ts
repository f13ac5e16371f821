import { type Reading, read } from './concepts.ts'
import { likelihoods } from './known-questions.ts'
import { anyPhrase, toPhrase } from './match.ts'
import type { Topic } from './topic-rules.ts'
import { asksAnotherToo, findTopic, isOutside } from './topics.ts'

export type OwnQuestion =
  | 'balance'
  | 'account_number'
  | 'last_payment'
  | 'history'
  | 'room'
  | 'wifi_code'

const currentCode =
  '(?:current |active )?(?:(?:wifi|internet) (?:codes?|vouchers?|password)|vouchers?)'
const bundle = '(?:current |active )?(?:(?:wifi |internet )?bundles?|(?:wifi|internet) data)'

const show = '(?:(?:show|see|list|check|view|open|get|give|find|display) )?(?:me )?'
const past = '(?:past|previous|old|earlier|recent|latest|last|rent|wifi|mpesa|payment)'
const span =
  '(?:(?:in |over )?(?:the )?(?:last|past|previous) (?:(?:[0-9]+|two|three|few) )?(?:weeks?|months?|years?|semester|term)|in (?:january|february|march|april|may|june|july|august|september|october|november|december)|this year|so far|since [a-z]+)'

/** Questions about the tenant's own data, in English and common Swahili. */
const questions: [OwnQuestion, RegExp][] = [
  [
    'account_number',
    anyPhrase([
      'my (?:student |rent |paybill |mpesa )?(?:account|acc) (?:number|no|num)',
      '(?:what|which) account number (?:do|should|must) i',
      'n?ambari ya akaunti yangu',
      '^akaunti yangu(?: ni (?:ipi|gani|ngapi))?$',
      '(?:nambari|namba) yangu ya (?:akaunti|kulipa)',
    ]),
  ],
  [
    'last_payment',
    anyPhrase([
      'my (?:last|latest|most recent|recent|previous) (?:rent )?(?:payment|transaction)s?',
      'when did i (?:last )?pay',
      '^(?:what|how much) did i (?:last )?pay(?: last)?(?: time)?$',
      '(?:did|has|was|is|have you) (?:you )?(?:get |got |receive |received )?my (?:rent |last )?payment',
      '^(?:show |see |list |check )?(?:me )?my payments?(?: please)?$',
      'my (?:mpesa )?receipt (?:number|no)',
      'my (?:rent |wifi |mpesa )?payment (?:has |have |is |was |did |does )?(?:still )?(?:failed|not|didnt|hasnt|doesnt|isnt|never|missing|pending)',
      'paid (?:my |the |for )?(?:rent|room)(?: [^ ]+){0,3} (?:does|is|has|did|doesnt|isnt|hasnt|didnt)(?: not)?(?: yet)? (?:it )?(?:show|showing|shown|appear|appeared|reflect|reflected|arrive|arrived|there|come)',
      'i (?:have )?(?:paid|sent)(?: [^ ]+)* (?:did|have|has) (?:you|it) (?:get|got|receive|received|come|arrive|arrived|gone)(?= it| them| the| that|$)',
      '(?:did|has|have|was) my (?:wifi |internet |rent )?(?:bundle|rent|payment|money|transaction|purchase)(?: [^ ]+){0,3} (?:fail|failed|go through|gone through|arrive|arrived|succeed|received|reach you)',
      '(?<!orodha ya |kuona )malipo yangu(?! (?:ha[a-z]+|yote|yangu|za|ya (?:zamani|nyuma|mwaka|miezi)))',
      '(?:did|have|has) (?:you|you guys|they|the office) (?:get|got|receive|received|see|seen) (?:the |my )?(?:money|cash|rent|payment|transfer)',
      '(?:mme|mli|ume|uli)(?:pokea|pata|ona) (?:pesa|malipo|kodi|rent|doo|hela|chapaa|ganji|payment)',
    ]),
  ],
  [
    'history',
    anyPhrase([
      `^${show}(?:all )?(?:of )?(?:my |the )?(?:${past} )?(?:payments?|transactions?) history(?: please)?$`,
      `^${show}(?:all )?(?:of )?my (?:(?:past|previous|old|earlier) (?:rent |wifi )?payments|(?:${past} )?transactions)(?: please)?$`,
      `^${show}all (?:of )?my payments(?: please)?$`,
      '(?:how|where) (?:do|can) i (?:see|find|view|check|get) (?:all )?my (?:past |previous |old )?(?:payments|transactions|receipts|(?:payment|transaction) history)$',
      `^(?:how much|what) (?:rent )?(?:did i pay|have i paid)(?: for (?:rent|wifi))? ${span}(?: for (?:rent|wifi))?$`,
    ]),
  ],
  [
    'balance',
    anyPhrase([
      '(?:do|did|will) i (?:still |currently |now )?owe',
      'i owe(?: you)?$',
      '^(?:the |rent )?(?:balance|arrears)(?: please)?$',
      '(?:do|did|will) i (?:still |currently |now )?have (?:any |some |an |a )?(?:rent )?(?:arrears|debts?|(?:outstanding|unpaid) (?:rent|balance)|rent to pay|balance)',
      'what balance do i have',
      'is my rent (?:over)?due',
      'is my rent late',
      'have i (?:already |fully )?(?:paid|cleared) (?:my |the |all )?(?:my )?rent',
      'did i (?:already |fully )?(?:pay|clear) (?:my|the|this months) rent',
      '(?:is|was|has) my rent (?:been )?(?:already |fully )?(?:paid|cleared|settled)',
      'how much (?:rent )?have i (?:already )?paid(?! (?:(?:in |over )?(?:the )?(?:last|past|previous)|since|so far) ?)',
      '^how much (?:rent )?did i pay this month$',
      '(?:how much|what)(?: rent)? (?:do|must|should) i (?:still |yet )?(?:have|need)(?: to pay| left to pay)',
      'my (?:outstanding|unpaid|remaining|current|overdue|late) rent',
      'how much (?:of (?:my |the ))?rent (?:is |remains )?(?:still )?(?:left|due|outstanding|remaining|unpaid)',
      '(?:what|how much) (?:is|s) (?:still )?(?:left|due) of my rent',
      'my (?:current |rent |account |outstanding )?(?:balance|arrears|debt)',
      'am i (?:paid up|in arrears|behind)',
      'how much (?:rent )?(?:do|should|must) i (?:still )?(?:have to |need to )?(?:still )?pay(?: now| today| this month| for rent)?$',
      '(?:salio|deni) langu',
      '^(?:je )?nimesha ?lipa(?: kodi| rent)?(?: ya)? mwezi huu$',
      '(?:ni)?nadaiwa',
    ]),
  ],
  [
    'room',
    anyPhrase([
      '(?:what|which|where) ?(?:is|s) my room(?: number)?$',
      'wh(?:at|ere)s my room(?: number)?$',
      'my room (?:number|no)',
      '^(?:show |see |tell )?(?:me )?my room(?: please)?$',
      '(?:how much|what) (?:is|s) my (?:monthly )?rent(?: (?:a|per|each|this|every) month| amount)?$',
      '(?:whats|hows) my (?:monthly )?rent$',
      '(?:what|which) room (?:did you|have you|was i|were we|did i) (?:give|given|assign|assigned|get|allocate|allocated)',
      '(?:what|which) room (?:am i|do i|is mine)',
      '(?:room|rum|chumba) (?:yangu|changu) ni (?:namba )?(?:gani|ngapi|ipi|kipi)$',
      '^(?:je )?(?:namba |nambari )?(?:ya )?chumba changu(?: ni)?(?: namba| nambari)?(?: gani| kipi| ngapi| ipi)?$',
    ]),
  ],
  [
    'wifi_code',
    anyPhrase([
      `(?:what is|what was|whats|which is|tell me|give me|show me|show|send me|remind me of) my (?:${currentCode}|${bundle})`,
      `(?:can|could|do|may) (?:i|you) (?:see|find|get|show|give|have|send me|show me|give me|tell me) my ${currentCode}`,
      `(?:left|remains|remaining|remain) (?:on|of|in|from) my (?:${currentCode}|${bundle})`,
      `how much of my (?:${currentCode}|${bundle})`,
      `my (?:${currentCode}|${bundle}) (?:is |are |do i have )?(?:left|remaining|balance)`,
      'how much (?:data|wifi|internet) (?:is left|have i left|do i have left|have i got left|do i have)$',
      `(?:when|until when) (?:does|do|will|is) my (?:${currentCode}|${bundle}) (?:end|expire|run out|finish|over)`,
      `(?:is|has) my (?:${currentCode}|${bundle}) (?:still )?(?:active|running|valid|over|expired|finished)`,
      'msimbo wangu',
    ]),
  ],
  [
    'wifi_code',
    new RegExp(`^(?:check |see |view |find |get )?my (?:${currentCode}|${bundle})(?: please)?$`),
  ],
]

const ownTopics: Partial<Record<Topic, OwnQuestion>> = {
  balance: 'balance',
  last_payment: 'last_payment',
  history: 'history',
  own_room: 'room',
  wifi_left: 'wifi_code',
}

const topicsOfOwn: Record<OwnQuestion, Topic[]> = {
  balance: ['balance'],
  account_number: ['paybill'],
  last_payment: ['last_payment'],
  history: ['history'],
  room: ['own_room'],
  wifi_code: ['wifi_code', 'wifi_left'],
}

/** Something has gone wrong, or the message is for staff: then the tenant's own data is no answer. */
const beforeOwnData = new Set<Topic | null>([
  ...([
    'lost_payment',
    'push_problem',
    'wrong_payment',
    'late_rent',
    'login',
    'theft',
    'emergency',
    'human',
    'wifi_devices',
    'privacy',
  ] as const),
])

/** Whether my room-mate can see what I owe is no question about what I owe. */
const seenByOthers = /\b(?:can|could|does|do|will) (?!i |we )(?:my |the |other )?[a-z]+ see\b/

/** Whether known questions with a message's words rather ask for one of these. */
const isBeforeOwnData = (reading: Reading) =>
  [...likelihoods(reading)].some(
    ([label, likelihood]) =>
      label !== 'unknown' && likelihood >= RATHER && beforeOwnData.has(label),
  )
const RATHER = 0.5
/** How likely a part of the message must make another topic. */
const RATHER_TOO = 0.8

/** All questions about the tenant's own data that a message asks, each once. */
export function matchOwnQuestions(message: string): OwnQuestion[] {
  const phrase = toPhrase(message)
  const topic = findTopic(message)
  if (beforeOwnData.has(topic)) return []
  const matched = new Set(
    questions.filter(([, pattern]) => pattern.test(phrase)).map(([question]) => question),
  )
  // Asking how to pay isn't asking about the last payment.
  if (topic === 'pay_rent') matched.delete('last_payment')
  if (topic === null && (isOutside(message) || seenByOthers.test(phrase))) matched.clear()
  if (topic === null && matched.size > 0) {
    const topics = [...matched].flatMap((question) => topicsOfOwn[question])
    const reading = read(message)
    if (isBeforeOwnData(reading) || asksAnotherToo(reading, topics, RATHER_TOO)) matched.clear()
  }
  const own = topic && ownTopics[topic]
  if (own && matched.size === 0) matched.add(own)
  // A lost code is found by the payment's reference.
  if (isLostCode(message)) matched.delete('wifi_code')
  return [...matched]
}

const wifi = '(?:wifi|internet|bundle|hotspot|access|voucher)'
const wifiCode = `(?:${wifi} codes?|vouchers?|(?:wifi|internet) password)`
const article = '(?:(?:my|the|a|any|our) )?'
const code = `${article}(?:${wifiCode}|codes?|msimbo)`
const noCode = `no (?:${wifiCode}|codes?)`
const negation = '(?:not|never|didnt|havent|hasnt|dont|doesnt|cant|cannot|isnt|wasnt)'
const yet = '(?:(?:yet|even|ever) )?'

const lost = anyPhrase([
  `(?:lost|lose|misplaced|forgot|forgotten|deleted|missing|recover|resend) ${code}`,
  `(?:sijapata|sijapokea|nimepoteza|nimesahau) ${code}`,
  `${code} (?:is |was |got |has |has gone |went )?(?:lost|missing|gone|deleted|haijafika)`,
  `${code} (?:has |have |did |is |was )?${negation} ${yet}(?:come|came|arrived?|there|sent|received|delivered|appeared|appear|shown|show)`,
  `${negation} ${yet}(?:get|got|gotten|given|sent|receive|received|have|see|seen|find|found) (?:me )?${code}`,
  `${negation} been (?:sent|given) ${code}`,
  `(?:where is|wheres|where are) (?:my|the) (?:${wifiCode}|codes?)`,
  `(?:got|get|received|have|had|see|but|and|still|with) ${noCode}`,
  `${noCode} (?:came|arrived|yet|received|was sent)`,
  `send (?:me )?${code} again`,
  `${wifiCode} i (?:have )?(?:lost|forgot|forgotten|misplaced|deleted) it`,
])
const onlyNoCode = new RegExp(`^(?:paid |i paid |still )?${noCode}$`)

const paidForNothing = anyPhrase([
  '(?:paid|bought|nimelipa)(?: [^ ]+){0,12} (?:wifi|internet|bundle|data)(?: [^ ]+){0,12} (?:got|received|see|and) nothing',
  `(?:paid|bought|nimelipa)(?: [^ ]+){0,12} (?:wifi|internet|bundle|data)(?: [^ ]+){0,12} ${negation} ${yet}(?:get|got|gotten|receive|received|see|come|came|arrived?)`,
  '(?:nimelipa|nimenunua)(?: [^ ]+){0,12} (?:wifi|internet|bundle|data)(?: [^ ]+){0,12} (?:sijapata|sijapokea|haijafika|haijakuja)',
  '(?:paid|bought|nimelipa)(?: [^ ]+){0,12} (?:wifi|internet|bundle|data)(?: [^ ]+){0,12} nothing (?:came|yet|happened|arrived|has come)',
])

/** Other things have codes too. */
const otherCode = anyPhrase([
  '(?:doors?|gates?|paybill|till|pin|promo|postal|receipt|country|area|qr|dress|conduct)',
])
const mentionsWifi = anyPhrase(['(?:wifi|internet|vouchers?|bundles?)'])

/** Whether a message says that the code of a bundle is lost or never came. */
export function isLostCode(message: string): boolean {
  const phrase = toPhrase(message)
  if (paidForNothing.test(phrase)) return true
  if (otherCode.test(phrase) && !mentionsWifi.test(phrase)) return false
  return lost.test(phrase) || onlyNoCode.test(phrase)
}
