import { describe, expect, test } from 'vitest'
import type { StkPushState } from '#contract/payments.ts'
import {
  type AssistantState,
  buttonStatus,
  initialState,
  isWifi,
  type MenuOption,
  promptsFor,
} from './state.ts'
import { type AssistantAction, transition } from './transitions.ts'

const run = (from: AssistantState, ...actions: AssistantAction[]) =>
  actions.reduce(transition, from)
const chose = (option: MenuOption): AssistantAction => ({
  type: 'option_chosen',
  option,
  signedIn: true,
})
const back: AssistantAction = { type: 'went_back' }
const over: AssistantAction = { type: 'delay_over' }
const picked: AssistantAction = {
  type: 'bundle_picked',
  package_id: 'package_100',
  name: '3GB, 3 days',
  price: 100,
  chosen: { data_bytes: 3 * 2 ** 30, duration_s: 3 * 86_400 },
}
const initiatedAt = '2026-11-20T15:22:00.000Z'
const requested = {
  account_reference: 'package_100',
  phone_number: '254712345678',
  amount: 100,
}
const details = { ...requested, bundleName: '3GB, 3 days' }
const request = {
  ...details,
  chosen: { data_bytes: 3 * 2 ** 30, duration_s: 3 * 86_400 },
}
const push: StkPushState = {
  ...requested,
  purpose: 'wifi',
  checkout_request_id: 'w',
  status: 'processing',
  result_code: null,
  result_desc: null,
  transaction_desc: 'Wifi 3GB, 3 days',
  bundle: { package_id: 'package_100', name: '3GB, 3 days', data: '3GB' },
  mpesa_receipt_number: 'N/A',
  receipt_number: null,
  voucher: null,
  asked: true,
  at_desk: false,
  transaction_date: initiatedAt,
  initiated_at: initiatedAt,
}
const paid: StkPushState = {
  ...push,
  status: 'completed',
  result_code: '0',
  voucher: { code: 'H4TX92KD', package_id: 'package_100', expires_at: initiatedAt },
}
const reported = (state: StkPushState): AssistantAction => ({ type: 'push_reported', push: state })

const list = run(initialState, chose('wifi'))
const phone = run(list, picked)
const sending = run(phone, { type: 'answered', text: '0712 345 678' })
const waiting = run(sending, { type: 'push_sent', id: 'w' })

describe('choosing a bundle', () => {
  test('leads from the list to the phone to a push at the price that was shown', () => {
    expect(promptsFor(list)).toMatchObject([
      { type: 'bundles' },
      { options: ['lost_code', 'main'] },
    ])
    expect(phone.stage).toMatchObject({ at: 'phone', bundle: { price: 100 } })
    expect(sending.stage).toEqual({ at: 'sending', request })
    expect([list, phone, sending, waiting].map(({ stage }) => isWifi(stage))).not.toContain(false)
  })
  test('an invalid phone is an error and sends no push', () => {
    const wrong = run(phone, { type: 'answered', text: '12345' })
    const error = 'Please enter a valid phone number (e.g., 0712345678)'
    expect(wrong.stage).toEqual({ ...phone.stage, error })
  })
  test('Back returns to the list, and the menu clears everything', () => {
    expect(run(phone, back).stage).toEqual({ at: 'bundles' })
    expect(run(phone, chose('main'))).toEqual(initialState)
    expect(run(phone, chose('wifi'))).toBe(phone)
    expect(run(phone, chose('rent')).stage.at).toBe('account')
  })
  test('a bundle picked twice, or too late, changes nothing', () => {
    expect(run(phone, picked)).toBe(phone)
    expect(run(waiting, picked, chose('main'), back)).toBe(waiting)
  })
  test('a changed price or list is explained, and the list is shown again with the phone still filled in', () => {
    const reason = 'The price of this bundle is now Ksh 60. Please choose again.'
    const again = run(sending, { type: 'bundles_changed', reason })
    expect(again.stage).toEqual({ at: 'bundles' })
    expect(again.log).toMatchObject([{ type: 'warning', text: reason }])
    expect(again.draft).toEqual({ phone: '0712 345 678' })
    expect(run(again, picked).log).toEqual([])
    expect(run(initialState, { type: 'bundles_changed', reason })).toBe(initialState)
  })
})

describe('paid', () => {
  const ending = run(waiting, reported(paid))
  test('the code is shown at once, the message and the next actions after the delay', () => {
    expect(ending.stage.at).toBe('paid')
    expect(ending.log.at(-1)).toMatchObject({ type: 'success', push: paid })
    expect(promptsFor(ending)).toEqual([])
    const later = run(ending, over)
    expect(later.log).toEqual(ending.log)
    expect(later.stage).toEqual({ at: 'completed', wifi: true })
    expect(promptsFor(later)).toMatchObject([{ options: ['history', 'main'] }])
  })
  test('is shown once, whether the poll or the socket reports it, and its receipt may arrive later', () => {
    expect(run(ending, reported(paid))).toBe(ending)
    const named = { ...paid, mpesa_receipt_number: 'UKK9R7C3WD' }
    for (const actions of [
      [reported(named), over],
      [over, reported(named)],
    ]) {
      const shown = run(ending, ...actions).log.filter(({ type }) => type === 'success')
      expect(shown).toMatchObject([{ push: { mpesa_receipt_number: 'UKK9R7C3WD' } }])
    }
  })
  test('is shown by the button while the assistant is closed', () => {
    expect(buttonStatus(waiting.stage, 'waiting')).toBe('Waiting for M‑Pesa')
    expect(buttonStatus(ending.stage, 'waiting')).toBe('Your wifi code is here')
    expect(buttonStatus(ending.stage, 'paid')).toBeNull()
  })
})

test('a bundle that was picked on a page is bought from any stage, but never in the middle of a payment', () => {
  const { type: _, ...bundle } = picked
  const requested = { type: 'bundle_requested', ...bundle } as const
  const asked = run(list, picked)
  for (const from of [initialState, list, asked, run(initialState, chose('support'))]) {
    expect(run(from, requested).stage).toEqual(asked.stage)
  }
  expect(run(waiting, requested)).toBe(waiting)
})

describe('not paid', () => {
  const cancelled: StkPushState = { ...push, status: 'cancelled', result_code: '1032' }
  const failed = run(waiting, { type: 'check_started' }, reported(cancelled))
  test('allows to retry the same bundle, or to return to the list', () => {
    expect(failed.log.at(-1)).toMatchObject({ type: 'error', title: 'No money was taken.' })
    expect(run(failed, chose('try_again')).stage).toEqual({ at: 'sending', request })
    const changing = run(failed, chose('change'))
    expect(changing.stage).toEqual({ at: 'bundles' })
    expect(changing.draft).toEqual({ phone: '0712 345 678' })
    const unreachable: StkPushState = { ...push, status: 'failed', result_code: '1025' }
    const other = run(waiting, reported(unreachable), chose('change'))
    expect(other.stage).toMatchObject({ at: 'phone', bundle: { name: '3GB, 3 days', price: 100 } })
  })
})

test('an open push is resumed with its bundle', () => {
  const found: AssistantAction = { type: 'push_found', push, now: Date.parse(initiatedAt) }
  for (const from of [initialState, list]) {
    const state = run(from, found)
    expect(state.stage).toMatchObject({ at: 'waiting', push: { request: details } })
    expect(run(state, reported(paid)).log.at(-1)).toMatchObject({ type: 'success' })
  }
  // A conversation with support is not interrupted; the push is shown at the next menu.
  const talking = run(initialState, chose('support'))
  expect(run(talking, found)).toBe(talking)
  expect(run(talking, chose('main'), found).stage.at).toBe('waiting')
})
