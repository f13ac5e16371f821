import { expect, test } from 'vitest'
import {
  actSentences,
  actSubjects,
  type Named,
  type StaffAct,
  sentencePieces,
  staffActs,
} from './staff-acts.ts'

const names: Record<Named, string> = { person: 'Amina Otieno', things: 'A101', from: 'from A103 ' }

const say = (act: StaffAct, ...named: Named[]) =>
  sentencePieces(actSentences[act], named)
    .map((piece) => (typeof piece === 'string' ? piece : names[piece.name]))
    .join('')

test.each<[StaffAct, Named[], string]>([
  ['tenancy.remove', ['person'], 'removed Amina Otieno'],
  ['tenancy.remove', ['person', 'things'], 'removed Amina Otieno: A101'],
  ['tenancy.remove', [], 'removed a tenant'],
  ['tenancy.transfer', ['person', 'things'], 'moved Amina Otieno to A101'],
  ['tenancy.transfer', ['person', 'from', 'things'], 'moved Amina Otieno from A103 to A101'],
  ['tenancy.transfer', ['person'], 'moved Amina Otieno to another room'],
  ['rooms.close', ['things'], 'took A101 out of service'],
  ['export', ['things'], 'downloaded A101'],
  ['desk.dismiss', ['person', 'things'], 'dismissed a payment: Amina Otieno, A101'],
  ['settings.terms', [], 'published terms'],
])('%s with %j: %s', (act, named, sentence) => {
  expect(say(act, ...named)).toBe(sentence)
})

test.each(staffActs)('%s names whom and what it is about, once, whatever is known', (act) => {
  for (const named of [[], ['person'], ['things'], ['person', 'things']] as Named[][]) {
    const sentence = say(act, ...named)
    for (const name of ['person', 'things'] as const) {
      expect(sentence.split(names[name])).toHaveLength(named.includes(name) ? 2 : 1)
    }
    expect(sentence).not.toMatch(/[{|}]| {2}| $/)
  }
})

test('every act can be filtered by, and every filter has acts', () => {
  const subjects = new Set(staffActs.map((act) => act.split('.')[0]))
  expect(Object.keys(actSubjects).toSorted()).toEqual([...subjects].toSorted())
  expect(new Set(Object.values(actSubjects)).size).toBe(subjects.size)
})
