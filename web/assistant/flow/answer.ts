import { phoneNumber } from '#contract/form.ts'
import { accountNumber, pushAmount } from '#contract/payments.ts'
import { inFours } from '#rules/account-number.ts'
import { localPhone } from '#rules/phone.ts'
import { backToMenu } from './choose.ts'
import type { Field } from './message.ts'
import { send } from './sending.ts'
import { afresh, type Flow } from './stage.ts'

export function typeInto(state: Flow, field: Field, text: string): Flow {
  const { stage } = state
  if (stage.at !== field) return state
  return { ...state, stage: { ...stage, error: null }, draft: { ...state.draft, [field]: text } }
}

/** People write thousands with a comma or a gap. */
export const readAmount = (text: string): ReturnType<typeof pushAmount.safeParse> =>
  pushAmount.safeParse(text.replace(/[,\s]/g, ''))

const problem = (result: { error?: { issues: { message: string }[] } }) =>
  result.error?.issues[0]?.message ?? ''

/** What was typed into the field that is asked: on with it, or a sentence about it. */
export function answer(state: Flow, text: string): Flow {
  const { stage } = state
  switch (stage.at) {
    case 'account': {
      const read = accountNumber.safeParse(text)
      if (!read.success) return { ...state, stage: { ...stage, error: problem(read) } }
      const draft = { ...state.draft, account: inFours(read.data) }
      const asked = { account_reference: read.data, bundle: null }
      return { ...state, draft, stage: { at: 'phone', error: null, ...asked } }
    }
    case 'phone': {
      const read = phoneNumber.safeParse(text)
      if (!read.success) return { ...state, stage: { ...stage, error: problem(read) } }
      const { account_reference, bundle } = stage
      const phone_number = read.data
      if (bundle) {
        const { price: amount, words, chosen } = bundle
        return send(state, { account_reference, phone_number, amount, bundle: words, chosen })
      }
      return {
        ...state,
        draft: { ...state.draft, phone: localPhone(phone_number) },
        stage: { at: 'amount', error: null, account_reference, phone_number },
      }
    }
    case 'amount': {
      const read = readAmount(text)
      if (!read.success) return { ...state, stage: { ...stage, error: problem(read) } }
      const { account_reference, phone_number } = stage
      return send(state, { account_reference, phone_number, amount: read.data, bundle: null })
    }
    default:
      return state
  }
}

export function goBack(state: Flow): Flow {
  const { stage } = state
  switch (stage.at) {
    case 'amount': {
      const { account_reference } = stage
      return { ...state, stage: { at: 'phone', error: null, account_reference, bundle: null } }
    }
    case 'phone':
      return { ...state, stage: stage.bundle ? { at: 'packages' } : { at: 'account', error: null } }
    case 'lost_code':
      return { ...afresh(state), stage: { at: stage.from } }
    default:
      return backToMenu(state)
  }
}
