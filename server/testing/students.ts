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

let made = 0

/** A valid onboarding form with unused numbers, for the first room that is offered. */
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
  const [room] = (await caller.call(listFreeRooms, { params: { slug: residence } })).body
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
    room: room?.id ?? 0,
    start_date: '2026-11-20',
    end_date: '2027-04-30',
    sponsor_phone: '',
    terms: true,
    ...changes,
  }
}
