import { randomInt } from 'node:crypto'
import { makeAccountNumber } from '#rules/account-number.ts'
import { firstDay, monthOf, monthStart, nextMonth } from '#rules/calendar.ts'
import { loginKey } from '../auth/login-key.ts'
import { hashPassword } from '../auth/password.ts'
import type { Db } from '../db/connect.ts'
import { insertDeskItem } from '../payments/desk-queries.ts'
import { insertPayment, listCharges } from '../payments/ledger-queries.ts'
import { postRent } from '../payments/post-rent.ts'
import { amina, brian, grace, others } from './people.ts'

const wings = ['A', 'B']
const floors = [1, 2, 3, 4]
const doors = [1, 2, 3, 4, 5]
const rooms = wings.flatMap((wing) =>
  floors.flatMap((floor) =>
    doors.map((door) => ({
      room_number: `${wing}${floor}0${door}`,
      // The higher the floor, the better the view; corner rooms are larger.
      rate: 6500 + (floor - 1) * 250 + (door === 5 ? 500 : 0),
    })),
  ),
)

/** Fills an empty database with the demo residence (design 6); any other is left alone. */
export async function loadDemo(db: Db, now: Date): Promise<void> {
  const company = await db.selectFrom('companies').select('id').limit(1).executeTakeFirst()
  if (company) return
  const free = rooms.map((room) => room.room_number).slice(2)
  const tenants = [
    amina,
    brian,
    ...others.map((one, index) => ({ ...one, room: free[index] ?? '' })),
  ]
  const hashes = await Promise.all(tenants.map((tenant) => hashPassword(tenant.id_number)))
  const staffHash = await hashPassword(grace.password)
  await db.transaction().execute(async (tx) => {
    const made = await tx
      .insertInto('companies')
      .values({
        slug: 'acacia-court',
        name: 'Acacia Court',
        tagline: 'Affordable student accommodation, five minutes from the lecture halls.',
        email: 'hello@acacia.example',
        phone: '0709 000 123',
        address: 'Kenyatta Road, Juja',
        hours: 'Monday to Friday 8 AM to 8 PM, weekends not guaranteed',
      })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning('id')
      .executeTakeFirst()
    // Another node that started at the same moment has loaded it.
    if (!made) return
    const company_id = made.id
    await addPerson(tx, company_id, {
      ...grace,
      username: grace.email,
      phone: null,
      password_hash: staffHash,
      is_staff: true,
    })
    const roomRows = await tx
      .insertInto('rooms')
      .values(rooms.map((room) => ({ ...room, company_id })))
      .returning(['id', 'room_number'])
      .execute()
    const roomId = (room_number: string) => {
      const room = roomRows.find((row) => row.room_number === room_number)
      if (!room) throw new Error(`the demo has no room ${room_number}`)
      return room.id
    }
    for (const [index, tenant] of tenants.entries()) {
      const user_id = await addPerson(tx, company_id, {
        ...tenant,
        email: `${tenant.phone}@tenant.bweni.invalid`,
        username: `0${tenant.phone.slice(3)}`,
        password_hash: hashes[index] ?? '',
        is_staff: false,
      })
      await moveIn(tx, { company_id, user_id, room_id: roomId(tenant.room), now })
    }
    await postRent(tx, { id: company_id, first_month: 'full' }, now)
    await pay(tx, company_id, now)
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

interface Person {
  first_name: string
  last_name: string
  email: string
  username: string
  phone: string | null
  password_hash: string
  is_staff: boolean
}

async function addPerson(tx: Db, company_id: number, person: Person): Promise<number> {
  const { first_name, last_name, email, username, phone, password_hash, is_staff } = person
  const { id: user_id } = await tx
    .insertInto('users')
    .values({
      company_id,
      first_name,
      last_name,
      email,
      username,
      phone,
      password_hash,
      is_staff,
      must_change_password: !is_staff,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const logins = new Set([email, ...(phone ? [phone] : [])].map(loginKey))
  await tx
    .insertInto('logins')
    .values([...logins].map((login) => ({ login, company_id, user_id })))
    .execute()
  return user_id
}

interface MoveIn {
  company_id: number
  user_id: number
  room_id: number
  now: Date
}

/** On the first of last month, so that everybody has two months of charges. */
async function moveIn(tx: Db, { company_id, user_id, room_id, now }: MoveIn) {
  const account_number = makeAccountNumber(randomInt)
  await tx.insertInto('account_numbers').values({ account_number, company_id, user_id }).execute()
  const { id: tenancy_id } = await tx
    .insertInto('tenancies')
    .values({ company_id, user_id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('stays')
    .values({ company_id, tenancy_id, room_id, from_day: firstDay(lastMonth(now)) })
    .execute()
}

const lastMonth = (now: Date) => monthOf(new Date(monthStart(monthOf(now)).getTime() - 1))

/** Amina has paid in part, most are paid up, every fifth owes and one is ahead. */
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
      await insertPayment(
        tx,
        {
          company_id,
          user_id,
          purpose: 'rent',
          kind: 'paybill',
          amount,
          paid_at: paidAt(month, index, now),
        },
        receiptFor(month, index),
      )
    }
  }
}

/** Some time within the month, and never later than now. */
function paidAt(month: string, index: number, now: Date): Date {
  const begin = monthStart(month).getTime()
  const end = Math.min(monthStart(nextMonth(month)).getTime(), now.getTime())
  return new Date(begin + (end - begin) * (0.1 + (index % 20) / 50))
}

const receiptFor = (month: string, index: number) =>
  `U${month.endsWith('1') ? 'K' : 'J'}${month.slice(2).replace('-', '')}DM${String(index).padStart(2, '0')}`
