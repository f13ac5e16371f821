import { sql } from 'kysely'
import { type Day, type Month, monthOf, monthStart, nextMonth } from '#rules/calendar.ts'
import { formatPhone } from '#rules/phone.ts'
import { receiptNumber } from '#rules/receipt.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import { balanceOf } from '../payments/balance.ts'
import { isReversed, paidAt } from '../payments/ledger-queries.ts'
import { realAddress } from '../tenancy/contact.ts'
import { roomNumberOn } from '../tenancy/stay-queries.ts'
import type { Cell } from './csv.ts'

/** Rows of one statement: between two of them others get their turn. */
const BATCH = 2000

export interface Span {
  company_id: number
  /** Rows from this instant on, and before the other. */
  from: Date | null
  before: Date | null
  today: Day
}

interface Table {
  headings: readonly string[]
  batches(db: Db, span: Span): AsyncGenerator<Cell[][]>
}

/** Reads by id, a batch at a time: no statement is long, and no transaction stays open while somebody downloads. */
async function* inBatches<Row extends { id: number }>(
  read: (after: number) => Promise<Row[]>,
  toCells: (row: Row) => Cell[],
): AsyncGenerator<Cell[][]> {
  let after = 0
  for (;;) {
    const rows = await read(after)
    if (rows.length > 0) yield rows.map(toCells)
    if (rows.length < BATCH) return
    after = rows.at(-1)?.id ?? after
  }
}

/** A condition for a time of the span. */
const within = (time: ReturnType<typeof sql.ref> | typeof paidAt, { from, before }: Span) =>
  sql<boolean>`(${from}::timestamptz is null or ${time} >= ${from})
    and (${before}::timestamptz is null or ${time} < ${before})`

const phone = (number: string | null) => number && formatPhone(number)

const rooms: Table = {
  headings: ['room', 'rent', 'places', 'tenants', 'out_of_service', 'notes'],
  batches: (db, { company_id, today }) =>
    inBatches(
      (after) =>
        db
          .selectFrom('rooms')
          .where('company_id', '=', company_id)
          .where('id', '>', after)
          .select(['id', 'room_number', 'rate', 'capacity', 'notes'])
          .select([
            sql<string>`coalesce((select string_agg(${fullName()}, '; ' order by stays.id) from stays
              join tenancies on tenancies.company_id = stays.company_id
                and tenancies.id = stays.tenancy_id
              join users on users.company_id = tenancies.company_id and users.id = tenancies.user_id
              where stays.company_id = rooms.company_id and stays.room_id = rooms.id
                and stays.from_day <= ${today}
                and (stays.until_day is null or stays.until_day > ${today})), '')`.as('tenants'),
            sql<boolean>`exists (select from room_closures closed
              where closed.company_id = rooms.company_id and closed.room_id = rooms.id
                and closed.from_day <= ${today}
                and (closed.until_day is null or closed.until_day > ${today}))`.as('closed'),
          ])
          .orderBy('id')
          .limit(BATCH)
          .execute(),
      ({ room_number, rate, capacity, tenants, closed, notes }) => [
        room_number,
        rate,
        capacity,
        tenants,
        closed,
        notes,
      ],
    ),
}

const tenants: Table = {
  headings: [
    'name',
    'account_number',
    'phone',
    'email',
    'id_number',
    'registration_number',
    'college',
    'faculty',
    'year_of_study',
    'emergency_phone',
    'room',
    'since',
    'until',
    'balance',
  ],
  batches: (db, { company_id, today }) =>
    inBatches(
      (after) =>
        db
          .selectFrom('tenancies')
          .innerJoin('users', sameCompany('users.id', 'tenancies.user_id'))
          .innerJoin('account_numbers', sameCompany('account_numbers.user_id', 'users.id'))
          .leftJoin('tenant_details', sameCompany('tenant_details.tenancy_id', 'tenancies.id'))
          .leftJoin('colleges', 'colleges.id', 'tenant_details.college_id')
          .leftJoin('faculties', 'faculties.id', 'tenant_details.faculty_id')
          .innerJoinLateral(balanceOf('users.id', today.slice(0, 7)), (join) => join.onTrue())
          .where('tenancies.company_id', '=', company_id)
          .where('users.id', '>', after)
          // The latest tenancy of each.
          .distinctOn('users.id')
          .select(['users.id', fullName().as('name'), 'users.phone', 'users.email'])
          .select(['account_numbers.account_number', 'balance.due', 'year_of_study'])
          .select(['tenant_details.id_number', 'registration_number', 'emergency_phone_number'])
          .select(['colleges.name as college', 'faculties.name as faculty'])
          .select([
            roomNumberOn('tenancies.company_id', 'users.id', today).as('room'),
            sql<Day | null>`(select min(from_day) from stays
              where stays.company_id = tenancies.company_id
                and stays.tenancy_id = tenancies.id)`.as('since'),
            sql<Day | null>`(select until_day from stays
              where stays.company_id = tenancies.company_id and stays.tenancy_id = tenancies.id
              order by from_day desc, id desc limit 1)`.as('until'),
          ])
          .orderBy('users.id')
          .orderBy('tenancies.id', 'desc')
          .limit(BATCH)
          .execute(),
      (row) => [
        row.name,
        row.account_number,
        phone(row.phone),
        realAddress(row.email),
        row.id_number,
        row.registration_number,
        row.college,
        row.faculty,
        row.year_of_study,
        phone(row.emergency_phone_number),
        row.room,
        row.since,
        row.until,
        row.due,
      ],
    ),
}

/** When a charge is due: at its entry, or at the start of its month when it was entered in another one. */
const chargedAt = (month: Month, created_at: Date): Date =>
  monthOf(created_at) === month ? created_at : monthStart(month)

const ledger: Table = {
  headings: [
    'time',
    'account_number',
    'name',
    'kind',
    'month',
    'charged',
    'paid',
    'mpesa_receipt',
    'receipt',
    'taken_back',
    'reason',
    'entered_by',
  ],
  async *batches(db, span) {
    const { company_id, from, before } = span
    // Charges belong to months: those that the days of the span touch.
    const months = {
      from: from && monthOf(from),
      before: before && nextMonth(monthOf(new Date(before.getTime() - 1))),
    }
    yield* inBatches(
      (after) =>
        db
          .selectFrom('charges')
          .innerJoin('users', sameCompany('users.id', 'charges.user_id'))
          .innerJoin('account_numbers', sameCompany('account_numbers.user_id', 'users.id'))
          .leftJoin('users as staff', sameCompany('staff.id', 'charges.entered_by'))
          .where('charges.company_id', '=', company_id)
          .where('charges.id', '>', after)
          .$if(months.from !== null, (query) => query.where('month', '>=', months.from ?? ''))
          .$if(months.before !== null, (query) => query.where('month', '<', months.before ?? ''))
          .select(['charges.id', 'charges.created_at', 'month', 'amount', 'kind', 'reason'])
          .select(['account_number', fullName().as('name'), fullName('staff').as('by')])
          .orderBy('charges.id')
          .limit(BATCH)
          .execute(),
      ({ month, amount, kind, reason, name, account_number, by, created_at }) => [
        chargedAt(month, created_at),
        account_number,
        name,
        kind,
        month,
        amount,
        null,
        null,
        null,
        null,
        reason,
        by || null,
      ],
    )
    yield* inBatches(
      (after) => readPayments(db, span, after, 'rent'),
      (row) => [
        row.at,
        row.account_number,
        row.name,
        row.kind,
        null,
        null,
        row.amount,
        row.receipt,
        receiptNumber(row.id),
        row.reversed,
        row.reason,
        row.by || null,
      ],
    )
  },
}

const readPayments = (db: Db, span: Span, after: number, purpose?: 'rent') =>
  db
    .selectFrom('payments')
    .leftJoin('receipts', sameCompany('receipts.payment_id', 'payments.id'))
    .innerJoin('users', sameCompany('users.id', 'payments.user_id'))
    .leftJoin('account_numbers', sameCompany('account_numbers.user_id', 'users.id'))
    .leftJoin('payment_requests as push', sameCompany('push.id', 'payments.request_id'))
    .leftJoin('users as staff', sameCompany('staff.id', 'payments.entered_by'))
    .where('payments.company_id', '=', span.company_id)
    .where('payments.id', '>', after)
    .where(within(paidAt, span))
    .$if(purpose !== undefined, (query) => query.where('payments.purpose', '=', purpose ?? 'rent'))
    .select(['payments.id', 'payments.amount', 'payments.kind', 'payments.purpose'])
    .select(['payments.reason', 'receipts.receipt', 'push.phone', paidAt.as('at')])
    .select(['account_number', fullName().as('name'), fullName('staff').as('by')])
    .select(isReversed.as('reversed'))
    .orderBy('payments.id')
    .limit(BATCH)
    .execute()

const payments: Table = {
  headings: [
    'time',
    'amount',
    'for',
    'account_number',
    'name',
    'paid_from',
    'mpesa_receipt',
    'receipt',
    'kind',
    'taken_back',
    'reason',
    'entered_by',
  ],
  batches: (db, span) =>
    inBatches(
      (after) => readPayments(db, span, after),
      (row) => [
        row.at,
        row.amount,
        row.purpose,
        row.account_number,
        row.name,
        phone(row.phone),
        row.receipt,
        receiptNumber(row.id),
        row.kind,
        row.reversed,
        row.reason,
        row.by || null,
      ],
    ),
}

const posts: Table = {
  headings: [
    'id',
    'written',
    'published',
    'author',
    'title',
    'text',
    'status',
    'reason',
    'comments',
  ],
  batches: (db, span) =>
    inBatches(
      (after) =>
        db
          .selectFrom('posts')
          .innerJoin('users', sameCompany('users.id', 'posts.author_id'))
          .where('posts.company_id', '=', span.company_id)
          .where('posts.id', '>', after)
          .where('deleted_at', 'is', null)
          .where(within(sql.ref('posts.created_at'), span))
          .select(['posts.id', 'posts.created_at', 'published_at', fullName().as('author')])
          .select(['title', 'description', 'status', 'reason', 'comment_count'])
          .orderBy('posts.id')
          .limit(BATCH)
          .execute(),
      (row) => [
        row.id,
        row.created_at,
        row.published_at,
        row.author,
        row.title,
        row.description,
        row.status,
        row.reason,
        row.comment_count,
      ],
    ),
}

export const tables = { rooms, tenants, ledger, payments, posts }

/** The first instant of a day in Nairobi. */
export const dayStart = (day: Day): Date => new Date(`${day}T00:00:00+03:00`)
