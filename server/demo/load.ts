import { randomUUID } from 'node:crypto'
import { facilities } from '#contract/company.ts'
import { firstDay, monthOf, monthStart, nextMonth } from '#rules/calendar.ts'
import { hashFirstPassword, hashPassword } from '../auth/password.ts'
import { insertUser } from '../auth/user-queries.ts'
import { loadColleges } from '../company/colleges.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import { agreeOnDeposit, insertDepositEntry } from '../deposits/queries.ts'
import { insertDeskItem } from '../ledger/desk-items.ts'
import { insertPayment, listCharges } from '../ledger/queries.ts'
import { moveIn } from '../tenancy/move-in.ts'
import type { Storage } from '../uploads/storage.ts'
import { loadCommunity, storeDemoImages } from './community.ts'
import { amina, brian, grace, others } from './people.ts'
import { loadResidence, WIFI_NETWORK } from './residence.ts'

const wings = ['A', 'B']
const floors = [1, 2, 3, 4]
const roomsOfFloor = [1, 2, 3, 4, 5]
const rooms = wings.flatMap((wing) =>
  floors.flatMap((floor) =>
    roomsOfFloor.map((number) => ({
      room_number: `${wing}${floor}0${number}`,
      // The higher the floor, the better the view; corner rooms are larger.
      rate: 6500 + (floor - 1) * 250 + (number === 5 ? 500 : 0),
    })),
  ),
)

/** Inserts the demo residence into an empty database; does nothing in any other. */
export async function loadDemo(db: Db, storage: Storage, now: Date): Promise<void> {
  const company = await db.selectFrom('companies').select('id').limit(1).executeTakeFirst()
  if (company) return
  const free = rooms.map((room) => room.room_number).slice(2)
  const tenants = [
    amina,
    brian,
    ...others.map((one, index) => ({ ...one, room: free[index] ?? '' })),
  ]
  const hashes = await Promise.all(tenants.map((tenant) => hashFirstPassword(tenant.id_number)))
  const staffHash = await hashPassword(grace.password)
  await db.transaction().execute(async (tx) => {
    const inserted = await tx
      .insertInto('companies')
      .values({
        slug: 'acacia-court',
        name: 'Acacia Court',
        tagline: 'Affordable student accommodation, five minutes from the lecture halls.',
        email: 'hello@acacia.example',
        phone: '0709 000 123',
        address: 'Kenyatta Road, Juja',
        hours: 'Monday to Friday 8 AM to 8 PM, weekends not guaranteed',
        wifi_network: WIFI_NETWORK,
        facilities: [...facilities],
        first_month_chosen: true,
      })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning('id')
      .executeTakeFirst()
    // Another node that started at the same time has inserted it.
    if (!inserted) return
    const company_id = inserted.id
    await loadResidence(tx, company_id)
    const { first_name, last_name, email } = grace
    const staff_id = await insertUser(tx, {
      company_id,
      first_name,
      last_name,
      email,
      username: email,
      password_hash: staffHash,
      staff_role: 'owner',
    })
    await loadColleges(tx, 3)
    const faculties = await tx.selectFrom('faculties').select(['id', 'college_id']).execute()
    const roomRows = await tx
      .insertInto('rooms')
      .values(rooms.map((room) => ({ ...room, company_id, created_at: null })))
      .returning(['id', 'room_number'])
      .execute()
    const roomId = (room_number: string) => {
      const room = roomRows.find((row) => row.room_number === room_number)
      if (!room) throw new Error(`the demo has no room ${room_number}`)
      return room.id
    }
    await moveIn(
      tx,
      company_id,
      tenants.map((tenant, index) => {
        const faculty = faculties[index % faculties.length]
        if (!faculty) throw new Error('the demo has no faculties')
        const { first_name, last_name, phone, id_number, room } = tenant
        return {
          full_name: `${first_name} ${last_name}`,
          phone,
          id_number,
          password_hash: hashes[index] ?? '',
          details: {
            registration_number: `BW${id_number.slice(-4)}/2025`,
            // The residence's own number, the same for all.
            emergency_phone_number: '254709000123',
            emergency_contact_relationship: 'Guardian',
            year_of_study: 1 + ((index + 2) % 4),
            college_id: faculty.college_id,
            faculty_id: faculty.id,
            terms_agreed_at: now,
            terms_version: 1,
          },
          room_id: roomId(room),
          // From last month on, so that each tenant has two months of charges.
          from_day: firstDay(lastMonth(now)),
          until_day: null,
          recorded_at: null,
        }
      }),
    )
    await charge(tx, company_id, now)
    await pay(tx, company_id, now)
    await holdDeposits(tx, company_id, staff_id, now)
    await loadCommunity(tx, { company_id, now, images: await storeDemoImages(storage) })
    await insertDeskItem(tx, {
      company_id,
      reason: 'unmatched',
      receipt: 'UKA1DEM0XX',
      amount: '6500.00',
      reference: 'rent room A102',
      raw: JSON.stringify({ TransID: 'UKA1DEM0XX', BillRefNumber: 'rent room A102' }),
    })
  })
}

const lastMonth = (now: Date) => monthOf(new Date(monthStart(monthOf(now)).getTime() - 1))

/** The rent of two months, each entered when it was due, so that the overview has past days. */
async function charge(tx: Db, company_id: number, now: Date) {
  const tenants = await tx
    .selectFrom('tenancies')
    .innerJoin('stays', sameCompany('stays.tenancy_id', 'tenancies.id'))
    .innerJoin('rooms', sameCompany('rooms.id', 'stays.room_id'))
    .where('tenancies.company_id', '=', company_id)
    .select(['tenancies.user_id', 'tenancies.id as tenancy_id', 'rooms.rate as amount'])
    .orderBy('tenancies.id')
    .execute()
  for (const month of [lastMonth(now), monthOf(now)]) {
    const rent = { company_id, kind: 'rent' as const, month, created_at: monthStart(month) }
    await tx
      .insertInto('charges')
      .values(tenants.map((tenant) => ({ ...tenant, ...rent })))
      .execute()
  }
}

/** Inserts payments: Amina has paid a part, most have paid all, every fifth owes rent and one has credit. */
async function pay(tx: Db, company_id: number, now: Date) {
  const tenants = await tx
    .selectFrom('users')
    .where('company_id', '=', company_id)
    .where('is_staff', '=', false)
    .select(['id', 'phone'])
    .orderBy('id')
    .execute()
  for (const [index, { id: user_id, phone }] of tenants.entries()) {
    for (const { month, amount: rent } of await listCharges(tx, company_id, user_id)) {
      const current = month === monthOf(now)
      let amount = rent
      if (phone === amina.phone) amount = current ? 3000 : 4000
      else if (phone !== brian.phone && index % 5 === 4) amount = current ? 0 : rent - 1500
      else if (index === 7 && current) amount = rent + 1500
      if (amount === 0) continue
      const paid_at = paidAt(month, index, now)
      await insertPayment(
        tx,
        {
          company_id,
          user_id,
          purpose: 'rent',
          kind: 'paybill',
          amount,
          paid_at,
          created_at: paid_at,
        },
        receiptFor(month, index),
      )
    }
  }
}

const WITH_DEPOSIT = 6

/** The last tenants agreed on a month's rent as deposit, which the residence held before; one has paid half of it. */
async function holdDeposits(tx: Db, company_id: number, entered_by: number, now: Date) {
  const tenants = await tx
    .selectFrom('tenancies')
    .innerJoin('stays', sameCompany('stays.tenancy_id', 'tenancies.id'))
    .innerJoin('rooms', sameCompany('rooms.id', 'stays.room_id'))
    .where('tenancies.company_id', '=', company_id)
    .select(['tenancies.user_id', 'tenancies.id', 'rooms.rate'])
    .orderBy('tenancies.id', 'desc')
    .limit(WITH_DEPOSIT)
    .execute()
  const at = monthStart(lastMonth(now))
  for (const [index, { user_id, id, rate }] of tenants.entries()) {
    await agreeOnDeposit(tx, company_id, id, { amount: null, months: 1, days: 14 }, rate)
    await insertDepositEntry(tx, {
      ...{ company_id, user_id, kind: 'opening', amount: index === 0 ? rate / 2 : rate, at },
      ...{ reason: 'Paid when moving in', entered_by, submission_id: randomUUID(), created_at: at },
    })
  }
}

/** A time within the month, not after now. */
function paidAt(month: string, index: number, now: Date): Date {
  const begin = monthStart(month).getTime()
  const end = Math.min(monthStart(nextMonth(month)).getTime(), now.getTime())
  return new Date(begin + (end - begin) * (0.1 + (index % 20) / 50))
}

const receiptFor = (month: string, index: number) =>
  `U${month.endsWith('1') ? 'K' : 'J'}${month.slice(2).replace('-', '')}DM${String(index).padStart(2, '0')}`
