import { describe, expect, test } from 'vitest'
import { TERMS_REQUIRED } from '#contract/onboarding.ts'
import { problemsOf } from './problems.ts'
import { inOrder, type Section, sections, stepState } from './sections.ts'
import { blank, type Problems, type Typed } from './typed.ts'

const today = '2026-11-20'
const filled: Typed = {
  ...blank(today),
  full_name: 'Mwanaisha Barasa',
  phone_number: '0733 901 200',
  id_number: '38114902',
  emergency_phone_number: '+254 720 555 018',
  emergency_contact_relationship: 'Guardian',
  college: '1',
  faculty: '2',
  registration_number: 'H31/20417/2026',
  room: '3',
  end_date: '2027-05-31',
  terms: true,
}

const step = (id: string) => sections.find((section) => section.id === id) as Section

describe('what is wrong with the form', () => {
  test('nothing, when all that is required is there', () => {
    expect(problemsOf(filled, today)).toEqual({})
  })
  test('empty, everything that is required', () => {
    const names = inOrder(problemsOf(blank(today), today))
    expect(names).toEqual([
      'full_name',
      'phone_number',
      'id_number',
      'emergency_phone_number',
      'emergency_contact_relationship',
      'college',
      'registration_number',
      'end_date',
      'room',
      'terms',
    ])
    expect(problemsOf(blank(today), today).terms).toBe(TERMS_REQUIRED)
  })
  test.each<[Partial<Typed>, Problems]>([
    [{ start_date: '2026-11-19' }, { start_date: 'Choose today or a later day.' }],
    [{ end_date: today }, { end_date: 'Choose a day after the start date.' }],
    [
      { phone_number: '0733 90 12' },
      { phone_number: 'Please enter a valid phone number (e.g., 0712345678)' },
    ],
    [
      { sponsor_phone: '12' },
      { sponsor_phone: 'Please enter a valid phone number (e.g., 0712345678)' },
    ],
    [{ start_date: '' }, { start_date: 'Please choose the day you move in.' }],
  ])('one thing (%o)', (change, problems) => {
    expect(problemsOf({ ...filled, ...change }, today)).toEqual(problems)
  })
})

describe('a step', () => {
  const problems = problemsOf({ ...filled, faculty: '' }, today)
  test('is bad only once its error is shown', () => {
    expect(stepState(step('academic'), {}, problems, [])).toBe('open')
    expect(stepState(step('academic'), { faculty: 'Please choose.' }, problems, [])).toBe('error')
  })
  test('is done when nothing of it is missing; documents when there is one', () => {
    expect(stepState(step('personal'), {}, problems, [])).toBe('done')
    expect(stepState(step('documents'), {}, problems, [])).toBe('open')
    expect(stepState(step('documents'), {}, problems, ['id_photo'])).toBe('done')
    expect(stepState(step('documents'), { photo: 'No picture.' }, problems, ['id_photo'])).toBe(
      'error',
    )
  })
})
