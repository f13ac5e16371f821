import { describe, expect, test } from 'vitest'
import { makeAccountNumber } from '#rules/account-number.ts'
import { type AssistantState, initialState, type MenuOption, promptsFor } from './state.ts'
import { type AssistantAction, transition } from './transitions.ts'

const account = makeAccountNumber(() => 3)
const run = (from: AssistantState, ...actions: AssistantAction[]) =>
  actions.reduce(transition, from)
const chose = (option: MenuOption, signedIn = true): AssistantAction => ({
  type: 'option_chosen',
  option,
  signedIn,
})
const answered = (text: string): AssistantAction => ({ type: 'answered', text })
const at = (state: AssistantState) => state.stage.at

const atAccount = run(initialState, chose('rent'))
const atPhone = run(atAccount, answered(account))
const atAmount = run(atPhone, answered('0712 345 678'))
const sending = run(atAmount, answered('6,000'))
const refused = run(sending, {
  type: 'push_refused',
  reason: 'M-Pesa is busy right now.',
  lost: false,
  faulty: 'amount',
})

describe('main menu', () => {
  test('is the first stage', () => {
    expect(promptsFor(initialState)).toEqual([{ type: 'menu', menu: 'main', later: false }])
  })
  test.each([
    ['rent', 'Please log in to pay rent. You’ll come straight back here.'],
    ['wifi', 'Please log in to buy a wifi bundle. You’ll come straight back here.'],
    ['history', 'Please log in to see your payments. You’ll come straight back here.'],
    ['lost_code', 'Please log in to find your wifi code. You’ll come straight back here.'],
  ] as const)('sends a visitor to sign in first: %s', (option, text) => {
    const state = run(initialState, chose(option, false))
    expect(state.stage).toEqual({ at: 'sign_in', flow: option })
    expect(state.log).toMatchObject([{ type: 'text', text }])
    expect(promptsFor(state)).toMatchObject([{ options: ['sign_in', 'main'] }])
    expect(at(run(state, chose('main', false)))).toBe('main')
  })
  test('support is open to visitors too', () => {
    expect(at(run(initialState, chose('support', false)))).toBe('support')
  })
  test('the search for a missing code opens from several stages, and Back returns there', () => {
    const back: AssistantAction = { type: 'went_back' }
    const lost = (from: AssistantState) => run(from, chose('lost_code'))
    expect(at(run(lost(run(initialState, chose('support'))), back))).toBe('support')
    expect(at(run(lost(run(initialState, chose('wifi'))), back))).toBe('bundles')
    expect(at(run(lost(initialState), back))).toBe('main')
  })
  test('returns without any trace of a payment', () => {
    expect(run(refused, chose('main'))).toEqual(initialState)
  })
})

describe('own rent on one form', () => {
  const form = run(initialState, chose('own_rent'))
  const filled = (amount: string, phone: string) =>
    run(form, { type: 'own_rent_answered', account, amount, phone })

  test('leads to a request at once', () => {
    expect(filled('6,000', '0712 345 678').stage).toMatchObject({
      at: 'sending',
      request: { account_reference: account, amount: 6000, phone_number: '254712345678' },
    })
  })
  test('shows the errors of both fields, each until it is typed in', () => {
    const wrong = filled('0', '12')
    expect(wrong.stage).toMatchObject({
      errors: {
        amount: 'Please enter a valid amount.',
        phone: 'Please enter a valid phone number (e.g., 0712345678)',
      },
    })
    const typed = run(wrong, { type: 'typed', field: 'amount', text: '5' })
    expect(typed.stage).toMatchObject({ errors: { amount: undefined } })
    expect(typed.stage).toMatchObject({ errors: { phone: expect.any(String) } })
  })
  test('is returned to when the request is changed', () => {
    const failed = run(filled('60', '0712345678'), {
      type: 'push_refused',
      reason: '',
      lost: false,
      faulty: 'amount',
    })
    const changed = run(failed, chose('change'))
    expect(changed.stage).toEqual({ at: 'own_rent', errors: null, faulty: 'amount' })
    expect(changed.draft).toMatchObject({ amount: '60', phone: '0712 345 678' })
  })
  test('leads to the questions for somebody else, without one’s own number', () => {
    const other = run(form, chose('someone_else'))
    expect(other.stage).toEqual({ at: 'account', error: null })
    expect(other.draft).toEqual({ account: '' })
  })
})

describe('the three questions', () => {
  test('lead to a request in the wire form', () => {
    expect([at(atAccount), at(atPhone), at(atAmount)]).toEqual(['account', 'phone', 'amount'])
    expect(sending.stage).toEqual({
      at: 'sending',
      request: {
        account_reference: account,
        phone_number: '254712345678',
        amount: 6000,
        bundleName: null,
      },
    })
    expect(sending.log).toMatchObject([{ type: 'text', from: 'user' }])
    expect(promptsFor(sending)).toEqual([])
  })
  test('accept an account number with spaces and in lower case', () => {
    const typed = ` ${account.slice(0, 4)} ${account.slice(4)} `.toLowerCase()
    expect(run(atAccount, answered(typed)).stage).toMatchObject({ account_reference: account })
  })
  test.each([
    [atAccount, '   ', 'Please enter a valid account number.'],
    [atAccount, 'AAAAAAAA', 'Please enter a valid account number.'],
    [atPhone, '07123', 'Please enter a valid phone number (e.g., 0712345678)'],
    [atPhone, '', 'Please enter a valid phone number (e.g., 0712345678)'],
    [atAmount, '', 'Please enter a valid amount.'],
    [atAmount, '0', 'Please enter a valid amount.'],
    [atAmount, '-5', 'Please enter a valid amount.'],
    [atAmount, '6000.50', 'Please enter a valid amount.'],
    [atAmount, 'six', 'Please enter a valid amount.'],
    [atAmount, '250001', 'M-Pesa takes at most Ksh 250,000 at a time.'],
  ])('keep their stage and show the error of the contract (%#)', (from, text, error) => {
    const state = run(from, answered(text))
    expect(state.stage).toEqual({ ...from.stage, error })
    expect(promptsFor(state)).toMatchObject([{ type: 'input', error }])
  })
  test('clear the error once something is typed', () => {
    const typed = run(atPhone, answered('07'), { type: 'typed', field: 'phone', text: '071' })
    expect(typed.stage).toMatchObject({ at: 'phone', error: null })
    expect(typed.draft.phone).toBe('071')
    expect(run(typed, { type: 'typed', field: 'account', text: 'late' })).toBe(typed)
  })
  test('go back one by one without losing what was typed', () => {
    const back = run(
      atAmount,
      { type: 'typed', field: 'amount', text: '50' },
      { type: 'went_back' },
    )
    expect(at(back)).toBe('phone')
    expect(at(run(back, { type: 'went_back' }))).toBe('account')
    expect(back.draft).toMatchObject({ amount: '50', phone: '0712 345 678' })
    expect(run(back, { type: 'went_back' }, { type: 'went_back' })).toEqual(initialState)
  })
  test('do not restart when rent is chosen again', () => {
    expect(run(atAmount, chose('rent'))).toBe(atAmount)
  })
  test('ignore answers when nothing is asked', () => {
    expect(run(initialState, answered('hello'))).toBe(initialState)
  })
})

describe('sending', () => {
  test('a second press changes nothing', () => {
    expect(run(sending, answered('6000'), chose('rent'), chose('main'), chose('try_again'))).toBe(
      sending,
    )
  })
  test('is followed by waiting, with the first check due at once', () => {
    const waiting = run(sending, { type: 'push_sent', id: 'a' })
    expect(waiting.stage).toMatchObject({ at: 'waiting', attempts: 0, checkNow: true })
    expect(run(waiting, { type: 'push_sent', id: 'b' })).toBe(waiting)
  })
  test('refused: says why, then offers to retry, to change and the menu', () => {
    expect(refused.log.at(-1)).toMatchObject({
      type: 'error',
      title: 'The payment didn’t start.',
      text: 'Payment failed: M-Pesa is busy right now. Please try again or contact support',
    })
    expect(promptsFor(refused)).toMatchObject([
      { options: ['try_again', 'change', 'call', 'main'] },
    ])
    expect(run(refused, { type: 'delay_over' })).toBe(refused)
  })
  test('without a reply it does not claim that nothing was started', () => {
    const lost = run(sending, {
      type: 'push_refused',
      reason: 'No network.',
      lost: true,
      faulty: 'amount',
    })
    expect(lost.log.at(-1)).toMatchObject({ title: expect.stringContaining('We got no answer') })
  })
  test('a late refusal changes no other stage', () => {
    expect(
      run(initialState, { type: 'push_refused', reason: 'x', lost: true, faulty: 'amount' }),
    ).toBe(initialState)
  })
  test('can be retried with the same data', () => {
    const again = run(refused, chose('try_again'))
    expect(again.stage).toEqual(sending.stage)
    expect(again.log).toHaveLength(3)
  })
  test('can be changed with all fields filled in', () => {
    const changing = run(refused, chose('change'))
    expect(changing.stage).toEqual(atAmount.stage)
    for (const field of ['account', 'phone'] as const) {
      const failed = { type: 'push_refused', reason: 'x', lost: false, faulty: field } as const
      expect(at(run(sending, failed, chose('change')))).toBe(field)
    }
    expect(changing.draft).toMatchObject({ phone: '0712 345 678', amount: '6000' })
    expect(changing.log).toEqual([])
  })
})
