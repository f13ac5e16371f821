import { pushAmount } from '#contract/payments.ts'
import { businessNumber, pin, typedAccount } from '#contract/simulator.ts'

const questions = ['business', 'account', 'amount', 'pin'] as const
export type MenuQuestion = (typeof questions)[number]

type Stage =
  | { at: 'services' | 'lipa' | 'confirm' | 'sending' }
  | { at: MenuQuestion; problem: string | null }
  | { at: 'sent'; receipt: string }
  /** `retryAt` is the step at which the user can correct the error. */
  | { at: 'refused'; why: string; unanswered: boolean; retryAt: MenuQuestion | 'confirm' }

/**
 * The state of the M-Pesa menu of one number. Typed values stay until the user has seen the result of the
 * payment.
 */
export interface Menu {
  stage: Stage
  typed: Record<MenuQuestion, string>
}

export type MenuEvent =
  | { type: 'choose'; entry: 'lipa' }
  /** `business` is the residence's own number, as a prefilled value. */
  | { type: 'choose'; entry: 'pay_bill'; business: string }
  | { type: 'type'; text: string }
  | { type: 'next' }
  | { type: 'back' }
  | { type: 'sent'; receipt: string }
  /** `unanswered`: no reply arrived, so the payment may have been made. */
  | { type: 'refused'; why: string; fields: Record<string, string>; unanswered: boolean }

export const initialMenu: Menu = {
  stage: { at: 'services' },
  typed: { business: '', account: '', amount: '', pin: '' },
}

const digits = (most: number) => (text: string) => text.replace(/\D/g, '').slice(0, most)
/** Removes characters that the field does not allow. */
const sanitise: Record<MenuQuestion, (text: string) => string> = {
  business: digits(7),
  account: (text) => text.slice(0, 20),
  // A dot is allowed, so that a fraction is refused; removing it would multiply the amount by a hundred.
  amount: (text) => text.replace(/[^\d.]/g, '').slice(0, 9),
  pin: digits(4),
}

const schemas = { business: businessNumber, account: typedAccount, amount: pushAmount, pin }

/** The field names of the contract. */
const fieldNames: Record<MenuQuestion, string> = {
  business: 'business_number',
  account: 'account_number',
  amount: 'amount',
  pin: 'pin',
}

export const isQuestion = (at: Stage['at']): at is MenuQuestion =>
  questions.some((question) => question === at)

const ask = (menu: Menu, question: MenuQuestion): Menu => ({
  ...menu,
  stage: { at: question, problem: null },
})
const goTo = (menu: Menu, at: 'services' | 'lipa' | 'confirm' | 'sending'): Menu => ({
  ...menu,
  stage: { at },
})
const goToStage = (menu: Menu, at: MenuQuestion | 'confirm'): Menu =>
  isQuestion(at) ? ask(menu, at) : goTo(menu, at)

/** A pure reducer; the result of sending arrives as an event. */
export function menuReducer(menu: Menu, event: MenuEvent): Menu {
  const { stage, typed } = menu
  switch (event.type) {
    case 'choose':
      if (event.entry === 'lipa') return goTo(menu, 'lipa')
      return ask(
        { ...menu, typed: { ...typed, business: typed.business || event.business } },
        'business',
      )
    case 'type':
      if (!isQuestion(stage.at)) return menu
      return ask(
        { ...menu, typed: { ...typed, [stage.at]: sanitise[stage.at](event.text) } },
        stage.at,
      )
    case 'next':
      return goNext(menu)
    case 'back':
      return goBack(menu)
    case 'sent':
      return { ...menu, stage: { at: 'sent', receipt: event.receipt } }
    case 'refused':
      return refuse(menu, event)
  }
}

function goNext(menu: Menu): Menu {
  const { stage, typed } = menu
  if (stage.at === 'confirm') return goTo(menu, 'sending')
  if (stage.at === 'refused') return goToStage(menu, stage.retryAt)
  if (!isQuestion(stage.at)) return menu
  const answer = schemas[stage.at].safeParse(typed[stage.at])
  if (!answer.success) {
    const problem = answer.error.issues[0]?.message ?? null
    return { ...menu, stage: { at: stage.at, problem } }
  }
  return goToStage(menu, questions[questions.indexOf(stage.at) + 1] ?? 'confirm')
}

function goBack(menu: Menu): Menu {
  const { at } = menu.stage
  if (at === 'sending') return menu
  if (at === 'sent') return initialMenu
  if (at === 'confirm') return ask(menu, 'pin')
  if (menu.stage.at === 'refused') return goToStage(menu, menu.stage.retryAt)
  if (!isQuestion(at)) return goTo(menu, 'services')
  const previousQuestion = questions[questions.indexOf(at) - 1]
  return previousQuestion ? ask(menu, previousQuestion) : goTo(menu, 'lipa')
}

type Refusal = Extract<MenuEvent, { type: 'refused' }>

/** A wrong PIN is cleared; all other values stay, to be corrected. */
function refuse(menu: Menu, { why, fields, unanswered }: Refusal): Menu {
  const retryAt = questions.find((question) => fieldNames[question] in fields) ?? 'confirm'
  const typed = retryAt === 'pin' ? { ...menu.typed, pin: '' } : menu.typed
  return { typed, stage: { at: 'refused', why, unanswered, retryAt } }
}

export const toPaybillPayment = ({ typed }: Menu) => ({
  business_number: typed.business,
  account_number: typed.account,
  amount: typed.amount,
  pin: typed.pin,
})
