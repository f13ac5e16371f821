import { describe, expect, test } from 'vitest'
import {
  initialMenu,
  type Menu,
  type MenuEvent,
  menuReducer,
  toPaybillPayment,
} from './mpesa-menu.ts'

const run = (from: Menu, ...events: MenuEvent[]) => events.reduce(menuReducer, from)
const typed = (text: string): MenuEvent => ({ type: 'type', text })
const on: MenuEvent = { type: 'next' }
const back: MenuEvent = { type: 'back' }
const refused = (fields: Record<string, string>, unanswered = false): MenuEvent => ({
  type: 'refused',
  why: 'Because.',
  fields,
  unanswered,
})

const opened = run(
  initialMenu,
  { type: 'choose', entry: 'lipa' },
  { type: 'choose', entry: 'pay_bill', business: '174379' },
)
const atAmount = run(opened, on, typed('AC7K4M9X'), on)
const atConfirm = run(atAmount, typed('6500'), on, typed('4821'), on)
const sending = run(atConfirm, on)

describe('pay bill', () => {
  test('asks for one field after the other and sends what was typed', () => {
    expect(opened.stage).toEqual({ at: 'business', problem: null })
    expect(atAmount.stage.at).toBe('amount')
    expect(atConfirm.stage.at).toBe('confirm')
    expect(sending.stage.at).toBe('sending')
    expect(toPaybillPayment(sending)).toEqual({
      business_number: '174379',
      account_number: 'AC7K4M9X',
      amount: '6500',
      pin: '4821',
    })
  })

  test('shows the receipt once sent, and is cleared after that', () => {
    const sent = run(sending, { type: 'sent', receipt: 'UKL4ABC123' })
    expect(sent.stage).toEqual({ at: 'sent', receipt: 'UKL4ABC123' })
    expect(sent.typed.amount).toBe('6500')
    expect(run(sent, back)).toEqual(initialMenu)
  })

  test('going back keeps everything, and a changed business number is not filled in again', () => {
    const first = run(atConfirm, back, back, back, back, typed('600984'), back)
    expect(first.stage.at).toBe('lipa')
    const again = run(first, { type: 'choose', entry: 'pay_bill', business: '174379' })
    expect(again.typed).toEqual({ ...atConfirm.typed, business: '600984' })
    expect(run(again, on, on, on, on).stage.at).toBe('confirm')
    expect(run(first, back).stage.at).toBe('services')
  })

  test('number fields accept digits only', () => {
    expect(run(opened, typed('17 43-79 000')).typed.business).toBe('1743790')
    expect(run(atAmount, typed('Ksh 6,500')).typed.amount).toBe('6500')
    expect(run(opened, on, typed('ac7k 4m9x, please, today')).typed.account).toHaveLength(20)
  })

  test.each([
    ['a short business number', run(opened, typed('1234')), /five to seven digits/],
    ['no account number', run(opened, on), /enter the account number/],
    ['an account number of blanks', run(opened, on, typed('  ')), /enter the account number/],
    ['no amount', atAmount, /valid amount/],
    ['nothing to pay', run(atAmount, typed('000')), /valid amount/],
    ['half a shilling', run(atAmount, typed('65.50')), /valid amount/],
    ['too much', run(atAmount, typed('250001')), /at most Ksh 250,000/],
    ['half a PIN', run(atAmount, typed('1'), on, typed('48')), /four digits/],
  ])('%s is shown at once and cleared by the next key', (_, menu, problem) => {
    const held = run(menu, on)
    expect(held.stage).toEqual({ at: menu.stage.at, problem: expect.stringMatching(problem) })
    expect(run(held, typed('1')).stage).toEqual({ at: menu.stage.at, problem: null })
  })

  test('a payment that is being sent cannot be cancelled', () => {
    expect(run(sending, back)).toBe(sending)
    expect(run(sending, on)).toBe(sending)
  })
})

describe('a refusal', () => {
  test.each([
    ['business_number', 'business'],
    ['account_number', 'account'],
    ['amount', 'amount'],
  ])('for the %s leads back to it, with everything that was typed', (field, question) => {
    const menu = run(sending, refused({ [field]: 'Because.' }))
    expect(menu.stage).toMatchObject({ at: 'refused', why: 'Because.' })
    const corrected = run(menu, on)
    expect(corrected.stage.at).toBe(question)
    expect(corrected.typed).toEqual(atConfirm.typed)
    expect(run(menu, back)).toEqual(corrected)
  })

  test('of the PIN asks for another one', () => {
    const corrected = run(sending, refused({ pin: 'Because.' }), on)
    expect(corrected.stage.at).toBe('pin')
    expect(corrected.typed).toEqual({ ...atConfirm.typed, pin: '' })
  })

  test('without a field, or no reply at all, leads back to the confirmation', () => {
    expect(run(sending, refused({}), on).stage.at).toBe('confirm')
    const unanswered = run(sending, refused({}, true))
    expect(unanswered.stage).toMatchObject({ unanswered: true, retryAt: 'confirm' })
    expect(unanswered.typed).toEqual(atConfirm.typed)
  })
})
