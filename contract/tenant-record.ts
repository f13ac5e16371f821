import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams, ifGiven, noteText, phoneNumber, text } from './form.ts'
import { onboardingForm } from './onboarding.ts'
import { type TenantDetail, tenantDetail } from './tenants.ts'

/** Forms for what staff write into a tenant's record. */

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
  tries: 'change a tenant’s name or contact',
  summary: 'Change a tenant’s name, phone number and email address; they log in with the new ones',
  params: idParams,
  /** `was`: as it was loaded. When it is otherwise by now, nothing is saved and the reply is a 409. */
  body: z.object({ was: z.unknown(), now: contactForm }),
  reply: tenantDetail,
})

const { shape } = onboardingForm

/** A field of the onboarding form besides name, contact, room and agreement. */
export type DetailName = Exclude<
  keyof typeof shape,
  | ('full_name' | 'phone_number' | 'room' | 'start_date' | 'end_date' | 'company')
  | ('terms' | 'terms_version' | 'deposit_rule' | 'submission_id')
>

/** A tenant's details, as far as they are known. */
const detailsForm = z.object({
  id_number: ifGiven(shape.id_number),
  registration_number: ifGiven(shape.registration_number),
  year_of_study: ifGiven(shape.year_of_study),
  college: ifGiven(shape.college),
  faculty: ifGiven(shape.faculty),
  gender: shape.gender,
  emergency_phone_number: ifGiven(shape.emergency_phone_number),
  emergency_contact_relationship: ifGiven(shape.emergency_contact_relationship),
  sponsor_phone: shape.sponsor_phone,
} satisfies Record<DetailName, z.ZodMiniType>)
export type DetailsForm = z.output<typeof detailsForm>
export const detailNames = Object.keys(detailsForm.shape) as DetailName[]

/** Only the details of something that has more. */
export const pickDetails = <From extends Record<DetailName, unknown>>(from: From) =>
  Object.fromEntries(detailNames.map((name) => [name, from[name]])) as Pick<From, DetailName>

/** Stored details as the form has them, for `was`. */
export const editedDetails = ({
  college_id: college,
  faculty_id: faculty,
  ...details
}: Omit<NonNullable<TenantDetail['details']>, 'terms_agreed_at'>) =>
  pickDetails({ ...details, college, faculty })

export const changeDetails = endpoint({
  method: 'PUT',
  path: '/staff/tenants/:id/details/',
  who: 'staff:tenancies',
  tries: 'change a tenant’s details',
  summary:
    'Change what a tenant gave in the onboarding form, or fill in for them what is known of it',
  params: idParams,
  body: z.object({ was: z.unknown(), now: detailsForm }),
  reply: tenantDetail,
})

export const addTenantNote = endpoint({
  method: 'POST',
  path: '/staff/tenants/:id/notes/',
  who: 'staff:tenancies',
  tries: 'write a note about a tenant',
  summary: 'Keep a note about a tenant, which only staff see',
  params: idParams,
  body: z.object({ text: noteText('Please type a note.', 2000) }),
  reply: tenantDetail,
})

export const deleteTenantNote = endpoint({
  method: 'DELETE',
  path: '/staff/tenants/:id/notes/:note/',
  who: 'staff:tenancies',
  tries: 'delete a note about a tenant',
  summary: 'Delete a note; it stays in the log of staff',
  params: z.extend(idParams, { note: idParams.shape.id }),
  reply: tenantDetail,
})

export const resetPasswordToIdNumber = endpoint({
  method: 'POST',
  path: '/staff/tenants/:id/restore-password/',
  who: 'staff:tenancies',
  tries: 'reset a password to the ID number',
  summary: 'Reset a password to the ID number and end the sessions of the tenant',
  params: idParams,
  status: 204,
})
