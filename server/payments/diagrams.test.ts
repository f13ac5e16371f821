import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  type MoneyStep,
  moneyStep,
  nextStatus,
  outcomeOf,
  type PushStatus,
} from '#rules/payment.ts'

const page = readFileSync(new URL('../../docs/payments.md', import.meta.url), 'utf8')
const [life = '', money = ''] = [...page.matchAll(/```mermaid\n([\s\S]+?)```/g)].map(
  ([, diagram]) => diagram,
)

/** The arrows of the state machine between states: from, to, and the codes on it. */
const arrows = [...life.matchAll(/^ {2}(\w+) --> (\w+) : (.+)$/gm)].map(([, from, to, codes]) => ({
  from: from as PushStatus,
  to: to as PushStatus,
  codes: (codes ?? '').split(' '),
}))

describe('the drawn life of a push', () => {
  const statuses: PushStatus[] = ['processing', 'completed', 'cancelled', 'failed']
  // Every code that could be one, those that we know among them.
  const codes = [...Array(10_000).keys()].map(String).concat('SFC_IC0003', 'C2B00012', '')

  test('has an arrow for every change that the rules make, and no other', () => {
    const made = new Map<string, string[]>()
    for (const from of statuses) {
      for (const code of codes) {
        const to = nextStatus(from, outcomeOf(code, ''))
        if (to !== from) made.set(`${from} ${to}`, [...(made.get(`${from} ${to}`) ?? []), code])
      }
    }
    const drawn = new Map(arrows.map(({ from, to, codes }) => [`${from} ${to}`, codes]))
    expect(Object.fromEntries(drawn)).toEqual(Object.fromEntries(made))
  })

  test('begins and ends where a push does', () => {
    expect(life).toMatch(/\[\*\] --> processing/)
    expect(life).toMatch(/\[\*\] --> failed/)
    expect(life).toMatch(/completed --> \[\*\]/)
  })
})

test('the drawn way of a success names every step that the rules know', () => {
  const steps = new Set<MoneyStep>()
  for (const payment of ['none', 'without_receipt', 'with_receipt'] as const) {
    for (const purpose of ['rent', 'wifi'] as const) {
      for (const differing_amount_reported of [true, false]) {
        const push = { requested: 100, payment, differing_amount_reported, purpose }
        steps.add(moneyStep(push, { receipt: null }))
        for (const amount of [100, 99, null]) {
          for (const receipt_known of [true, false]) {
            steps.add(moneyStep(push, { receipt: 'R', amount, receipt_known }))
          }
        }
      }
    }
  }
  for (const step of steps) expect(money).toMatch(new RegExp(`\\b${step}\\b`))
  expect(steps.size).toBe(6)
})
