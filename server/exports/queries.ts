import { sql } from 'kysely'
import type { Day } from '#rules/calendar.ts'
import { realAddress } from '#rules/email.ts'
import { fullName } from '../auth/user-queries.ts'
import { sameCompany } from '../db/same-company.ts'
import { balanceOf } from '../ledger/balance.ts'
import { roomNumberOn } from '../tenancy/stay-queries.ts'
import { BATCH, inBatches, phone, type Table, within } from './batches.ts'
import { deposits, ledger, payments } from './money.ts'

const rooms: Table = {
  headings: ['Room', 'Rent', 'Places', 'Tenants', 'Out of service', 'Notes'],
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
    'Full name',
    'Account number',
    'Phone',
    'Email',
    'ID number',
    'Registration number',
    'College',
    'Faculty',
    'Year of study',
    'Emergency phone',
    'Room',
    'Moved in',
    'Leaves',
    'Owes',
  ],
  batches: (db, { company_id, today }) =>
    inBatches(
      (after) =>
        db
          .selectFrom('tenancies')
          .innerJoin('users', sameCompany('users.id', 'tenancies.user_id'))
          .innerJoin('account_numbers', sameCompany('account_numbers.user_id', 'users.id'))
          .leftJoin('tenant_details', sameCompany('tenant_details.tenancy_id', 'tenancies.id'))
          .leftJoin('id_numbers', sameCompany('id_numbers.user_id', 'users.id'))
          .leftJoin('colleges', 'colleges.id', 'tenant_details.college_id')
          .leftJoin('faculties', 'faculties.id', 'tenant_details.faculty_id')
          .innerJoinLateral(balanceOf('users.id', today), (join) => join.onTrue())
          .where('tenancies.company_id', '=', company_id)
          .where('users.id', '>', after)
          // Only the latest tenancy of each user.
          .distinctOn('users.id')
          .select(['users.id', fullName().as('name'), 'users.phone', 'users.email'])
          .select(['account_numbers.account_number', 'balance.due', 'year_of_study'])
          .select(['registration_number', 'emergency_phone_number'])
          // Imported tenants may have no form.
          .select(({ fn }) =>
            fn.coalesce('tenant_details.id_number', 'id_numbers.id_number').as('id_number'),
          )
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

const posts: Table = {
  headings: [
    'Number',
    { day: 'Written', time: 'Written at' },
    { day: 'Published', time: 'Published at' },
    'Author',
    'Title',
    'Text',
    'Status',
    'Reason',
    'Comments',
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

export const tables = { rooms, tenants, ledger, payments, deposits, posts }
