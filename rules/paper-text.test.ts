import { expect, test } from 'vitest'
import { paperName, paperText } from './paper-text.ts'

test.each([
  ['Wanjikũ wa Ngũgĩ', 'Wanjikũ wa Ngũgĩ'],
  ['Wanjiku\u0303', 'Wanjikũ'],
  ['Αλέξης Παπάς', 'Αλέξης Παπάς'],
  ['Анна Ш.', 'Анна Ш.'],
  ['O’Brien-Łoś (2)', 'O’Brien-Łoś (2)'],
  ['Amina 🌸 Otieno', 'Amina Otieno'],
  ['Amina 👩🏽‍🎓', 'Amina'],
  ['Ａｍｉｎａ', 'Amina'],
  ['አበበ ቢቂላ', 'Account AC7K 4M9X'],
  ['محمد علي', 'Account AC7K 4M9X'],
  ['陈伟', 'Account AC7K 4M9X'],
  ['🌸', 'Account AC7K 4M9X'],
  ['Chen 陈伟', 'Chen … (account AC7K 4M9X)'],
  ['Mohammed محمد علي', 'Mohammed … (account AC7K 4M9X)'],
])('%j is %j on paper', (name, paper) => {
  expect(paperName(name, 'AC7K4M9X')).toBe(paper)
})

test('without an account number only what can be drawn stands there', () => {
  expect(paperName('Chen 陈伟', null)).toBe('Chen …')
  expect(paperName('陈伟', null)).toBe('…')
})

test('other texts keep their lines and signs', () => {
  expect(paperText('Rent, November\nKsh 6,500 − M‑Pesa “x” → paid')).toBe(
    'Rent, November\nKsh 6,500 − M‑Pesa “x” → paid',
  )
  expect(paperText('Key for 陈伟, two')).toBe('Key for … two')
  expect(paperText('')).toBe('')
})
