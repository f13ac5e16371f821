import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { FormProvider, useForm } from 'react-hook-form'
import { describe, expect, test } from 'vitest'
import { TERMS_REQUIRED } from '#contract/onboarding.ts'
import {
  emptyForm,
  type FieldErrors,
  type FormValues,
  fieldsWithErrors,
  type SectionId,
  sectionState,
  sections,
  validate,
} from './form-model.ts'
import { AcademicSection, EmergencySection, PersonalSection } from './form-sections.tsx'

const today = '2026-11-20'
const filled: FormValues = {
  ...emptyForm(today),
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

const section = (id: SectionId) => sections.find((one) => one.id === id) ?? sections[0]

const Form = () =>
  createElement(
    FormProvider<FormValues>,
    useForm({ defaultValues: emptyForm(today) }) as never,
    createElement(PersonalSection, { hasAccount: false }),
    createElement(EmergencySection),
    createElement(AcademicSection),
  )

describe('the errors of the form', () => {
  test('are empty when every required field is filled in', () => {
    expect(validate(filled, today)).toEqual({})
  })
  test('name every required field of an empty form', () => {
    const names = fieldsWithErrors(validate(emptyForm(today), today))
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
    expect(validate(emptyForm(today), today).terms).toBe(TERMS_REQUIRED)
  })
  test.each<[Partial<FormValues>, FieldErrors]>([
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
  ])('of a single field (%o)', (change, errors) => {
    expect(validate({ ...filled, ...change }, today)).toEqual(errors)
  })
})

describe('a section', () => {
  const errors = validate({ ...filled, faculty: '' }, today)
  test('has an error only once the error is shown', () => {
    expect(sectionState(section('academic'), {}, errors, [])).toBe('open')
    expect(sectionState(section('academic'), { faculty: 'Please choose.' }, errors, [])).toBe(
      'error',
    )
  })
  test('is done when no field is missing; documents when there is one image', () => {
    expect(sectionState(section('personal'), {}, errors, [])).toBe('done')
    expect(sectionState(section('documents'), {}, errors, [])).toBe('open')
    expect(sectionState(section('documents'), {}, errors, ['id_photo'])).toBe('done')
    expect(sectionState(section('documents'), { photo: 'No image.' }, errors, ['id_photo'])).toBe(
      'error',
    )
  })
  test('has an input for each of its fields', () => {
    const client = new QueryClient()
    const html = renderToString(createElement(QueryClientProvider, { client }, createElement(Form)))
    for (const name of (['personal', 'emergency', 'academic'] as const).flatMap(
      (id) => section(id).fields,
    )) {
      expect(html).toContain(` name="${name}"`)
    }
  })
})
