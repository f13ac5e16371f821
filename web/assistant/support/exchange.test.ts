import { describe, expect, test } from 'vitest'
import type { AnswerLine } from '#contract/assistant.ts'
import { type Exchange, type ExchangeEvent, earlierThan, exchange } from './exchange.ts'

const run = (talk: Exchange[], ...events: ExchangeEvent[]) => events.reduce(exchange, talk)
const asked = (text: string): ExchangeEvent => ({ type: 'asked', text })
const heard = (line: AnswerLine): ExchangeEvent => ({ type: 'heard', line })
const piece = (text: string) => heard({ type: 'text', text })
const ended: ExchangeEvent = { type: 'ended', otherwise: 'Please call.' }
const stopped: ExchangeEvent = { type: 'stopped' }

const going = run([], asked('Is there hot water?'), piece('Yes, '))
const done = run(going, piece('always.'), ended)

describe('an answer', () => {
  test('grows piece by piece, and is done at its end', () => {
    expect(going).toMatchObject([{ answer: 'Yes, ', state: 'asking' }])
    expect(done).toMatchObject([{ answer: 'Yes, always.', state: 'done', failure: null }])
  })
  test('is text, whatever it looks like', () => {
    const html = '<script>alert(1)</script>'
    expect(run([], asked('x'), piece(html), ended)).toMatchObject([{ answer: html }])
  })
  test('keeps what came of it when it breaks off or is stopped', () => {
    const failed = run(going, heard({ type: 'failed', message: 'Please call.' }), ended)
    expect(failed).toMatchObject([{ answer: 'Yes, ', state: 'failed', failure: 'Please call.' }])
    expect(run(going, stopped, piece('more'), ended)).toMatchObject([
      { answer: 'Yes, ', state: 'stopped' },
    ])
  })
  test('that is empty is a failure, unless it leads to a flow', () => {
    expect(run([], asked('x'), piece(' '), ended)).toMatchObject([
      { state: 'failed', failure: 'Please call.' },
    ])
    expect(run([], asked('x'), heard({ type: 'flow', flow: 'lost_code' }), ended)).toMatchObject([
      { state: 'done', flow: 'lost_code' },
    ])
  })
  test('that would fail again is known, and only until another is asked', () => {
    const failed = run(going, { type: 'failed', message: 'No key.', lasting: true })
    expect(failed).toMatchObject([{ state: 'failed', failure: 'No key.', lasting: true }])
    expect(run(failed, asked('And wifi?')).at(-1)).toMatchObject({ lasting: false })
  })
  test('comes afresh when it is asked for again', () => {
    const again = run(
      going,
      { type: 'failed', message: 'No network.', lasting: false },
      { type: 'asked_again' },
    )
    expect(again).toEqual([{ ...going[0], answer: '' }])
    expect(run(going, { type: 'asked_again' })).toBe(going)
  })
})

test('one question at a time; the menu forgets them all', () => {
  expect(run(going, asked('And wifi?'))).toBe(going)
  expect(run(done, asked('And wifi?')).map(({ key }) => key)).toEqual([1, 2])
  expect(run(done, { type: 'cleared' })).toEqual([])
  expect(run(done, stopped)).toBe(done)
})

test('what was said before a question goes along: six lines at most, none of them empty', () => {
  const many = ['a', 'b', 'c', 'd'].reduce(
    (talk, text) => run(talk, asked(text), piece(`${text}!`), ended),
    run([], asked('lost'), { type: 'failed', message: 'No network.', lasting: false }),
  )
  const texts = (key: number) => earlierThan(many, key).map(({ text }) => text)
  expect(texts(9)).toEqual(['b', 'b!', 'c', 'c!', 'd', 'd!'])
  expect(texts(3)).toEqual(['a', 'a!'])
  const long = run([], asked('x'), piece('y'.repeat(5000)), ended)
  expect(earlierThan(long, 2).map(({ text }) => text.length)).toEqual([1, 2000])
})
