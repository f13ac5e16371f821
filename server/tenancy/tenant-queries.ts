import { sql } from 'kysely'
import type { Page } from '#contract/page.ts'
import type { TenancyAct } from '#contract/tenants.ts'
import type { Day } from '#rules/calendar.ts'
import type { StaffAct } from '#rules/staff-acts.ts'
import type { RemovalReason } from '#rules/tenancy.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import { conflict, notFound } from '../http/errors.ts'
import { balanceOf } from '../ledger/balance.ts'
import { currentOrPlanned, lastStayEnd, selectStaysWithRooms } from './stay-queries.ts'

const selectTenanciesWithUsers = (db: Db, company_id: number) =>
  db
    .selectFrom('tenancies')
    .innerJoin('users', sameCompany('users.id', 'tenancies.user_id'))
    .where('tenancies.company_id', '=', company_id)

/** The sort key of ended tenancies, and its value for the tenancy that a page begins after. */
const endedOrder = sql`(tenancies.ended_day, tenancies.id)`
const endedOrderOf = (id: number | undefined) => sql`(
  select edge.ended_day, edge.id from tenancies edge
  where edge.company_id = tenancies.company_id and edge.id = ${id ?? 0})`

/** Tenants who have a room today or will have one, by name. */
export function listTenants(db: Db, company_id: number, today: Day) {
  return selectTenanciesWithUsers(db, company_id)
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('stays')
          .whereRef('stays.company_id', '=', 'tenancies.company_id')
          .whereRef('stays.tenancy_id', '=', 'tenancies.id')
          .where(currentOrPlanned(today))
          .select(['stays.company_id', 'stays.room_id', 'stays.from_day'])
          .orderBy('stays.from_day')
          .limit(1)
          .as('current'),
      (join) => join.onTrue(),
    )
    .innerJoin('rooms', sameCompany('rooms.id', 'current.room_id'))
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('stays')
          .innerJoin('rooms as planned', sameCompany('planned.id', 'stays.room_id'))
          .whereRef('stays.company_id', '=', 'tenancies.company_id')
          .whereRef('stays.tenancy_id', '=', 'tenancies.id')
          .whereRef('stays.from_day', '>', 'current.from_day')
          .select(['planned.room_number', 'stays.from_day'])
          .orderBy('stays.from_day')
          .limit(1)
          .as('next'),
      (join) => join.onTrue(),
    )
    .where('tenancies.ended_day', 'is', null)
    .select(['users.id', fullName().as('full_name'), 'rooms.room_number as room'])
    .select(['current.from_day as from', lastStayEnd.as('until')])
    .select(['next.room_number as next_room', 'next.from_day as next_day'])
    .orderBy('full_name')
    .orderBy('users.id')
    .execute()
}

/** What the tenants of `listTenants` owe on a day. */
export function listBalances(db: Db, company_id: number, today: Day) {
  return db
    .selectFrom('tenancies')
    .innerJoinLateral(balanceOf('tenancies.user_id', today), (join) => join.onTrue())
    .where('tenancies.company_id', '=', company_id)
    .where('tenancies.ended_day', 'is', null)
    .select(['tenancies.user_id as id', 'balance.due as balance'])
    .execute()
}

/** The latest tenancy of each former tenant, with what is owed on a day, the last to leave first; `id` is that of the tenancy. */
export function listEndedTenancies(db: Db, company_id: number, today: Day, page: Page) {
  const direction = page.after === undefined ? 'desc' : 'asc'
  const ended = selectTenanciesWithUsers(db, company_id)
    .where('tenancies.ended_day', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('tenancies as later')
            .whereRef('later.company_id', '=', 'tenancies.company_id')
            .whereRef('later.user_id', '=', 'tenancies.user_id')
            .whereRef('later.id', '>', 'tenancies.id')
            .select('later.id'),
        ),
      ),
    )
    .$if(page.before !== undefined, (query) =>
      query.where(sql<boolean>`${endedOrder} < ${endedOrderOf(page.before)}`),
    )
    .$if(page.after !== undefined, (query) =>
      query.where(sql<boolean>`${endedOrder} > ${endedOrderOf(page.after)}`),
    )
    .select(['tenancies.company_id', 'tenancies.id', 'tenancies.user_id'])
    .select('tenancies.ended_day as left_on')
    .select([fullName().as('full_name')])
    .select(
      sql<string>`(select room_number from stays
        join rooms on rooms.company_id = stays.company_id and rooms.id = stays.room_id
        where stays.company_id = tenancies.company_id and stays.tenancy_id = tenancies.id
        order by from_day desc, stays.id desc limit 1)`.as('room'),
    )
    .orderBy('tenancies.ended_day', direction)
    .orderBy('tenancies.id', direction)
    .limit(page.limit)
  // Balances are computed for the page only, not for everybody who ever left.
  return db
    .selectFrom(ended.as('ended'))
    .innerJoinLateral(balanceOf('ended.user_id', today), (join) => join.onTrue())
    .select(['ended.id', 'ended.user_id', 'ended.left_on', 'ended.full_name', 'ended.room'])
    .select('balance.due as balance')
    .orderBy('ended.left_on', direction)
    .orderBy('ended.id', direction)
    .execute()
}

/** A current or former tenant, with the latest tenancy. */
export function findTenant(db: Db, company_id: number, user_id: number) {
  return (
    selectTenanciesWithUsers(db, company_id)
      .leftJoin('account_numbers', sameCompany('account_numbers.user_id', 'users.id'))
      .leftJoin('id_numbers', sameCompany('id_numbers.user_id', 'users.id'))
      .where('users.id', '=', user_id)
      .select(['users.id', fullName().as('full_name'), 'users.username'])
      .select(['users.email', 'users.phone'])
      .select(['users.must_change_password', 'account_numbers.account_number'])
      // Imported tenants have it, too; without spaces and in capitals.
      .select('id_numbers.id_number')
      .select(['tenancies.id as tenancy_id', 'tenancies.ended_day', 'tenancies.first_rent_month'])
      .select(['tenancies.removal_reason', 'tenancies.removal_comments', 'tenancies.deposit'])
      .select('tenancies.agreed_end')
      .orderBy('tenancies.id', 'desc')
      .limit(1)
      .executeTakeFirst()
  )
}

/** Over all tenancies, the latest first. */
export function listStaysOfUser(db: Db, company_id: number, user_id: number) {
  return selectStaysWithRooms(db)
    .innerJoin('tenancies', sameCompany('tenancies.id', 'stays.tenancy_id'))
    .where('tenancies.company_id', '=', company_id)
    .where('tenancies.user_id', '=', user_id)
    .select(['rooms.room_number', 'stays.from_day as from', 'stays.until_day as until'])
    .select(['stays.transfer_reason'])
    .orderBy('stays.from_day', 'desc')
    .orderBy('stays.id', 'desc')
    .execute()
}

/** The latest first; `id` is that of the stay. */
export function listStaysOfRoom(db: Db, company_id: number, room_id: number, page: Page) {
  return selectTenanciesWithUsers(db, company_id)
    .innerJoin('stays', sameCompany('stays.tenancy_id', 'tenancies.id'))
    .where('stays.room_id', '=', room_id)
    .$if(page.before !== undefined, (query) => query.where('stays.id', '<', page.before ?? 0))
    .$if(page.after !== undefined, (query) => query.where('stays.id', '>', page.after ?? 0))
    .select(['stays.id', 'users.id as tenant', fullName().as('full_name')])
    .select(['stays.from_day as from', 'stays.until_day as until'])
    .orderBy('stays.id', page.after === undefined ? 'desc' : 'asc')
    .limit(page.limit)
    .execute()
}

const tenancyActs: StaffAct[] = [
  'tenancy.transfer',
  'tenancy.cancel_transfer',
  'tenancy.remove',
  'tenancy.extend',
  'tenancy.move_back',
]
const MAX_ACTS = 50

/** The acts of staff on a user's tenancies, the latest first. */
export function listTenancyActs(db: Db, company_id: number, user_id: number, limit = MAX_ACTS) {
  return db
    .selectFrom('staff_log as log')
    .innerJoin('tenancies', sameCompany('tenancies.id', 'log.subject_id'))
    .innerJoin('users as staff', sameCompany('staff.id', 'log.user_id'))
    .where('log.company_id', '=', company_id)
    .where('log.subject', '=', 'tenancy')
    .where('log.act', 'in', tenancyActs)
    .where('tenancies.user_id', '=', user_id)
    .select(['log.id', 'log.created_at', fullName('staff').as('by')])
    .select(sql<TenancyAct['act']>`split_part(log.act, '.', 2)`.as('act'))
    .select(
      sql<Day | null>`coalesce(after ->> 'transfer_date', after ->> 'departure_date',
        after ->> 'end_date', after ->> 'start_date')`.as('day'),
    )
    .select(sql<string | null>`after -> 'stays' -> -1 ->> 'room_number'`.as('room_number'))
    .select(sql<RemovalReason | null>`after ->> 'removal_reason'`.as('removal_reason'))
    .select(sql<string | null>`after ->> 'removal_comments'`.as('removal_comments'))
    .orderBy('log.id', 'desc')
    .limit(limit)
    .execute()
}

/** From the latest onboarding form, or what is known of it; undefined for users of whom nothing is. */
export function findTenantDetails(db: Db, company_id: number, user_id: number) {
  return db
    .selectFrom('tenant_details')
    .leftJoin('colleges', 'colleges.id', 'tenant_details.college_id')
    .leftJoin('faculties', 'faculties.id', 'tenant_details.faculty_id')
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .selectAll('tenant_details')
    .select(['colleges.name as college', 'faculties.name as faculty'])
    .orderBy('tenancy_id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

const MAX_NOTES = 100

/** The latest first. */
export function listTenantNotes(db: Db, company_id: number, user_id: number) {
  return db
    .selectFrom('tenant_notes as note')
    .innerJoin('users as staff', sameCompany('staff.id', 'note.created_by'))
    .where('note.company_id', '=', company_id)
    .where('note.user_id', '=', user_id)
    .select(['note.id', 'note.text', 'note.created_at', fullName('staff').as('by')])
    .orderBy('note.id', 'desc')
    .limit(MAX_NOTES)
    .execute()
}

const MAX_REJECTED = 20

/** Posts that staff have rejected or taken down, the latest first. */
export function listRejectedPosts(db: Db, company_id: number, author_id: number) {
  return db
    .selectFrom('posts')
    .leftJoin('users as staff', sameCompany('staff.id', 'posts.decided_by'))
    .where('posts.company_id', '=', company_id)
    .where('posts.author_id', '=', author_id)
    .where('posts.status', '=', 'rejected')
    .where('posts.deleted_at', 'is', null)
    .select(['posts.id', 'posts.title', 'posts.reason', 'posts.decided_at'])
    .select(fullName('staff').as('by'))
    .orderBy('posts.decided_at', 'desc')
    .orderBy('posts.id', 'desc')
    .limit(MAX_REJECTED)
    .execute()
}

export function findAccountNumber(db: Db, company_id: number, user_id: number) {
  return db
    .selectFrom('account_numbers')
    .where('company_id', '=', company_id)
    .where('user_id', '=', user_id)
    .select('account_number')
    .executeTakeFirst()
}

export const tenantNotFound = () => notFound('There is no such tenant.', 'tenant_not_found')

/**
 * Nobody but a member of staff changes how they log in, neither directly nor by the ID number that a password is reset to.
 * @throws {HttpError} 409
 */
export function refuseStaffAccount({ is_staff }: { is_staff: boolean }) {
  if (!is_staff) return
  throw conflict(
    'They have a staff account, so only they can change this. Remove the staff account first.',
    'staff_account',
  )
}
