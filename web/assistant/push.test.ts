import { describe, expect, test } from 'vitest'
import type { StkPushState } from '#contract/payments.ts'
import { endingMessage } from './push.ts'
import { type AssistantState, initialState, type MenuOption, promptsFor } from './state.ts'
import { type AssistantAction, transition } from './transitions.ts'

const requested = { account_reference: 'AC7K4M9X', phone_number: '254712345678', amount: 6000 }
const request = { ...requested, bundleName: null }
const initiatedAt = '2026-11-20T15:22:00.000Z'
const push: StkPushState = {
  checkout_request_id: 'a',
  status: 'processing',
  result_code: null,
  result_desc: null,
  ...requested,
  transaction_desc: 'Rent payment',
  mpesa_receipt_number: 'N/A',
  receipt_number: null,
  purpose: 'rent',
  bundle: null,
  voucher: null,
  asked: true,
  at_desk: false,
  transaction_date: initiatedAt,
  initiated_at: initiatedAt,
}
const paid: StkPushState = { ...push, status: 'completed', result_code: '0' }
const cancelled: StkPushState = { ...push, status: 'cancelled', result_code: '1032' }

const run = (from: AssistantState, ...actions: AssistantAction[]) =>
  actions.reduce(transition, from)
const reported = (state: StkPushState): AssistantAction => ({ type: 'push_reported', push: state })
const chose = (option: MenuOption): AssistantAction => ({
  type: 'option_chosen',
  option,
  signedIn: true,
})
const found = (state: StkPushState, seconds = 0) => ({
  type: 'push_found' as const,
  push: state,
  now: Date.parse(initiatedAt) + seconds * 1000,
})
const over: AssistantAction = { type: 'delay_over' }
const checked: AssistantAction = { type: 'check_started' }

const sending: AssistantState = { ...initialState, stage: { at: 'sending', request } }
const waiting = run(sending, { type: 'push_sent', id: 'a' })
const failed = run(waiting, checked, reported(cancelled))
const unknown = run(waiting, { type: 'checks_used_up', hasHistory: true })

test('a different amount than requested ends the wait, and the result is still shown', () => {
  const left = run(waiting, checked, reported({ ...push, at_desk: true }))
  expect(left.stage).toMatchObject({ at: 'unknown' })
  expect(left.log).toMatchObject([{ type: 'warning', title: expect.stringContaining('office') }])
  expect(run(left, reported({ ...push, at_desk: true })).log).toHaveLength(1)
  const shown = run(left, reported(paid), over)
  expect(shown.log.at(-1)).toMatchObject({ type: 'success' })
})

describe('checks', () => {
  test('are counted as they are made', () => {
    const third = run(waiting, checked, checked, checked)
    expect(third.stage).toMatchObject({ attempts: 3, checkNow: false })
    expect(run(initialState, checked)).toBe(initialState)
  })
  test('continue while M-Pesa is still processing', () => {
    expect(run(waiting, reported(push)).stage).toMatchObject({ at: 'waiting' })
    const early = { ...cancelled, result_desc: 'The transaction is Under Processing' }
    expect(run(waiting, reported(early)).stage).toMatchObject({ at: 'waiting' })
  })
  test('continue after a failed one, and say so until the next reply', () => {
    const silent = run(waiting, checked, { type: 'check_failed', id: 'a' })
    expect(silent.stage).toMatchObject({ at: 'waiting', lastCheckFailed: true })
    expect(run(silent, reported(push)).stage).toMatchObject({ lastCheckFailed: false })
    expect(run(waiting, { type: 'check_failed', id: 'other' })).toBe(waiting)
  })
  test('nothing interrupts them', () => {
    expect(run(waiting, chose('main'), chose('rent'), { type: 'went_back' }, over)).toBe(waiting)
  })
})

describe('paid', () => {
  const ending = run(waiting, reported(paid))
  test('is shown after the delay, with a button to return', () => {
    expect(ending.stage.at).toBe('paid')
    expect(ending.log).toEqual(waiting.log)
    const shown = run(ending, over)
    expect(shown.log.at(-1)).toMatchObject({ type: 'success', push: paid })
    expect(promptsFor(shown)).toMatchObject([{ options: ['history', 'main'] }])
  })
  test('is shown once, whether the poll or the socket reports it first', () => {
    expect(run(ending, reported(paid))).toBe(ending)
    const shown = run(ending, over)
    expect(run(shown, reported(paid), reported(cancelled), over)).toBe(shown)
    expect(run(shown, found(push))).toBe(shown)
  })
  test('includes a receipt that arrives before the message', () => {
    const withReceipt = { ...paid, mpesa_receipt_number: 'UKK8T4N2VB' }
    const shown = run(waiting, checked, reported(paid), reported(withReceipt), over)
    expect(shown.log).toMatchObject([{ push: { mpesa_receipt_number: 'UKK8T4N2VB' } }])
  })
  test('adds a receipt that arrives later', () => {
    const withReceipt = { ...paid, mpesa_receipt_number: 'UKK8T4N2VB' }
    const shown = run(ending, over, reported(withReceipt))
    expect(shown.log).toHaveLength(1)
    expect(shown.log).toMatchObject([{ push: { mpesa_receipt_number: 'UKK8T4N2VB' } }])
  })
  test('in another tab, or for a push that is no longer followed, is shown without interrupting', () => {
    const typing = run(initialState, chose('rent'))
    const shown = run(typing, reported(paid))
    expect(shown.stage).toBe(typing.stage)
    expect(shown.log).toMatchObject([{ type: 'success' }])
    expect(run(shown, reported(paid))).toBe(shown)
  })
  test('overrides an earlier failure', () => {
    expect(run(failed, reported(paid)).stage.at).toBe('paid')
  })
  test('that overtakes the reply to the request is shown at the first check', () => {
    const early = run(sending, reported(paid))
    expect(early).toBe(sending)
    expect(run(early, { type: 'push_sent', id: 'a' }, checked, reported(paid)).stage.at).toBe(
      'paid',
    )
  })
})

describe('failed', () => {
  test('says first that no money moved, then the reason', () => {
    expect(failed.log.at(-1)).toMatchObject({
      type: 'error',
      title: 'No money was taken.',
      text: 'Payment was cancelled by user. Please try again if needed.',
    })
    expect(promptsFor(failed)).toMatchObject([
      { options: ['try_again', 'change', 'call'] },
      { menu: 'main', later: true },
    ])
  })
  test.each([
    ['1037', 'x', 'Payment request timed out. Please try again.'],
    [
      '1',
      'The balance is insufficient',
      'Payment failed: There isn’t enough money in the M-Pesa account.',
    ],
    ['21', null, 'Payment failed: Unknown error'],
  ])('code %s', (result_code, result_desc, text) => {
    const state = run(waiting, reported({ ...push, status: 'failed', result_code, result_desc }))
    const title = result_code === '1037' ? /^No answer from your phone/ : /^No money was taken\.$/
    expect(state.log.at(-1)).toMatchObject({ title: expect.stringMatching(title), text })
  })
  test('without a result code makes no claim about the money', () => {
    const state = run(waiting, reported({ ...push, status: 'failed', result_desc: 'Refused' }))
    expect(state.log.at(-1)).toMatchObject({ title: 'The payment didn’t go through.' })
  })
  test('is followed by the main menu after the delay, and nothing is lost', () => {
    const later = run(failed, over)
    expect(promptsFor(later)).toMatchObject([
      { options: ['try_again', 'change', 'call'] },
      { menu: 'main', later: false },
    ])
    expect(later.log).toBe(failed.log)
  })
  test('allows to retry with the same data, to change it, or to leave', () => {
    expect(run(failed, chose('try_again')).stage).toEqual({ at: 'sending', request })
    expect(run(failed, chose('change')).draft).toMatchObject({ account: 'AC7K 4M9X' })
    expect(run(failed, chose('main')).log).toEqual([])
  })
  test.each([
    ['1', 'amount'],
    ['4', 'amount'],
    ['1032', 'amount'],
    ['1025', 'phone'],
    ['1037', 'phone'],
  ])('is changed where it failed: code %s', (result_code, at) => {
    const ended = run(waiting, reported({ ...push, status: 'failed', result_code }))
    expect(run(ended, chose('change')).stage).toMatchObject({
      at,
      account_reference: request.account_reference,
    })
  })
  test('of another user’s push changes nothing', () => {
    expect(run(waiting, reported({ ...cancelled, checkout_request_id: 'b' }))).toBe(waiting)
    expect(run(failed, reported(cancelled))).toBe(failed)
  })
})

describe('no result after all checks', () => {
  test('warns not to pay again', () => {
    expect(unknown.log.at(-1)).toMatchObject({
      type: 'warning',
      title: 'We don’t know yet. Please don’t pay again; we’ll keep checking with M-Pesa.',
      text: 'Payment status check timed out. Please check your transaction history later or contact support',
    })
    expect(promptsFor(unknown)).toMatchObject([{ options: ['check_again', 'call', 'main'] }])
    expect(run(initialState, { type: 'checks_used_up', hasHistory: true })).toBe(initialState)
  })
  test('mentions the network when it was missing at the end', () => {
    const silent = run(
      waiting,
      { type: 'check_failed', id: 'a' },
      { type: 'checks_used_up', hasHistory: true },
    )
    expect(silent.log.at(-1)).toMatchObject({
      text: 'Unable to verify payment status. Please check your mobile-money messages or contact support',
    })
  })
  test('refers nobody without a list of payments to it', () => {
    const over = run(waiting, { type: 'checks_used_up', hasHistory: false })
    expect(over.log.at(-1)).toMatchObject({
      text: 'Unable to verify payment status. Please check your mobile-money messages or contact support',
    })
  })
  test('still accepts a result from the socket', () => {
    expect(run(unknown, reported(paid)).stage.at).toBe('paid')
    expect(run(unknown, reported(cancelled)).stage.at).toBe('failed')
    expect(run(unknown, chose('main'), reported(paid)).log).toMatchObject([{ type: 'success' }])
  })
  test('checks once more on request', () => {
    const again = run(unknown, chose('check_again'))
    expect(again.stage).toMatchObject({ at: 'waiting', attempts: 23, checkNow: true })
    expect(again.log.some((entry) => entry.type === 'warning')).toBe(false)
  })
})

describe('an open push', () => {
  test('is resumed after a reload with the remaining checks', () => {
    const state = run(initialState, found(push, 37))
    expect(state.stage).toMatchObject({ at: 'waiting', attempts: 7, checkNow: true })
    expect(state.log).toMatchObject([{ from: 'user', request }])
  })
  test.each([
    [115, 21],
    [4000, 21],
    [-60, 0],
  ])('%s s after its start has made %s checks', (seconds, attempts) => {
    expect(run(initialState, found(push, seconds)).stage).toMatchObject({ attempts })
  })
  test('replaces a second one', () => {
    const same = run(sending, found(push))
    expect(same.stage.at).toBe('waiting')
    expect(same.log).toEqual(sending.log)
    const other = run(sending, found({ ...push, amount: 500 }))
    expect(other.log).toMatchObject([
      { text: 'Another payment from this phone is still open, so we didn’t start a new one.' },
      { from: 'user', request: { amount: 500 } },
    ])
  })
  test('is found after the reply to its request was lost', () => {
    const lost = run(sending, {
      type: 'push_refused',
      reason: 'No network.',
      lost: true,
      faulty: 'amount',
    })
    expect(run(lost, found(push)).stage.at).toBe('waiting')
    expect(run(lost, found({ ...push, amount: 500 }))).toBe(lost)
  })
  test('may have ended meanwhile', () => {
    expect(run(sending, found(paid)).stage.at).toBe('paid')
  })
  test('is resumed by a second press, even after the checks have ended', () => {
    const again = run({ ...unknown, stage: sending.stage }, found(push))
    expect(again.stage.at).toBe('waiting')
  })
  test('does not interrupt typing, and is not resumed twice', () => {
    const untouched = run(initialState, chose('rent'))
    expect(run(untouched, found(push)).stage.at).toBe('waiting')
    const typing = run(untouched, { type: 'typed', field: 'account', text: 'A' })
    expect(run(typing, found(push))).toBe(typing)
    expect(run(waiting, found({ ...push, checkout_request_id: 'b' }))).toBe(waiting)
    const other = { ...push, checkout_request_id: 'b', amount: 500 }
    expect(run(failed, found(push), found(other))).toBe(failed)
    expect(run(unknown, found(other))).toBe(unknown)
  })
})

test('each ending has its sentence', () => {
  expect(endingMessage('processing', null, null)).toBeNull()
  expect(endingMessage('completed', '0', 'ok')).toBeNull()
  expect(endingMessage('cancelled', '1032', 'Request cancelled by user')).toBe(
    'Payment was cancelled by user. Please try again if needed.',
  )
  expect(endingMessage('failed', '1037', 'No response from user.')).toBe(
    'Payment request timed out. Please try again.',
  )
  expect(endingMessage('failed', '1', 'The balance is insufficient.')).toBe(
    'Payment failed: There isn’t enough money in the M-Pesa account.',
  )
  expect(endingMessage('failed', '21', 'Not permitted')).toBe('Payment failed: Not permitted')
  expect(endingMessage('failed', null, '')).toBe('Payment failed: Unknown error')
})

test('a push of a sponsor that is found again is changed on the form it came from', () => {
  const form: AssistantState = { ...initialState, stage: { at: 'own_rent', errors: null } }
  const resumed = run(form, { ...found(push), ownRent: true })
  expect(resumed.stage).toMatchObject({ at: 'waiting', push: { id: 'a' } })
  const changed = run(resumed, reported(cancelled), chose('change'))
  expect(changed.stage).toMatchObject({ at: 'own_rent', errors: null })
  expect(changed.draft).toMatchObject({ amount: '6000', phone: '0712 345 678' })
})
