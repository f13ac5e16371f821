import * as z from 'zod/mini'
import { relationships, removalReasons, transferReasons } from '#rules/tenancy.ts'
import { document } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { chosenId, day, idParams, optionalDay, optionalText, text } from './form.ts'
import { pageQuery } from './page.ts'

const shillings = z.int()

export const matchedPayment = z.object({
  /** The M-Pesa receipt, or N/A while only a status query has told of the payment. */
  transaction_id: z.string(),
  amount: shillings,
  date_time: z.iso.datetime(),
  /** Of our own receipt, `R000123`. */
  receipt_number: z.string(),
})

export const paymentSummary = z.object({
  room_number: z.nullable(z.string()),
  rate: z.nullable(shillings),
  /** Negative means credit. */
  current_month_balance: shillings,
  balance: z.object({
    brought_forward: shillings,
    this_month: shillings,
    paid_this_month: shillings,
  }),
  matched_payments: z.array(matchedPayment),
  /** The day the place is free again, and the room held next; null when neither is known. */
  leaves_on: z.nullable(z.iso.date()),
  next_room: z.nullable(z.object({ room_number: z.string(), rate: shillings, from: z.iso.date() })),
})
export type PaymentSummary = z.infer<typeof paymentSummary>

/** The wire keeps the client's spelling; the server answers to `student_room_payments` too. */
export const getPaymentSummary = endpoint({
  method: 'GET',
  path: '/onboard/student_room_paymments/',
  who: 'user',
  summary: 'My room, rate, balance and payments',
  reply: paymentSummary,
})

export const getPaymentSummaryAlias = endpoint({
  ...getPaymentSummary,
  path: '/onboard/student_room_payments/',
  summary: 'The same under its right spelling',
})

export const account = z.object({ account_number: z.string(), paybill: z.string() })

export const getAccount = endpoint({
  method: 'GET',
  path: '/onboard/account_number/',
  who: 'user',
  summary: 'The account number I quote when paying, and the paybill it is paid to',
  reply: account,
})

export const tenant = z.object({
  id: z.int(),
  full_name: z.string(),
  /** The room number of today, or the first one of somebody who has not moved in yet. */
  room: z.string(),
  from: z.iso.date(),
  /** The first day the place is free again. */
  until: z.nullable(z.iso.date()),
  /** The room that is planned for them. */
  next: z.nullable(z.object({ room: z.string(), on: z.iso.date() })),
})
export type Tenant = z.infer<typeof tenant>

export const listTenants = endpoint({
  method: 'GET',
  path: '/onboard/tenant_list/',
  who: 'staff',
  summary: 'Everybody who has a room, or will have one, by name',
  reply: z.array(tenant),
})

const choose_tenant = 'Please choose a tenant.'

export const listRoomNumbers = endpoint({
  method: 'GET',
  path: '/onboard/room-numbers/',
  who: 'staff',
  summary: 'The rooms one can move to from a day on (today unless told)',
  query: z.object({
    from: optionalDay,
    /** Who is to move: a place that is held for them already counts as free. */
    tenant: z.optional(chosenId(choose_tenant)),
  }),
  reply: z.array(z.string()),
})

const choose_reason = 'Please choose a reason.'

export const removeTenant = endpoint({
  method: 'POST',
  path: '/onboard/remove_tenant/',
  who: 'staff',
  summary: 'A tenant leaves, today, on a day before or on one to come',
  body: z.object({
    id: chosenId(choose_tenant),
    removal_reason: z.enum(removalReasons, choose_reason),
    comments: optionalText(2000),
    departure_date: day('Please choose the day they leave.'),
  }),
  files: [],
  reply: z.object({ message: z.string(), closing_balance: shillings }),
})

export const transferTenant = endpoint({
  method: 'POST',
  path: '/onboard/transfer_tenant/',
  who: 'staff',
  summary: 'A tenant moves to another room',
  status: 201,
  body: z.object({
    id: chosenId(choose_tenant),
    previous_room: text('Please say which room they have now.', 20),
    room_number: text('Please choose the new room.', 20),
    transfer_reason: z.enum(transferReasons, choose_reason),
    transfer_date: day('Please choose the day they move.'),
  }),
  files: [],
  reply: z.object({ message: z.string() }),
})

const stay = z.object({
  room_number: z.string(),
  from: z.iso.date(),
  until: z.nullable(z.iso.date()),
  transfer_reason: z.nullable(z.enum(transferReasons)),
})

/** What staff see of one person. */
export const tenantDetail = z.object({
  id: z.int(),
  full_name: z.string(),
  username: z.string(),
  account_number: z.nullable(z.string()),
  /** Of today, or of the day they move in; null for somebody who has left. */
  room: z.nullable(z.string()),
  from: z.nullable(z.iso.date()),
  until: z.nullable(z.iso.date()),
  /** Negative means credit. */
  balance: shillings,
  /** Every room they had, the latest first, over all tenancies. */
  stays: z.array(stay),
  removal: z.nullable(
    z.object({ reason: z.enum(removalReasons), comments: z.nullable(z.string()) }),
  ),
  /** What they wrote when they moved in. */
  details: z.nullable(
    z.object({
      id_number: z.string(),
      phone_number: z.string(),
      emergency_phone_number: z.string(),
      emergency_contact_relationship: z.enum(relationships),
      gender: z.nullable(z.string()),
      registration_number: z.string(),
      year_of_study: z.int(),
      college: z.string(),
      faculty: z.string(),
      sponsor_phone: z.nullable(z.string()),
      terms_agreed_at: z.iso.datetime(),
    }),
  ),
  documents: z.array(document),
  must_change_password: z.boolean(),
})
export type TenantDetail = z.infer<typeof tenantDetail>

export const getTenant = endpoint({
  method: 'GET',
  path: '/staff/tenants/:id/',
  who: 'staff',
  summary: 'A tenant, or somebody who was one, with everything staff may see',
  params: idParams,
  reply: tenantDetail,
})

export const formerTenant = z.object({
  id: z.int(),
  full_name: z.string(),
  room: z.string(),
  left_on: z.iso.date(),
  balance: shillings,
})

export const listFormerTenants = endpoint({
  method: 'GET',
  path: '/staff/former-tenants/',
  who: 'staff',
  summary: 'Who has left, the last to leave first, with what is still owed',
  query: pageQuery,
  reply: z.array(formerTenant),
})

export const extendStay = endpoint({
  method: 'POST',
  path: '/staff/tenants/:id/extend/',
  who: 'staff',
  summary: 'A tenant stays until a later day, or until one is agreed',
  params: idParams,
  /** Without a date no day is agreed any more. */
  body: z.object({ end_date: z.optional(day('Please choose the day they leave.')) }),
  reply: tenantDetail,
})

export const cancelTransfer = endpoint({
  method: 'POST',
  path: '/staff/tenants/:id/cancel-transfer/',
  who: 'staff',
  summary: 'A transfer that was planned does not come to be: they keep the room they have',
  params: idParams,
  reply: tenantDetail,
})

export const restorePassword = endpoint({
  method: 'POST',
  path: '/staff/tenants/:id/restore-password/',
  who: 'staff',
  summary: 'Put a forgotten password back to the ID number; their sessions end',
  params: idParams,
  status: 204,
})

export const getRoom = endpoint({
  method: 'GET',
  path: '/staff/rooms/:number/',
  who: 'staff',
  summary: 'A room and who has lived in it, the latest first',
  params: z.object({ number: z.string().check(z.maxLength(20)) }),
  query: pageQuery,
  reply: z.object({
    room_number: z.string(),
    rate: shillings,
    capacity: z.int(),
    stays: z.array(
      z.object({
        tenant: z.int(),
        full_name: z.string(),
        from: z.iso.date(),
        until: z.nullable(z.iso.date()),
      }),
    ),
  }),
})
