import { describe, expect, test } from 'vitest'
import type { PushState } from '#contract/payments.ts'
import { type FlowEvent, flow } from './flow.ts'
import type { Option } from './message.ts'
import { newsOf } from './news.ts'
import { type Flow, isWifi, start, turns } from './stage.ts'

const run = (from: Flow, ...events: FlowEvent[]) => events.reduce(flow, from)
const chose = (option: Option): FlowEvent => ({ type: 'chose', option, signed_in: true })
const back: FlowEvent = { type: 'went_back' }
const over: FlowEvent = { type: 'delay_over' }
const picked: FlowEvent = {
  type: 'picked',
  package_id: 'package_100',
  words: '3GB, 3 days',
  price: 100,
  chosen: { data_bytes: 3 * 2 ** 30, duration_s: 3 * 86_400 },
}
const asked_at = '2026-11-20T15:22:00.000Z'
const asked_for = {
  account_reference: 'package_100',
  phone_number: '254712345678',
  amount: 100,
}
const wish = { ...asked_for, bundle: '3GB, 3 days' }
const request = {
  ...wish,
  chosen: { data_bytes: 3 * 2 ** 30, duration_s: 3 * 86_400 },
}
const push: PushState = {
  ...asked_for,
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
  transaction_date: asked_at,
  initiated_at: asked_at,
}
const paid: PushState = {
  ...push,
  status: 'completed',
  result_code: '0',
  voucher: { code: 'H4TX92KD', package_id: 'package_100', expires_at: asked_at },
}
const reported = (state: PushState): FlowEvent => ({ type: 'reported', state })

const list = run(start, chose('wifi'))
const phone = run(list, picked)
const sending = run(phone, { type: 'answered', text: '0712 345 678' })
const waiting = run(sending, { type: 'sent', id: 'w' })

describe('choosing a bundle', () => {
  test('the list, then the phone, then the push at the price that was shown', () => {
    expect(turns(list)).toMatchObject([{ type: 'packages' }, { options: ['lost_code', 'main'] }])
    expect(phone.stage).toMatchObject({ at: 'phone', bundle: { price: 100 } })
    expect(sending.stage).toEqual({ at: 'sending', request })
    expect([list, phone, sending, waiting].map(({ stage }) => isWifi(stage))).not.toContain(false)
  })
  test('a wrong phone is named and asks nobody', () => {
    const wrong = run(phone, { type: 'answered', text: '12345' })
    const error = 'Please enter a valid phone number (e.g., 0712345678)'
    expect(wrong.stage).toEqual({ ...phone.stage, error })
  })
  test('back leads to the list, and the menu forgets it all', () => {
    expect(run(phone, back).stage).toEqual({ at: 'packages' })
    expect(run(phone, chose('main'))).toEqual(start)
    expect(run(phone, chose('wifi'))).toBe(phone)
    expect(run(phone, chose('rent')).stage.at).toBe('account')
  })
  test('a bundle picked twice, or too late, changes nothing', () => {
    expect(run(phone, picked)).toBe(phone)
    expect(run(waiting, picked, chose('main'), back)).toBe(waiting)
  })
  test('another price or list: it is said, and the list comes again with the phone kept', () => {
    const reason = 'The price of this bundle is now Ksh 60. Please choose again.'
    const again = run(sending, { type: 'relisted', reason })
    expect(again.stage).toEqual({ at: 'packages' })
    expect(again.log).toMatchObject([{ type: 'warning', text: reason }])
    expect(again.draft).toEqual({ phone: '0712 345 678' })
    expect(run(again, picked).log).toEqual([])
    expect(run(start, { type: 'relisted', reason })).toBe(start)
  })
})

describe('paid', () => {
  const ending = run(waiting, reported(paid))
  test('the code is there at once, the message and the ways on after the delay', () => {
    expect(ending.stage.at).toBe('paid')
    expect(ending.log.at(-1)).toMatchObject({ type: 'success', push: paid })
    expect(turns(ending)).toEqual([])
    const later = run(ending, over)
    expect(later.log).toEqual(ending.log)
    expect(later.stage).toEqual({ at: 'completed', wifi: true })
    expect(turns(later)).toMatchObject([{ options: ['history', 'main'] }])
  })
  test('comes once, whoever brings it, and its receipt may come later', () => {
    expect(run(ending, reported(paid))).toBe(ending)
    const named = { ...paid, mpesa_receipt_number: 'UKK9R7C3WD' }
    for (const events of [
      [reported(named), over],
      [over, reported(named)],
    ]) {
      const told = run(ending, ...events).log.filter(({ type }) => type === 'success')
      expect(told).toMatchObject([{ push: { mpesa_receipt_number: 'UKK9R7C3WD' } }])
    }
  })
  test('is the news while the assistant is closed', () => {
    expect(newsOf(waiting.stage, 'waiting')).toBe('Waiting for M-Pesa')
    expect(newsOf(ending.stage, 'waiting')).toBe('Your wifi code is here')
    expect(newsOf(ending.stage, 'paid')).toBeNull()
  })
})

describe('not paid', () => {
  const cancelled: PushState = { ...push, status: 'cancelled', result_code: '1032' }
  const failed = run(waiting, { type: 'asked' }, reported(cancelled))
  test('tries the same bundle again, or goes to the list', () => {
    expect(failed.log.at(-1)).toMatchObject({ type: 'error', title: 'No money was taken.' })
    expect(run(failed, chose('try_again')).stage).toEqual({ at: 'sending', request })
    const changing = run(failed, chose('change'))
    expect(changing.stage).toEqual({ at: 'packages' })
    expect(changing.draft).toEqual({ phone: '0712 345 678' })
  })
})

test('a push that is open already is picked up as the bundle it is for', () => {
  const found: FlowEvent = { type: 'found', state: push, now: Date.parse(asked_at) }
  for (const from of [start, list]) {
    const state = run(from, found)
    expect(state.stage).toMatchObject({ at: 'waiting', push: { request: wish } })
    expect(run(state, reported(paid)).log.at(-1)).toMatchObject({ type: 'success' })
  }
  // Whoever talks to support is not pulled away; it waits for the menu.
  const talking = run(start, chose('support'))
  expect(run(talking, found)).toBe(talking)
  expect(run(talking, chose('main'), found).stage.at).toBe('waiting')
})
