import * as contract from '#contract/overview.ts'
import { type Day, dayEnd, dayOf, formatDay, isoTime, type Month } from '#rules/calendar.ts'
import { type Age, lastBeside, monthsPaid, mostHeld, weekFrom, yearUpTo } from '#rules/overview.ts'
import { receiptNumber } from '#rules/receipt.ts'
import { countBroken } from '../agreements/calls.ts'
import { countOpenApprovals } from '../approvals/queries.ts'
import type { AuthUser } from '../auth/access.ts'
import { countUnreported } from '../claims/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { sumDeposits } from '../deposits/queries.ts'
import { invalid } from '../http/errors.ts'
import { paged } from '../http/paging.ts'
import type { Serve } from '../http/serve.ts'
import { findMailFailure } from '../mail.ts'
import { countWaiting } from '../moderation/queries.ts'
import { listClosures, listOccupants } from '../tenancy/room-queries.ts'
import { listEntries } from './entries.ts'
import {
  type AsAt,
  asItWas,
  countDeskItems,
  findArrears,
  findFirstEntry,
  listMoves,
  listRoomsOn,
  sumChargesByMonth,
  sumHeldDeposits,
  sumPaymentsByMonth,
} from './queries.ts'

export function overviewRoutes(serve: Serve, context: Context) {
  serve(contract.getOverview, ({ user, query }) => loadOverview(context, user, query.on))

  serve(contract.getMoneyOfMonth, ({ user, query }) => loadMoney(context, user, query))

  serve(contract.listOverviewEntries, async ({ user, query, request, reply }) => {
    const { asAt } = await findDay(context, user, query.on)
    const { rows } = await listEntries(context.db, asAt, query)
    return paged(rows, query, { request, reply }).map(
      ({ at, kind, payment_id, charged, paid_before, ...entry }) => ({
        ...entry,
        at: isoTime(at),
        is_correction: kind === 'correction',
        pays_for: charged && monthsPaid(charged, paid_before ?? 0, entry.amount),
        receipt_number: payment_id === null ? null : receiptNumber(payment_id),
      }),
    )
  })
}

/**
 * The day of an overview, today by default.
 * @throws {HttpError} 400 for a day that has not come yet, or from before the first entry
 */
async function findDay(
  { db, now }: Context,
  { company_id }: AuthUser,
  on: Day | undefined,
): Promise<{ asAt: AsAt; first_day: Day }> {
  const today = dayOf(now())
  const day = on ?? today
  if (day > today) throw invalid('on', 'That day hasn’t come yet. Please choose an earlier one.')
  const entry = await findFirstEntry(db, company_id)
  const first = entry && dayOf(entry) < today ? dayOf(entry) : today
  if (day < first) {
    throw invalid(
      'on',
      `The first entry here is from ${formatDay(first)}. Please choose a later day.`,
    )
  }
  const until = day === today ? null : dayEnd(day)
  return { asAt: { company_id, day, month: day.slice(0, 7), until }, first_day: first }
}

async function loadOverview(
  context: Context,
  user: AuthUser,
  on: Day | undefined,
): Promise<contract.Overview> {
  const { db } = context
  const { asAt, first_day } = await findDay(context, user, on)
  const { company_id, day, until } = asAt
  const [rooms, accounts, months, stays, desk, deposits, held, ...others] = await Promise.all([
    loadRooms(context, asAt),
    findArrears(db, asAt),
    loadMonths(db, asAt),
    listMoves(db, asAt),
    countDeskItems(db, asAt),
    until === null ? sumDeposits(db, company_id, day) : null,
    sumHeldDeposits(db, asAt),
    until === null ? countUnreported(db, company_id, context.now()) : null,
    until === null ? countWaiting(db, company_id) : null,
    until === null ? countOpenApprovals(db, user) : null,
    until === null ? countBroken(context, company_id) : null,
    until === null ? findMailFailure(db) : null,
  ])
  const [codes, posts, approvals, broken, mail_failed] = others
  const livingIn = rooms.map((room) => ({ ...room, present: presentOn(room.occupants, day) }))
  const roomOf = new Map(
    livingIn.flatMap(({ present, room_number }) => present.map(({ id }) => [id, room_number])),
  )
  const debtors = accounts.debtors.map((debtor) => ({
    ...debtor,
    room: roomOf.get(debtor.id) ?? null,
  }))
  const owedBy = new Map(debtors.map(({ id, owed }) => [id, owed]))
  const moves = stays
    .flatMap((stay) => movesOf(stay, day))
    .map((move) => ({ ...move, owed: owedBy.get(move.id) ?? 0 }))
    .sort((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
  const free = rooms.filter((room) => room.free)
  const isClosed = ({ closed }: (typeof rooms)[number]) => closed !== null && closed.from <= day
  return {
    on: day,
    is_today: until === null,
    first_day,
    rooms,
    occupancy: {
      rooms: rooms.length,
      lived_in: livingIn.filter(({ present }) => present.length > 0).length,
      out_of_service: livingIn.filter(isClosed).length,
      in_service_lived_in: livingIn.filter((one) => one.present.length > 0 && !isClosed(one))
        .length,
      free: free.length,
      free_rent: sum(
        free.map(({ rate, capacity, occupants }) => rate * (capacity - mostHeld(occupants, day))),
      ),
    },
    due: rentDue(accounts),
    months,
    arrears: byAge((age) => owedSince(age, debtors).shillings),
    deposits: held,
    debtors,
    moves,
    needs: {
      desk,
      deposits: deposits && {
        count: deposits.to_refund.tenants,
        shillings: deposits.to_refund.shillings,
      },
      leaving_with_debt: countOwed(moves.filter(({ kind, owed }) => kind === 'leaves' && owed > 0)),
      long_overdue: countOwed(debtors.filter((one) => one.two_months + one.older > 0)),
      broken,
      codes,
      approvals: approvals && { count: approvals.open, shillings: approvals.shillings },
      posts: posts && posts.pending + posts.edited + posts.reports,
      mail_failed,
    },
  }
}

type Accounts = Awaited<ReturnType<typeof findArrears>>

const rentDue = ({ due, charged, unpaid, payable, opening_owed, opening_credit }: Accounts) => ({
  ...{ amount: due, tenants: charged, unpaid, payable },
  opening: { owed: opening_owed, credit: opening_credit },
})

const byAge = <Value>(of: (age: Age) => Value): Record<Age, Value> => ({
  this_month: of('this_month'),
  one_month: of('one_month'),
  two_months: of('two_months'),
  older: of('older'),
})

/** The debts of an age, and how many accounts have one. */
const owedSince = (age: Age, debtors: Accounts['debtors']) => {
  const debts = debtors.map((debtor) => debtor[age]).filter((debt) => debt > 0)
  return { count: debts.length, shillings: sum(debts) }
}

/** The twelve months up to that of `asAt`. */
async function loadMonths(db: Db, asAt: AsAt): Promise<contract.Overview['months']> {
  const [payments, charges] = await Promise.all([
    sumPaymentsByMonth(db, asAt),
    sumChargesByMonth(db, asAt),
  ])
  return yearUpTo(asAt.month).months.map((month) => {
    const paid = payments.filter((row) => row.month === month)
    const rent = paid.find(({ purpose }) => purpose === 'rent')
    const wifi = paid.find(({ purpose }) => purpose === 'wifi')
    return {
      month,
      due: charges.find((row) => row.month === month)?.due ?? 0,
      collected: rent?.amount ?? 0,
      payments: rent?.count ?? 0,
      wifi: wifi?.amount ?? 0,
      bundles: wifi?.count ?? 0,
    }
  })
}

async function loadMoney(
  context: Context,
  user: AuthUser,
  { month, on }: { month: Month; on?: Day | undefined },
): Promise<contract.MoneyOfMonth> {
  const { db } = context
  const { asAt, first_day } = await findDay(context, user, on)
  const [accounts, months] = await Promise.all([
    findArrears(db, asAt, month),
    loadMonths(db, { ...asAt, month: lastBeside(month, asAt.month) }),
  ])
  return {
    month,
    first_month: first_day.slice(0, 7),
    due: { ...rentDue(accounts), ...(month > asAt.month && { unpaid: null }) },
    months,
    owed: byAge((age) => owedSince(age, accounts.debtors)),
  }
}

const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

const countOwed = (rows: { owed: number }[]) => ({
  count: rows.length,
  shillings: sum(rows.map(({ owed }) => owed)),
})

interface Occupant {
  from: Day
  until: Day | null
}

const presentOn = <Row extends Occupant>(occupants: Row[], day: Day): Row[] =>
  occupants.filter(({ from, until }) => from <= day && (until === null || until > day))

/** The rooms of the day with who lived there or was to, and what was out of service or was to be. */
async function loadRooms({ db }: Context, asAt: AsAt) {
  const { company_id, day } = asAt
  const then = asItWas(db, asAt)
  const [rooms, occupants, closures] = await Promise.all([
    listRoomsOn(db, asAt),
    listOccupants(then, company_id, day),
    listClosures(then, company_id, day),
  ])
  const byRoom = Map.groupBy(occupants, ({ room_id }) => room_id)
  const closuresOf = Map.groupBy(closures, ({ room_id }) => room_id)
  return rooms.flatMap(({ id, was_there, ...room }) => {
    const held = (byRoom.get(id) ?? []).map(({ room_id, ...occupant }) => occupant)
    if (!was_there && presentOn(held, day).length === 0) return []
    const [closure] = closuresOf.get(id) ?? []
    return {
      ...room,
      free: !closure && mostHeld(held, day) < room.capacity,
      closed: closure
        ? { from: closure.from_day, until: closure.until_day, reason: closure.reason }
        : null,
      occupants: held,
    }
  })
}

type MovedStay = Awaited<ReturnType<typeof listMoves>>[number]

/** The moves of a stay within the seven days: it begins, from another room or from outside, or it ends for good. */
function movesOf(stay: MovedStay, day: Day): Omit<contract.Move, 'owed'>[] {
  const { id, full_name, room, from_day, until_day, before, after } = stay
  const who = { id, full_name, room }
  const { last } = weekFrom(day)
  const moves: Omit<contract.Move, 'owed'>[] = []
  if (from_day >= day && from_day <= last) {
    moves.push({
      ...who,
      kind: before === null ? 'moves_in' : 'moves',
      day: from_day,
      from_room: before,
    })
  }
  if (until_day !== null && until_day >= day && until_day <= last && after === null) {
    moves.push({ ...who, kind: 'leaves', day: until_day, from_room: null })
  }
  return moves
}
