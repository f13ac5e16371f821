import { anyOf, phrased } from './phrases.ts'
import { type PlainQuestion, plainQuestionOf } from './plain-question.ts'

/** `staff`: what only people can settle, such as money back. */
export type Keyword = 'hours' | 'contact' | 'about' | 'staff' | PlainQuestion

/** What follows asks about the office still, not about something that opens too. */
const and_no_more = '(?=$| (?:today|tomorrow|tonight|now|please|on|at|this|till|until|late)(?: |$))'
const office = '(?:you|the office|your office|support|customer (?:care|support)|the reception)'

const hours = anyOf([
  '^(?:the |your |what )?hours$',
  'your hours',
  '(?:office|support|business) hours',
  '(?:^|(?:what are|what is|whats|the|your|office|and|is|tell me|show me) )(?:opening|working|closing) (?:hours|times?)(?! (?:of|for|in|at) (?!the office|support))',
  `(?:when|what time|what days|until when|till when|how late) (?:are|is|do|does|will) ${office} (?:be )?(?:open|opened|close|closed|available|there|reachable)${and_no_more}`,
  `(?:are|is) ${office} (?:open|closed|still open)${and_no_more}`,
  'saa za (?:kazi|ofisi)',
  'mnafungua saa',
])

const people =
  '(?:you|somebody|someone|(?:a )?human|a person|an agent|support|management|staff|customer (?:care|support|service)|the (?:office|residence|company|management|manager|caretaker|landlord|staff|reception))'
const details = '(?: (?:details?|info|information|numbers?|us))?'

const contact = anyOf([
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
const not_theirs = anyOf(['emergency contact', 'my (?:phone|email|contact|number|mobile|address)'])

const tell_about =
  '(?:(?:tell me|know|learn|hear|information|info|something)(?: (?:something|more|all))? (?:about|of)|^(?:more )?about)'
const about = anyOf([
  '^about(?: us)?$',
  `${tell_about} (?:you|yourselves|(?:(?:the|this|your) )?(?:company|residence|hostel|house|place|business))$`,
  'who are you$',
  'what (?:is|are) (?:this|you|the residence|the company)$',
  'kuhusu (?:nyinyi|hosteli|kampuni)',
])

const staff = anyOf([
  'refund(?:s|ed)?',
  '(?:paid|charged|deducted)(?: [^ ]+){0,4} (?:twice|double|two times|mara mbili)',
  '(?:money|pesa) back',
  '(?:cancel|reverse|return) (?:my |the |a |this )?(?:(?:wifi|internet) )?(?:bundle|voucher|package|payment|transaction|rent)',
  'rudisha (?:pesa|hela)',
])

/** Whether a message asks for a person; then it is not about oneself, whatever else it names. */
export function asksForPerson(said: string): boolean {
  return staff.test(said) || (contact.test(said) && !not_theirs.test(said))
}

/** The canned answer that a message asks for by its words (spec 5); `name` is the residence's. */
export function keywordOf(message: string, name: string): Keyword | null {
  const said = phrased(message)
  if (staff.test(said)) return 'staff'
  if (hours.test(said)) return 'hours'
  if (contact.test(said) && !not_theirs.test(said)) return 'contact'
  const named = phrased(name)
  const asks_for_it =
    named !== '' && anyOf([`(?:${tell_about}|what is|who is) ${named}$`, `^${named}$`]).test(said)
  return asks_for_it || about.test(said) ? 'about' : plainQuestionOf(said)
}
