import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  type MoneyStep,
  moneyStep,
  nextStatus,
  outcomeOf,
  type Purpose,
  type PushStatus,
  purposes,
} from '#rules/payment.ts'

const page = readFileSync(new URL('../../docs/payments.md', import.meta.url), 'utf8')
const [life = '', money = ''] = [...page.matchAll(/```mermaid\n([\s\S]+?)```/g)].map(
  ([, diagram]) => diagram,
)

/** The arrows of the state machine with their result codes. */
const arrows = [...life.matchAll(/^ {2}(\w+) --> (\w+) : (.+)$/gm)].map(([, from, to, codes]) => ({
  from: from as PushStatus,
  to: to as PushStatus,
  codes: (codes ?? '').split(' '),
}))

describe('the diagram of a push', () => {
  const statuses: PushStatus[] = ['processing', 'completed', 'cancelled', 'failed']
  // Every possible code, known or not.
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

/** The arrows of the flowchart. */
const ways = [...money.matchAll(/^ {2}(\w+)\S* ?.*?-- ?"?([^"\n>]*?)"? ?-->? (\w+)/gm)].map(
  ([, from = '', label = '', to = '']) => ({ from, label: label.trim(), to }),
)

/** The step that a final node of the flowchart means. */
const stepOf: Record<string, MoneyStep> = {
  nothing: 'nothing',
  settle: 'settle',
  settles: 'settle',
  link: 'link',
  desk: 'desk',
  fill_in: 'fill_in',
  counted: 'another',
}

interface Case {
  payment: 'none' | 'without_receipt' | 'with_receipt' | 'reversed'
  purpose: Purpose
  differing: boolean
  elsewhere: boolean
  receipt: 'none' | 'new' | 'known'
  sameAmount: boolean
}

/** Which arrow a case takes at each question of the flowchart. */
const answers: Record<string, (one: Case) => string> = {
  receipt: (one) => (one.receipt === 'none' ? 'no (a query)' : 'yes'),
  first: (one) => (one.payment !== 'none' || one.differing || one.elsewhere ? 'yes' : 'no'),
  known: (one) => (one.receipt === 'known' ? 'yes' : 'no'),
  amount: (one) => (one.sameAmount ? 'yes' : 'no'),
  payment: ({ payment }) =>
    payment === 'none'
      ? 'no'
      : payment === 'without_receipt'
        ? 'yes, without a receipt'
        : 'yes, with another receipt or taken back',
  another: (one) => (one.purpose === 'rent' ? 'yes' : 'no, wifi or deposit'),
}

function walk(one: Case): MoneyStep | undefined {
  let at = 'receipt'
  for (let steps = 0; steps < 10; steps++) {
    const answer = answers[at]
    if (!answer) return stepOf[at]
    const label = answer(one)
    const way = ways.find(({ from, label: drawn }) => from === at && drawn === label)
    if (!way) throw new Error(`no arrow "${label}" from ${at}`)
    at = way.to
  }
  return undefined
}

test('the path of a success through the diagram ends at the step of the rules, for every case', () => {
  const cases: Case[] = []
  for (const payment of ['none', 'without_receipt', 'with_receipt', 'reversed'] as const)
    for (const purpose of purposes)
      for (const differing of [true, false])
        for (const elsewhere of [true, false])
          for (const receipt of ['none', 'new', 'known'] as const)
            for (const sameAmount of [true, false])
              cases.push({ payment, purpose, differing, elsewhere, receipt, sameAmount })
  const seen = new Set<MoneyStep>()
  for (const one of cases) {
    const { payment, purpose, differing, elsewhere } = one
    const step = moneyStep(
      {
        requested: 100,
        payment,
        differing_amount_reported: differing,
        receipt_used_elsewhere: elsewhere,
        purpose,
      },
      one.receipt === 'none'
        ? { receipt: null }
        : {
            receipt: 'R',
            amount: one.sameAmount ? 100 : 99,
            receipt_known: one.receipt === 'known',
          },
    )
    expect(walk(one), JSON.stringify(one)).toBe(step)
    seen.add(step)
  }
  expect(seen.size).toBe(6)
})
