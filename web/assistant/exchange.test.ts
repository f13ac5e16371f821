import { describe, expect, test } from 'vitest'
import type { AnswerLine } from '#contract/assistant.ts'
import { type Exchange, type ExchangeAction, earlierThan, updateExchanges } from './exchange.ts'

const run = (exchanges: Exchange[], ...actions: ExchangeAction[]) =>
  actions.reduce(updateExchanges, exchanges)
const asked = (text: string): ExchangeAction => ({ type: 'asked', text })
const received = (line: AnswerLine): ExchangeAction => ({ type: 'line_received', line })
const piece = (text: string) => received({ type: 'text', text })
const ended: ExchangeAction = { type: 'ended', fallback: 'Please call.' }
const stopped: ExchangeAction = { type: 'stopped' }
const noNetwork: ExchangeAction = {
  type: 'failed',
  message: 'No network.',
  permanent: false,
  nearest: [],
  common: false,
  language: 'en',
}

const asking = run([], asked('Is there hot water?'), piece('Yes, '))
const done = run(asking, piece('always.'), ended)

describe('an answer', () => {
  test('grows piece by piece, and is complete at the end', () => {
    expect(asking).toMatchObject([{ answer: 'Yes, ', state: 'asking' }])
    expect(done).toMatchObject([{ answer: 'Yes, always.', state: 'done', failure: null }])
  })
  test('is text, whatever it looks like', () => {
    const html = '<script>alert(1)</script>'
    expect(run([], asked('x'), piece(html), ended)).toMatchObject([{ answer: html }])
  })
  test('preserves what has arrived when it is cut off or stopped', () => {
    const failed = run(asking, received({ type: 'failed', message: 'Please call.' }), ended)
    expect(failed).toMatchObject([{ answer: 'Yes, ', state: 'failed', failure: 'Please call.' }])
    expect(run(asking, stopped, piece('more'), ended)).toMatchObject([
      { answer: 'Yes, ', state: 'stopped' },
    ])
  })
  test('that is empty is a failure, unless it suggests a flow', () => {
    expect(run([], asked('x'), piece(' '), ended)).toMatchObject([
      { state: 'failed', failure: 'Please call.' },
    ])
    expect(run([], asked('x'), received({ type: 'flow', flow: 'lost_code' }), ended)).toMatchObject(
      [{ state: 'done', flow: 'lost_code' }],
    )
  })
  test('that would fail again is marked, until another question is asked', () => {
    const failed = run(asking, {
      type: 'failed',
      message: 'No key.',
      permanent: true,
      nearest: [],
      common: true,
      language: 'en',
    })
    expect(failed).toMatchObject([
      {
        state: 'failed',
        failure: 'No key.',
        permanent: true,
        nearest: [],
        common: true,
        language: 'en',
      },
    ])
    expect(run(failed, asked('And wifi?')).at(-1)).toMatchObject({
      permanent: false,
      nearest: [],
      common: false,
      language: 'en',
    })
  })
  test('starts over when it is asked for again', () => {
    const again = run(asking, noNetwork, { type: 'asked_again' })
    expect(again).toEqual([{ ...asking[0], answer: '' }])
    expect(run(asking, { type: 'asked_again' })).toBe(asking)
  })
})

test('one question at a time; returning to the menu deletes all of them', () => {
  expect(run(asking, asked('And wifi?'))).toBe(asking)
  expect(run(done, asked('And wifi?')).map(({ key }) => key)).toEqual([1, 2])
  expect(run(done, { type: 'cleared' })).toEqual([])
  expect(run(done, stopped)).toBe(done)
})

test('the latest exchanges are sent with a question: six lines at most, none of them empty', () => {
  const many = ['a', 'b', 'c', 'd'].reduce(
    (exchanges, text) => run(exchanges, asked(text), piece(`${text}!`), ended),
    run([], asked('lost'), noNetwork),
  )
  const texts = (key: number) => earlierThan(many, key).map(({ text }) => text)
  expect(texts(9)).toEqual(['b', 'b!', 'c', 'c!', 'd', 'd!'])
  expect(texts(3)).toEqual(['a', 'a!'])
  const long = run([], asked('x'), piece('y'.repeat(5000)), ended)
  expect(earlierThan(long, 2).map(({ text }) => text.length)).toEqual([1, 2000])
})
