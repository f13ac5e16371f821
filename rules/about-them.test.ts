import { expect, test } from 'vitest'
import { aboutThem } from './about-them.ts'

test.each([
  ['Please enter your ID number.', 'Please enter their ID number.'],
  ['Your photo', 'Their photo'],
  ['Please choose who this person is to you.', 'Please choose who this person is to them.'],
  ['Someone we can call if you’re unwell.', 'Someone we can call if they’re unwell.'],
  ['Please choose a room.', 'Please choose a room.'],
])('staff read about the student: %s', (toStudent, toStaff) => {
  expect(aboutThem(toStudent)).toBe(toStaff)
})
