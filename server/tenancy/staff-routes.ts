import {
  cancelTransfer as cancelTransferEndpoint,
  extendStay,
  getRoom,
  getTenant,
  listFormerTenants,
  listRoomNumbers,
  listTenants as listTenantsEndpoint,
  removeTenant,
  restorePassword,
  type TenantDetail,
  transferTenant,
} from '#contract/tenancy.ts'
import { dayOf } from '#rules/calendar.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { listDocuments } from '../documents/queries.ts'
import { notFound } from '../errors.ts'
import { paged } from '../paging.ts'
import type { Serve } from '../serve.ts'
import { balanceOf, cancelTransfer, extend, remove, transfer } from './move.ts'
import { listPlans } from './queries.ts'
import { restore } from './restore-password.ts'
import { findRoomByNumber, listFreeRooms } from './room-queries.ts'
import {
  findDetails,
  findTenant,
  listEndedTenancies,
  listPeopleOfRoom,
  listRoomsOf,
  listTenants,
} from './tenant-queries.ts'

export function staffRoutes(serve: Serve, context: Context) {
  const { db, now } = context
  const today = () => dayOf(now())

  serve(listTenantsEndpoint, async ({ user }) => {
    const tenants = await listTenants(db, user.company_id, today())
    return tenants.map(({ next_room, next_day, ...tenant }) => ({
      ...tenant,
      next: next_room && next_day ? { room: next_room, on: next_day } : null,
    }))
  })

  serve(listRoomNumbers, async ({ user, query }) => {
    const { from = today(), tenant } = query
    const rooms = await listFreeRooms(db, user.company_id, from, tenant)
    return rooms.map((room) => room.room_number)
  })

  serve(transferTenant, async ({ user, body }) => {
    await transfer(context, user, body)
    return { message: 'Tenant transferred successfully!' }
  })

  serve(removeTenant, async ({ user, body }) => ({
    message: 'Tenant removed successfully!',
    ...(await remove(context, user, body)),
  }))

  serve(getTenant, ({ user, params }) => detail(context, user, params.id))

  serve(extendStay, async ({ user, params, body }) => {
    await extend(context, user, params.id, body.end_date ?? null)
    return detail(context, user, params.id)
  })

  serve(cancelTransferEndpoint, async ({ user, params }) => {
    await cancelTransfer(context, user, params.id)
    return detail(context, user, params.id)
  })

  serve(restorePassword, ({ user, params }) => restore(context, user, params.id))

  serve(listFormerTenants, async ({ user, query, request, reply }) => {
    const rows = await listEndedTenancies(db, user.company_id, query)
    return paged(rows, query, { request, reply }).map(({ user_id, left_on, ...row }) => ({
      ...row,
      id: user_id,
      left_on: left_on ?? '',
    }))
  })

  serve(getRoom, async ({ user, params, query, request, reply }) => {
    const room = await findRoomByNumber(db, user.company_id, params.number)
    if (!room) throw notFound('There is no such room.', 'room_not_found')
    const people = await listPeopleOfRoom(db, user.company_id, room.id, query)
    return { ...room, stays: paged(people, query, { request, reply }) }
  })
}

async function detail(context: Context, user: AuthUser, id: number): Promise<TenantDetail> {
  const { db, now } = context
  const { company_id } = user
  const tenant = await findTenant(db, company_id, id)
  if (!tenant) throw notFound('There is no such tenant.', 'tenant_not_found')
  const [plans, stays, details, documents, balance] = await Promise.all([
    listPlans(db, company_id, id, dayOf(now())),
    listRoomsOf(db, company_id, id),
    findDetails(db, company_id, id),
    listDocuments(db, company_id, id),
    balanceOf(db, company_id, id, now()),
  ])
  const held = plans.filter((stay) => stay.room_number !== null)
  const { removal_reason: reason, removal_comments: comments } = tenant
  return {
    ...tenant,
    room: held[0]?.room_number ?? null,
    from: held[0]?.from_day ?? null,
    until: held.at(-1)?.until_day ?? tenant.ended_day,
    balance,
    stays,
    removal: reason && { reason, comments },
    details: details
      ? { ...details, terms_agreed_at: details.terms_agreed_at.toISOString() }
      : null,
    documents: documents.map(({ id, kind, created_at }) => ({
      id,
      kind,
      created_at: created_at.toISOString(),
    })),
  }
}
