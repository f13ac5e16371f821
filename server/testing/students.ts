import type { CallInput } from '#contract/endpoint.ts'
import {
  listColleges,
  listFaculties,
  listFreeRooms,
  type onboardTenant,
} from '#contract/onboarding.ts'
import type { Caller } from './server.ts'

export const slug = 'acacia-court'
type Form = CallInput<typeof onboardTenant>['body']

/** Two lists of different length, so that a name comes again after 143 tenants only. */
const firstNames = `Wanjala Nafula Kiprop Halima Mumbi Juma Adhiambo Muli Naliaka Tabitha
  Kiptoo`.split(/\s+/)
const lastNames = `Simiyu Ochieng Maina Cherop Hussein Nzomo Gathoni Makau Wairimu Shikuku Leting
  Mwenda Achola`.split(/\s+/)

/** First and last name of the tenant with this number among those that tests have made. */
export const namesOfTenant = (number: number): [string, string] => [
  firstNames[number % firstNames.length] ?? '',
  lastNames[number % lastNames.length] ?? '',
]

let made = 0

/** A valid onboarding form with unused numbers, for the first room that is offered unless it names one. */
export async function newStudent(
  caller: Caller,
  changes: Partial<Form> = {},
  residence = slug,
): Promise<Form> {
  made++
  const number = String(made).padStart(4, '0')
  const [college] = (await caller.call(listColleges, {})).body
  const { faculties } = (await caller.call(listFaculties, { params: { id: college?.id ?? 0 } }))
    .body
  const free = { params: { slug: residence } }
  const room = changes.room ?? (await caller.call(listFreeRooms, free)).body[0]?.id ?? 0
  return {
    full_name: 'Wanjala Simiyu Kibet',
    id_number: `4000${number}`,
    phone_number: `07900${number}0`,
    emergency_phone_number: '0733 000 111',
    emergency_contact_relationship: 'Parent',
    gender: 'male',
    registration_number: `SCT221-${number}/2026`,
    year_of_study: '1',
    college: college?.id ?? 0,
    faculty: faculties[0]?.id ?? 0,
    room,
    start_date: '2026-11-20',
    end_date: '2027-04-30',
    sponsor_phone: '',
    terms: true,
    ...changes,
  }
}
