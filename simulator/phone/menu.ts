import { pushAmount } from '#contract/payments.ts'
import { businessNumber, pin, typedAccount } from '#contract/simulator.ts'

const questions = ['business', 'account', 'amount', 'pin'] as const
export type Question = (typeof questions)[number]

type Stage =
  | { at: 'services' | 'lipa' | 'confirm' | 'sending' }
  | { at: Question; problem: string | null }
  | { at: 'sent'; receipt: string }
  /** `mend`: where to go to put it right. */
  | { at: 'refused'; why: string; lost: boolean; mend: Question | 'confirm' }

/** The M-Pesa menu of one phone. What was typed stays until the money is sent and seen. */
export interface Menu {
  stage: Stage
  typed: Record<Question, string>
}

export type MenuEvent =
  | { type: 'chose'; entry: 'lipa' }
  /** The residence's own number is filled in. */
  | { type: 'chose'; entry: 'pay_bill'; business: string }
  | { type: 'typed'; text: string }
  | { type: 'went_on' }
  | { type: 'went_back' }
  | { type: 'was_sent'; receipt: string }
  /** `lost`: no answer came, so the money may have gone all the same. */
  | { type: 'was_refused'; why: string; fields: Record<string, string>; lost: boolean }

export const start: Menu = {
  stage: { at: 'services' },
  typed: { business: '', account: '', amount: '', pin: '' },
}

const digits = (most: number) => (text: string) => text.replace(/\D/g, '').slice(0, most)
/** What can be typed at all. */
const keys: Record<Question, (text: string) => string> = {
  business: digits(7),
  account: (text) => text.slice(0, 20),
  // A fraction stays to be seen and refused; without its dot it would be a hundred times as much.
  amount: (text) => text.replace(/[^\d.]/g, '').slice(0, 9),
  pin: digits(4),
}

const answers = { business: businessNumber, account: typedAccount, amount: pushAmount, pin }

/** The names that the server has for the questions. */
const fieldNames: Record<Question, string> = {
  business: 'business_number',
  account: 'account_number',
  amount: 'amount',
  pin: 'pin',
}

export const isQuestion = (at: Stage['at']): at is Question =>
  questions.some((question) => question === at)

const ask = (menu: Menu, question: Question): Menu => ({
  ...menu,
  stage: { at: question, problem: null },
})
const goTo = (menu: Menu, at: 'services' | 'lipa' | 'confirm' | 'sending'): Menu => ({
  ...menu,
  stage: { at },
})
const moveTo = (menu: Menu, at: Question | 'confirm'): Menu =>
  isQuestion(at) ? ask(menu, at) : goTo(menu, at)

/** The whole menu: no calls; what comes of sending is told as an event. */
export function menuAfter(menu: Menu, event: MenuEvent): Menu {
  const { stage, typed } = menu
  switch (event.type) {
    case 'chose':
      if (event.entry === 'lipa') return goTo(menu, 'lipa')
      return ask(
        { ...menu, typed: { ...typed, business: typed.business || event.business } },
        'business',
      )
    case 'typed':
      if (!isQuestion(stage.at)) return menu
      return ask({ ...menu, typed: { ...typed, [stage.at]: keys[stage.at](event.text) } }, stage.at)
    case 'went_on':
      return goOn(menu)
    case 'went_back':
      return goBack(menu)
    case 'was_sent':
      return { ...menu, stage: { at: 'sent', receipt: event.receipt } }
    case 'was_refused':
      return refuse(menu, event)
  }
}

function goOn(menu: Menu): Menu {
  const { stage, typed } = menu
  if (stage.at === 'confirm') return goTo(menu, 'sending')
  if (stage.at === 'refused') return moveTo(menu, stage.mend)
  if (!isQuestion(stage.at)) return menu
  const answer = answers[stage.at].safeParse(typed[stage.at])
  if (!answer.success) {
    const problem = answer.error.issues[0]?.message ?? null
    return { ...menu, stage: { at: stage.at, problem } }
  }
  return moveTo(menu, questions[questions.indexOf(stage.at) + 1] ?? 'confirm')
}

function goBack(menu: Menu): Menu {
  const { at } = menu.stage
  if (at === 'sending') return menu
  if (at === 'sent') return start
  if (at === 'confirm') return ask(menu, 'pin')
  if (menu.stage.at === 'refused') return moveTo(menu, menu.stage.mend)
  if (!isQuestion(at)) return goTo(menu, 'services')
  const before = questions[questions.indexOf(at) - 1]
  return before ? ask(menu, before) : goTo(menu, 'lipa')
}

type Refusal = Extract<MenuEvent, { type: 'was_refused' }>

/** A wrong PIN is not offered again; everything else stays to be put right. */
function refuse(menu: Menu, { why, fields, lost }: Refusal): Menu {
  const mend = questions.find((question) => fieldNames[question] in fields) ?? 'confirm'
  const typed = mend === 'pin' ? { ...menu.typed, pin: '' } : menu.typed
  return { typed, stage: { at: 'refused', why, lost, mend } }
}

/** What goes to M-Pesa. */
export const orderOf = ({ typed }: Menu) => ({
  business_number: typed.business,
  account_number: typed.account,
  amount: typed.amount,
  pin: typed.pin,
})
