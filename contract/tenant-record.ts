import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams, noteText, optionalDay, phoneNumber, text } from './form.ts'
import { onboardingForm } from './onboarding.ts'
import { tenantDetail } from './tenants.ts'

/** What staff write into a tenant's record, and the statement of their account. */

export const contactForm = z.object({
  full_name: text('Please enter their full name.', 120),
  phone_number: phoneNumber,
  /** Empty for somebody without one. */
  email: z.pipe(
    z.string('Please enter a valid email address.').check(z.trim(), z.maxLength(254)),
    z.union([z.literal(''), z.email()], 'Please enter a valid email address.'),
  ),
})

export const changeContact = endpoint({
  method: 'PUT',
  path: '/staff/tenants/:id/contact/',
  who: 'staff:tenancies',
  summary: 'Change a tenant’s name, phone number and email address; they log in with the new ones',
  params: idParams,
  /** `was`: as it was loaded. When it is otherwise by now, nothing is saved and the reply is a 409. */
  body: z.object({ was: z.unknown(), now: contactForm }),
  reply: tenantDetail,
})

const { shape } = onboardingForm

/** What the onboarding form asks for besides room, contact and agreement. */
export const detailsForm = z.object({
  id_number: shape.id_number,
  registration_number: shape.registration_number,
  year_of_study: shape.year_of_study,
  college: shape.college,
  faculty: shape.faculty,
  gender: shape.gender,
  emergency_phone_number: shape.emergency_phone_number,
  emergency_contact_relationship: shape.emergency_contact_relationship,
  sponsor_phone: shape.sponsor_phone,
})
export type DetailsForm = z.output<typeof detailsForm>

export const changeDetails = endpoint({
  method: 'PUT',
  path: '/staff/tenants/:id/details/',
  who: 'staff:tenancies',
  summary: 'Change what a tenant gave in the onboarding form, or fill it in for them',
  params: idParams,
  body: z.object({ was: z.unknown(), now: detailsForm }),
  reply: tenantDetail,
})

export const addTenantNote = endpoint({
  method: 'POST',
  path: '/staff/tenants/:id/notes/',
  who: 'staff:tenancies',
  summary: 'Keep a note about a tenant, which only staff see',
  params: idParams,
  body: z.object({ text: noteText('Please type a note.', 2000) }),
  reply: tenantDetail,
})

export const deleteTenantNote = endpoint({
  method: 'DELETE',
  path: '/staff/tenants/:id/notes/:note/',
  who: 'staff:tenancies',
  summary: 'Delete a note; it stays in the log of staff',
  params: z.extend(idParams, { note: idParams.shape.id }),
  reply: tenantDetail,
})

/** Both days are included; without them, everything. */
const span = z.object({ from: optionalDay, until: optionalDay })

const accountStatement = (file: string, path: `/${string}`, format: string) =>
  endpoint({
    method: 'GET',
    path,
    who: 'staff:view',
    summary: `The statement of a tenant’s account as ${format}`,
    params: idParams,
    query: span,
    file,
  })

export const getAccountStatementPdf = accountStatement(
  'application/pdf',
  '/staff/tenants/:id/statement/pdf/',
  'PDF',
)
export const getAccountStatementCsv = accountStatement(
  'text/csv; charset=utf-8',
  '/staff/tenants/:id/statement/csv/',
  'CSV',
)
