import * as z from 'zod/mini'
import { relationships, removalReasons, transferReasons } from '#rules/tenancy.ts'
import { waiting } from './approvals.ts'
import { billedReturn, correctedMonths, expectedChange } from './billing.ts'
import { documentOfTenant } from './documents.ts'
import { endpoint } from './endpoint.ts'
import { day, entityId, expectedAct, idParams, optionalDay, optionalText, text } from './form.ts'
import { pageQuery, searchText } from './page.ts'

const shillings = z.int()

export const tenant = z.object({
  id: z.int(),
  full_name: z.string(),
  /** Today's room number, or the first one of a tenant who has not moved in yet. */
  room: z.string(),
  from: z.iso.date(),
  /** The first day the place is free again. */
  until: z.nullable(z.iso.date()),
  /** The room of a planned transfer. */
  next: z.nullable(z.object({ room: z.string(), on: z.iso.date() })),
})
export type Tenant = z.infer<typeof tenant>

export const listTenants = endpoint({
  method: 'GET',
  path: '/onboard/tenant_list/',
  who: 'staff:view',
  summary: 'Tenants who have a room or will have one, by name',
  reply: z.array(tenant),
})

export const tenantStates = ['owes', 'credit', 'coming', 'leaving'] as const
export const tenantOrders = ['name', 'room', 'owes', 'since', 'until'] as const

const tenantFilter = z.object({
  /** Part of the name, or the beginning of the room number. */
  q: z.optional(z.string().check(z.trim(), z.maxLength(80, 'Please type at most 80 characters.'))),
  /** Whoever owes something, has credit, moves in later or has a leaving date. */
  state: z.optional(z.enum(tenantStates, 'Please choose one of the states.')),
})

export const listTenantPage = endpoint({
  method: 'GET',
  path: '/staff/tenants/',
  who: 'staff:view',
  summary:
    'Tenants who have a room or will have one, with what they owe, in pages: by name, by room, who owes most, who moved in last or who leaves first',
  query: z.extend(z.omit(pageQuery, { after: true }), {
    ...tenantFilter.shape,
    sort: z._default(z.enum(tenantOrders, 'Please choose one of the orders.'), 'name'),
  }),
  reply: z.array(
    z.extend(z.omit(tenant, { next: true }), {
      /** Negative means credit. */
      balance: shillings,
    }),
  ),
})
export type ListedTenant = z.infer<typeof listTenantPage.reply>[number]

export const countTenants = endpoint({
  method: 'GET',
  path: '/staff/tenants/count/',
  who: 'staff:view',
  summary:
    'How many tenants have a room or will have one, how many of them fit, and what these owe',
  query: tenantFilter,
  /** Of those who fit, `owing` owe `owed` shillings; the credit of one pays nothing of another. */
  reply: z.object({ fitting: z.int(), all: z.int(), owing: z.int(), owed: z.int() }),
})

const CHOOSE_TENANT = 'Please choose a tenant.'

const freeRoomsQuery = z.object({
  from: optionalDay,
  /** Who is to move: a place that this tenant holds already counts as free. */
  tenant: z.optional(entityId(CHOOSE_TENANT)),
})

export const listRoomNumbers = endpoint({
  method: 'GET',
  path: '/onboard/room-numbers/',
  who: 'staff:view',
  summary: 'The rooms one can move to from a day on (today by default)',
  query: freeRoomsQuery,
  reply: z.array(z.string()),
})

const CHOOSE_REASON = 'Please choose a reason.'

export const removeTenant = endpoint({
  method: 'POST',
  path: '/onboard/remove_tenant/',
  who: 'staff:tenancies',
  tries: 'remove a tenant',
  summary: 'End a tenancy on a day in the past, today or in the future',
  body: z.object({
    id: entityId(CHOOSE_TENANT),
    removal_reason: z.enum(removalReasons, CHOOSE_REASON),
    comments: optionalText(2000),
    departure_date: day('Please choose the day they leave.'),
    expected_change: expectedChange,
    corrected_months: correctedMonths,
    expected_act: expectedAct,
  }),
  files: [],
  reply: z.object({ message: z.string(), closing_balance: shillings, waiting }),
})

export const transferTenant = endpoint({
  method: 'POST',
  path: '/onboard/transfer_tenant/',
  who: 'staff:tenancies',
  tries: 'move a tenant to another room',
  summary: 'A tenant moves to another room',
  status: 201,
  body: z.object({
    id: entityId(CHOOSE_TENANT),
    previous_room: text('Please say which room they have now.', 20),
    room_number: text('Please choose the new room.', 20),
    transfer_reason: z.enum(transferReasons, CHOOSE_REASON),
    transfer_date: day('Please choose the day they move.'),
    expected_change: expectedChange,
    corrected_months: correctedMonths,
    expected_act: expectedAct,
  }),
  files: [],
  reply: z.object({ message: z.string(), waiting }),
})

const stay = z.object({
  room_number: z.string(),
  from: z.iso.date(),
  until: z.nullable(z.iso.date()),
  transfer_reason: z.nullable(z.enum(transferReasons)),
})

const removal = z.object({
  reason: z.enum(removalReasons),
  comments: z.nullable(z.string()),
})

/** Something that staff did about a tenancy. */
const tenancyAct = z.object({
  id: z.int(),
  act: z.enum(['transfer', 'cancel_transfer', 'remove', 'extend', 'move_back']),
  /** The member of staff who did it. */
  by: z.string(),
  at: z.iso.datetime(),
  /** The day that was chosen; null when a leaving date was taken away. */
  day: z.nullable(z.iso.date()),
  /** The tenant's last room after it. */
  room_number: z.nullable(z.string()),
  removal: z.nullable(removal),
})
export type TenancyAct = z.infer<typeof tenancyAct>

/** Everything that staff see of a current or former tenant. */
export const tenantDetail = z.object({
  id: z.int(),
  full_name: z.string(),
  username: z.string(),
  account_number: z.nullable(z.string()),
  /** From the form, or from the import; null for staff who may not change tenants, since it may be their password. */
  id_number: z.nullable(z.string()),
  /** Today's, or that of the day they move in; null for a former tenant. */
  room: z.nullable(z.string()),
  from: z.nullable(z.iso.date()),
  until: z.nullable(z.iso.date()),
  /** Negative means credit. */
  balance: shillings,
  /** The latest first, over all tenancies. */
  stays: z.array(stay),
  removal: z.nullable(removal),
  /** The latest first. */
  acts: z.array(tenancyAct),
  /** From their latest onboarding form, or as far as an import or staff know it. */
  details: z.nullable(
    z.object({
      id_number: z.nullable(z.string()),
      phone_number: z.string(),
      emergency_phone_number: z.nullable(z.string()),
      emergency_contact_relationship: z.nullable(z.enum(relationships)),
      gender: z.nullable(z.string()),
      registration_number: z.nullable(z.string()),
      year_of_study: z.nullable(z.int()),
      college: z.nullable(z.string()),
      college_id: z.nullable(z.int()),
      faculty: z.nullable(z.string()),
      faculty_id: z.nullable(z.int()),
      sponsor_phone: z.nullable(z.string()),
      /** Null for somebody who was imported. */
      terms_agreed_at: z.nullable(z.iso.datetime()),
      terms_version: z.nullable(z.int()),
    }),
  ),
  documents: z.array(documentOfTenant),
  contact: z.object({
    full_name: z.string(),
    /** With which they log in; null for nobody who was onboarded or imported. */
    phone_number: z.nullable(z.string()),
    /** Empty without one. */
    email: z.string(),
  }),
  /** Notes by staff, the latest first. */
  notes: z.array(z.object({ id: z.int(), text: z.string(), by: z.string(), at: z.iso.datetime() })),
  /** Their posts that staff have rejected or taken down, the latest first. */
  rejected_posts: z.array(
    z.object({
      id: z.int(),
      title: z.string(),
      reason: z.nullable(z.string()),
      decided: z.nullable(z.object({ by: z.string(), at: z.iso.datetime() })),
    }),
  ),
  must_change_password: z.boolean(),
})
export type TenantDetail = z.infer<typeof tenantDetail>

export const getTenant = endpoint({
  method: 'GET',
  path: '/staff/tenants/:id/',
  who: 'staff:view',
  summary: 'A current or former tenant, with everything that staff may see',
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

/** The field by which a search found somebody. */
export const foundBy = [
  ...(['name', 'phone', 'email', 'account', 'id_number', 'registration_number'] as const),
  ...(['receipt', 'room'] as const),
] as const

const foundTenant = z.object({
  id: z.int(),
  full_name: z.string(),
  by: z.enum(foundBy),
  /** Today's room; null for whoever has none. */
  room: z.nullable(z.string()),
  /** Negative means credit. */
  balance: shillings,
})
export type FoundTenant = z.infer<typeof foundTenant>

export const findTenants = endpoint({
  method: 'GET',
  path: '/staff/tenants/find/',
  who: 'staff:view',
  summary:
    'Present and former tenants by name, room, phone, email, account number or receipt; by ID number for those who may see it',
  query: z.object({ q: searchText('Please type what you are looking for.') }),
  reply: z.array(foundTenant),
})

export const listFormerTenants = endpoint({
  method: 'GET',
  path: '/staff/former-tenants/',
  who: 'staff:view',
  summary: 'Former tenants, the last to leave first, with what is still owed',
  query: pageQuery,
  reply: z.array(formerTenant),
})

export const extendStay = endpoint({
  method: 'POST',
  path: '/staff/tenants/:id/extend/',
  who: 'staff:tenancies',
  tries: 'change a leaving date',
  summary: 'Move the end of a stay to a later day, or leave it open',
  params: idParams,
  /** Without a date, no end is agreed. */
  body: z.object({
    end_date: z.optional(day('Please choose the day they leave.')),
    expected_act: expectedAct,
  }),
  reply: tenantDetail,
})

export const cancelTransfer = endpoint({
  method: 'POST',
  path: '/staff/tenants/:id/cancel-transfer/',
  who: 'staff:tenancies',
  tries: 'cancel a planned move',
  summary: 'Cancel a planned transfer: the tenant keeps the present room',
  params: idParams,
  body: z.object({ expected_act: expectedAct }),
  reply: tenantDetail,
})

const moveBackForm = z.object({
  room_number: text('Please choose a room.', 20),
  start_date: day('Please choose the day they move back in.'),
})
export type MoveBack = z.infer<typeof moveBackForm>

export const moveBackPreview = z.extend(billedReturn, {
  rate: shillings,
  /** The end that was agreed before they left and comes into force again. */
  until: z.nullable(z.iso.date()),
  /** The deposit agreed by then, and the sum held already; null without either. */
  deposit: z.nullable(z.object({ asked: shillings, held: shillings })),
  /** Rent charged up to the day of moving in, beyond what is charged already; rent of a term comes as a bill. */
  charges: z.array(z.object({ month: z.string(), amount: shillings })),
})
export type MoveBackPreview = z.infer<typeof moveBackPreview>

export const previewMoveBack = endpoint({
  method: 'GET',
  path: '/staff/tenants/:id/move-back/',
  who: 'staff:view',
  summary: 'What moving a former tenant back in would mean; changes nothing',
  params: idParams,
  query: moveBackForm,
  reply: moveBackPreview,
})

export const moveBack = endpoint({
  method: 'POST',
  path: '/staff/tenants/:id/move-back/',
  who: 'staff:tenancies',
  tries: 'let a tenant move back in',
  summary: 'Give a former tenant a room again, from the day they left or later',
  params: idParams,
  /** `expected`: what the preview said, from whoever saw one; a 409 when another rent, end, deposit or sum owed holds now. */
  body: z.extend(moveBackForm, { expected: z.optional(moveBackPreview) }),
  reply: tenantDetail,
})

/** A time out of service; `until` is the first day on which one can move in again. */
const closure = z.object({
  ...{ from: z.iso.date(), until: z.nullable(z.iso.date()) },
  reason: z.string(),
})

export const room = z.object({
  room_number: z.string(),
  rate: shillings,
  capacity: z.int(),
  /** Whether one can move in on the day that was asked for. */
  free: z.boolean(),
  /** The first day from today on from which a place is free; null when nobody is to leave. */
  free_from: z.nullable(z.iso.date()),
  /** The present time out of service, or the next one. */
  closed: z.nullable(closure),
  /** Tenants who have the room or will have it, by their first day. */
  occupants: z.array(z.pick(tenant, { id: true, full_name: true, from: true, until: true })),
})
export type Room = z.infer<typeof room>

export const listRooms = endpoint({
  method: 'GET',
  path: '/staff/rooms/',
  who: 'staff:view',
  summary:
    'All rooms: rent, who lives there, and whether one can move in on a day (today by default)',
  query: freeRoomsQuery,
  reply: z.array(room),
})

export const getRoom = endpoint({
  method: 'GET',
  path: '/staff/rooms/:number/',
  who: 'staff:view',
  summary: 'A room and who has lived in it, the latest first',
  params: z.object({ number: z.string().check(z.maxLength(20)) }),
  query: pageQuery,
  reply: z.object({
    room_number: z.string(),
    rate: shillings,
    capacity: z.int(),
    notes: z.string(),
    /** By their first day, which is null for the rent that came with the room. */
    rates: z.array(
      z.object({ from: z.nullable(z.iso.date()), rate: shillings, by: z.nullable(z.string()) }),
    ),
    /** The present and the planned ones. */
    closures: z.array(closure),
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
