import * as ledger from '#contract/ledger.ts'
import * as rooms from '#contract/rooms.ts'
import * as tenants from '#contract/tenants.ts'
import { dayOf, isoTime } from '#rules/calendar.ts'
import { movesDeposit } from '#rules/payment.ts'
import { receiptNumber } from '#rules/receipt.ts'
import { findWaitingActs } from '../approvals/queries.ts'
import type { Context } from '../context.ts'
import { notFound } from '../http/errors.ts'
import { paged } from '../http/paging.ts'
import { requirePermission, type Serve } from '../http/serve.ts'
import { listLedger, namedEntry, shownReason } from '../ledger/list-ledger.ts'
import { changeRents, previewRents } from './change-rents.ts'
import { findTenants } from './find-tenants.ts'
import { countTenants, listTenantPage } from './list-tenants.ts'
import {
  findRoomByNumber,
  listClosures,
  listFreeRooms,
  listOccupants,
  listRates,
  listRooms,
} from './room-queries.ts'
import { changeRoom, closeRoom, deleteRoom, previewClosure, reopenRoom } from './rooms.ts'
import {
  findTenant,
  listBalances,
  listEndedTenancies,
  listStaysOfRoom,
  listTenants,
  tenantNotFound,
} from './tenant-queries.ts'

/** Lists of tenants and what one owes, and rooms; for staff. */
export function tenancyRoutes(serve: Serve, context: Context) {
  const { db, now } = context
  const today = () => dayOf(now())

  serve(tenants.listTenants, async ({ user }) => {
    const tenants = await listTenants(db, user.company_id, today())
    return tenants.map(({ next_room, next_day, ...tenant }) => ({
      ...tenant,
      next: next_room && next_day ? { room: next_room, on: next_day } : null,
    }))
  })

  serve(tenants.listRoomNumbers, async ({ user, query }) => {
    const { from = today(), tenant } = query
    const rooms = await listFreeRooms(db, user.company_id, from, tenant)
    return rooms.map((room) => room.room_number)
  })

  serve(ledger.listBalances, ({ user }) => listBalances(db, user.company_id, dayOf(now())))

  serve(ledger.listLedger, async ({ user, params, query, request, reply }) => {
    const { company_id } = user
    if (!(await findTenant(db, company_id, params.id))) throw tenantNotFound()
    const [{ rows }, waiting] = await Promise.all([
      listLedger(db, company_id, params.id, dayOf(now()), query),
      findWaitingActs(db, company_id),
    ])
    return paged(rows, query, { request, reply }).map((row) => {
      const { at, receipt, payment_id, by_hand, taken_back_at, ...entry } = row
      const named = namedEntry(row)
      return {
        ...entry,
        at: isoTime(at),
        mpesa_receipt_number: receipt,
        receipt_number: payment_id === null ? null : receiptNumber(payment_id),
        reason: shownReason(row),
        voided: taken_back_at !== null,
        taken_back_at: taken_back_at && isoTime(taken_back_at),
        takes_back: named && { ...named, at: isoTime(named.at) },
        waiting:
          waiting.entries.get(entry.id) ??
          (payment_id === null ? undefined : waiting.payments.get(payment_id)) ??
          null,
        can_undo: by_hand && taken_back_at === null && !movesDeposit(entry.kind),
      }
    })
  })

  serve(tenants.listTenantPage, async ({ user, query, request, reply }) => {
    const rows = await listTenantPage(db, user.company_id, today(), query)
    return paged(rows, query, { request, reply })
  })

  serve(tenants.countTenants, ({ user, query }) =>
    countTenants(db, user.company_id, today(), query),
  )

  serve(tenants.findTenants, ({ user, query }) => findTenants(db, user, query.q, dayOf(now())))

  serve(tenants.listFormerTenants, async ({ user, query, request, reply }) => {
    const rows = await listEndedTenancies(db, user.company_id, dayOf(now()), query)
    return paged(rows, query, { request, reply }).map(({ user_id, left_on, ...row }) => ({
      ...row,
      id: user_id,
      left_on: left_on ?? '',
    }))
  })

  serve(tenants.listRooms, async ({ user, query }) => {
    const { from = today(), tenant } = query
    const [rooms, occupants, closures] = await Promise.all([
      listRooms(db, user.company_id, { from, tenant, today: today() }),
      listOccupants(db, user.company_id, today()),
      listClosures(db, user.company_id, today()),
    ])
    const byRoom = Map.groupBy(occupants, ({ room_id }) => room_id)
    const closed = new Map(closures.toReversed().map((closure) => [closure.room_id, closure]))
    return rooms.map(({ id, ...room }) => {
      const closure = closed.get(id)
      return {
        ...room,
        closed: closure
          ? { from: closure.from_day, until: closure.until_day, reason: closure.reason }
          : null,
        occupants: byRoom.get(id) ?? [],
      }
    })
  })

  serve(tenants.getRoom, async ({ user, params, query, request, reply }) => {
    const room = await findRoomByNumber(db, user.company_id, params.number)
    if (!room) throw notFound('There is no such room.', 'room_not_found')
    const [stays, rates, closures] = await Promise.all([
      listStaysOfRoom(db, user.company_id, room.id, query),
      listRates(db, user.company_id, room.id),
      listClosures(db, user.company_id, today(), room.id),
    ])
    return {
      ...room,
      rates: rates.map(({ from_day, rate, by }) => ({
        from: from_day === '-infinity' ? null : from_day,
        rate,
        by: by || null,
      })),
      closures: closures.map(({ from_day: from, until_day: until, reason }) => ({
        from,
        until,
        reason,
      })),
      stays: paged(stays, query, { request, reply }),
    }
  })

  serve(rooms.changeRoom, ({ user, params, body, request }) =>
    changeRoom(context, user, params.number, body, () =>
      requirePermission(context, request, 'rooms', rooms.changeRoom.tries),
    ),
  )
  serve(rooms.deleteRoom, ({ user, params }) => deleteRoom(context, user, params.number))
  serve(rooms.previewClosure, ({ user, params, body }) =>
    previewClosure(context, user, params.number, body),
  )
  serve(rooms.closeRoom, ({ user, params, body }) => closeRoom(context, user, params.number, body))
  serve(rooms.reopenRoom, ({ user, params }) => reopenRoom(context, user, params.number))
  serve(rooms.previewRents, ({ user, body }) => previewRents(context, user, body))
  serve(rooms.changeRents, ({ user, body }) => changeRents(context, user, body))
  serve(rooms.previewRentCancel, ({ user, body: { room, from } }) =>
    previewRents(context, user, { rooms: [room], rate: null, from }),
  )
  serve(rooms.cancelRent, ({ user, body: { room, from, expected } }) =>
    changeRents(context, user, { rooms: [room], rate: null, from, expected }),
  )
}
