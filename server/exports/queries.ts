import { sql } from 'kysely'
import type { DetailName } from '#contract/tenant-record.ts'
import type { Day } from '#rules/calendar.ts'
import { realAddress } from '#rules/email.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import { balanceOf } from '../ledger/balance.ts'
import { roomNumberOn } from '../tenancy/stay-queries.ts'
import { BATCH, type Column, phone, type Span, tableOf, within } from './batches.ts'
import { deposits, ledger, payments } from './money.ts'

const rooms = tableOf(
  (db, { company_id, today }, after) =>
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
  [
    ['Room', (row) => row.room_number],
    ['Rent', (row) => row.rate],
    ['Places', (row) => row.capacity],
    ['Tenants', (row) => row.tenants],
    ['Out of service', (row) => row.closed],
    ['Notes', (row) => row.notes],
  ],
)

const readTenants = (db: Db, { company_id, today }: Span, after: number) =>
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
    .execute()

type TenantRow = Awaited<ReturnType<typeof readTenants>>[number]

/** Details of tenants in their order; null for those that the table leaves out. */
const details = {
  id_number: ['ID number', (row) => row.id_number],
  registration_number: ['Registration number', (row) => row.registration_number],
  college: ['College', (row) => row.college],
  faculty: ['Faculty', (row) => row.faculty],
  year_of_study: ['Year of study', (row) => row.year_of_study],
  emergency_phone_number: ['Emergency phone', (row) => phone(row.emergency_phone_number)],
  emergency_contact_relationship: null,
  gender: null,
  sponsor_phone: null,
} satisfies Record<DetailName, Column<TenantRow> | null>

const tenants = tableOf(readTenants, [
  ['Full name', (row) => row.name],
  ['Account number', (row) => row.account_number],
  ['Phone', (row) => phone(row.phone)],
  ['Email', (row) => realAddress(row.email)],
  ...Object.values(details).filter((column) => column !== null),
  ['Room', (row) => row.room],
  ['Moved in', (row) => row.since],
  ['Leaves', (row) => row.until],
  ['Owes', (row) => row.due],
])

const posts = tableOf(
  (db, span, after) =>
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
  [
    ['Number', (row) => row.id],
    [{ day: 'Written', time: 'Written at' }, (row) => row.created_at],
    [{ day: 'Published', time: 'Published at' }, (row) => row.published_at],
    ['Author', (row) => row.author],
    ['Title', (row) => row.title],
    ['Text', (row) => row.description],
    ['Status', (row) => row.status],
    ['Reason', (row) => row.reason],
    ['Comments', (row) => row.comment_count],
  ],
)

export const tables = { rooms, tenants, ledger, payments, deposits, posts }
