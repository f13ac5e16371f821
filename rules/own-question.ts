import { asksForPerson } from './keyword.ts'
import { isLostCode } from './lost-code.ts'
import { anyOf, phrased } from './phrases.ts'

export type OwnQuestion =
  | 'balance'
  | 'account_number'
  | 'last_payment'
  | 'history'
  | 'room'
  | 'wifi_code'

const code = '(?:current |active )?(?:(?:wifi|internet) (?:codes?|vouchers?|password)|vouchers?)'
const bundle = '(?:current |active )?(?:(?:wifi |internet )?bundles?|(?:wifi|internet) data)'

const show = '(?:(?:show|see|list|check|view|open|get|give|find|display) )?(?:me )?'
const past = '(?:past|previous|old|earlier|recent|latest|last|rent|wifi|mpesa|payment)'
const span =
  '(?:(?:in |over )?(?:the )?(?:last|past|previous) (?:(?:[0-9]+|two|three|few) )?(?:weeks?|months?|years?|semester|term)|in (?:january|february|march|april|may|june|july|august|september|october|november|december)|this year|so far)'

/** Questions about oneself, in English and the commonest Swahili; the first that fits. */
const questions: [OwnQuestion, RegExp][] = [
  [
    'account_number',
    anyOf([
      'my (?:student |rent |paybill |mpesa )?(?:account|acc) (?:number|no|num)',
      '(?:what|which) account number (?:do|should|must) i',
      '(?:n?ambari ya )?akaunti yangu',
      '(?:nambari|namba) yangu ya (?:akaunti|kulipa)',
    ]),
  ],
  [
    'last_payment',
    anyOf([
      'my (?:last|latest|most recent|recent|previous) (?:rent )?(?:payment|transaction|receipt)s?',
      'when did i (?:last )?pay',
      '^(?:what|how much) did i (?:last )?pay(?: last)?(?: time)?$',
      '(?:did|has|was|is|have you) (?:you )?(?:get |got |receive |received )?my (?:rent |last )?payment',
      '^(?:show |see |list |check )?(?:me )?my payments?(?: please)?$',
      'my (?:mpesa )?receipt(?: number| no)?',
      'my (?:rent |wifi |mpesa )?payment (?:has |have |is |was |did |does )?(?:failed|not|didnt|hasnt|doesnt|isnt|never|missing|pending)',
      'paid (?:my |the |for )?(?:rent|room)(?: [^ ]+){0,3} (?:does|is|has|did|doesnt|isnt|hasnt|didnt)(?: not)?(?: yet)? (?:it )?(?:show|showing|shown|appear|appeared|reflect|reflected|arrive|arrived|there|come)',
      'i (?:have )?(?:paid|sent)(?: [^ ]+)* (?:did|have|has) (?:you|it) (?:get|got|receive|received|come|arrive|arrived|gone)(?= it| them| the| that|$)',
      '(?:did|has|have|was) my (?:wifi |internet |rent )?(?:bundle|rent|payment|money|transaction|purchase)(?: [^ ]+){0,3} (?:fail|failed|go through|gone through|arrive|arrived|succeed|received|reach you)',
      'malipo yangu(?: ya mwisho)?',
    ]),
  ],
  [
    'history',
    anyOf([
      `^${show}(?:all )?(?:of )?(?:my |the )?(?:${past} )?(?:payments?|transactions?) history(?: please)?$`,
      `^${show}(?:all )?(?:of )?my (?:(?:past|previous|old|earlier) (?:rent |wifi )?payments|(?:${past} )?transactions)(?: please)?$`,
      `^${show}all (?:of )?my payments(?: please)?$`,
      '(?:how|where) (?:do|can) i (?:see|find|view|check|get) (?:all )?my (?:past |previous |old )?(?:payments|transactions|receipts|(?:payment|transaction) history)$',
      `^(?:how much|what) (?:rent )?(?:did i pay|have i paid)(?: for (?:rent|wifi))? ${span}(?: for (?:rent|wifi))?$`,
    ]),
  ],
  [
    'balance',
    anyOf([
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
      'how much (?:rent )?have i (?:already )?paid(?! (?:in |over )?(?:the )?(?:last|past|previous) )',
      '^how much (?:rent )?did i pay this month$',
      '(?:how much|what)(?: rent)? (?:do|must|should) i (?:still |yet )?(?:have|need)(?: to pay| left to pay)',
      'my (?:outstanding|unpaid|remaining|current|overdue|late) rent',
      'how much (?:of (?:my |the ))?rent (?:is |remains )?(?:still )?(?:left|due|outstanding|remaining|unpaid)',
      '(?:what|how much) (?:is|s) (?:still )?(?:left|due) of my rent',
      'my (?:current |rent |account |outstanding )?(?:balance|arrears|debt)',
      'am i (?:paid up|in arrears|behind)',
      'how much (?:rent )?(?:do|should|must) i (?:still )?(?:have to |need to )?(?:still )?pay(?: now| today| this month| for rent)?$',
      '(?:salio|deni) langu',
      '(?:ni)?nadaiwa',
    ]),
  ],
  [
    'room',
    anyOf([
      '(?:what|which|where) ?(?:is|s) my room(?: number)?$',
      'wh(?:at|ere)s my room(?: number)?$',
      'my room (?:number|no)',
      '^(?:show |see |tell )?(?:me )?my room(?: please)?$',
      '(?:how much|what) (?:is|s) my (?:monthly )?rent(?: (?:a|per|each|this|every) month| amount)?$',
      '(?:whats|hows) my (?:monthly )?rent$',
      '(?:what|which) room (?:am i|do i|is mine)',
      'chumba changu',
    ]),
  ],
  [
    'wifi_code',
    anyOf([
      `(?:what is|what was|whats|which is|tell me|give me|show me|show|send me|remind me of) my (?:${code}|${bundle})`,
      `(?:can|could|do|may) (?:i|you) (?:see|find|get|show|give|have|send me|show me|give me|tell me) my ${code}`,
      `(?:left|remains|remaining|remain) (?:on|of|in|from) my (?:${code}|${bundle})`,
      `how much of my (?:${code}|${bundle})`,
      `my (?:${code}|${bundle}) (?:is |are |do i have )?(?:left|remaining|balance)`,
      'how much (?:data|wifi|internet) (?:is left|have i left|do i have left|have i got left|do i have)$',
      `(?:when|until when) (?:does|do|will|is) my (?:${code}|${bundle}) (?:end|expire|run out|finish|over)`,
      `(?:is|has) my (?:${code}|${bundle}) (?:still )?(?:active|running|valid|over|expired|finished)`,
      'msimbo wangu',
    ]),
  ],
  [
    'wifi_code',
    new RegExp(`^(?:check |see |view |find |get )?my (?:${code}|${bundle})(?: please)?$`),
  ],
]

/**
 * The questions about oneself that a message asks, each once: whoever asks two is not answered by
 * half.
 */
export function ownQuestionsOf(message: string): OwnQuestion[] {
  const said = phrased(message)
  // A lost code asks for the payment reference (spec 5), not for what is there.
  if (asksForPerson(said)) return []
  const asked = new Set(questions.filter(([, it]) => it.test(said)).map(([question]) => question))
  if (isLostCode(message)) asked.delete('wifi_code')
  return [...asked]
}
