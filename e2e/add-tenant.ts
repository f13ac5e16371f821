import { listColleges, listFaculties, listFreeRooms, onboardTenant } from '#contract/onboarding.ts'
import { addRooms } from '#contract/rooms.ts'
import { listTransactions } from '#contract/transactions.ts'
import { addMonths } from '#rules/calendar.ts'
import { namesOfTenant, slug } from '../server/testing/students.ts'
import { callerAt } from './caller.ts'
import { type AppServer, expect, grace } from './fixtures.ts'
import { arrive } from './paybill.ts'
import { today } from './today.ts'

let made = 0

export interface NewTenant {
  /** To sign in with; the phone number is the username. */
  username: string
  password: string
  first_name: string
  last_name: string
  full_name: string
  room: string
  /** Rent of a month, which is what they owe. */
  rate: number
  account_number: string
}

/** A free room that no other test knows. */
export async function addRoom({ url }: { url: string }, rate = 6500): Promise<string> {
  made++
  const pattern = `T${String(made).padStart(3, '0')}`
  const staff = await callerAt(url, grace)
  await staff.call(addRooms, { body: { pattern, rate: String(rate), capacity: '1' } })
  return pattern
}

/** A tenant whom no other test knows, in a room of their own since today; they owe the rent of this month. */
export async function addTenant(
  server: { url: string },
  { rate = 6500 }: { rate?: number } = {},
): Promise<NewTenant> {
  const room = await addRoom(server, rate)
  const number = room.slice(1)
  const staff = await callerAt(server.url, grace)
  const start_date = today()
  const [rooms, [college]] = await Promise.all([
    staff.call(listFreeRooms, { params: { slug }, query: { from: start_date } }),
    staff.call(listColleges, {}),
  ])
  const { faculties } = await staff.call(listFaculties, { params: { id: college?.id ?? 0 } })
  const [first_name, last_name] = namesOfTenant(made)
  const full_name = `${first_name} ${last_name}`
  const id_number = `35000${number}`
  const { account_number, username } = await staff.call(onboardTenant, {
    params: { slug },
    body: {
      full_name,
      id_number,
      // The pretend M-Pesa lets phones pay that end like this.
      phone_number: `0745${number}555`,
      emergency_phone_number: '0720555018',
      emergency_contact_relationship: 'Parent',
      gender: '',
      registration_number: `T24/${number}`,
      year_of_study: '1',
      college: college?.id ?? 0,
      faculty: faculties[0]?.id ?? 0,
      room: rooms.find(({ room_number }) => room_number === room)?.id ?? 0,
      start_date,
      end_date: addMonths(start_date, 12),
      sponsor_phone: '',
      terms: true,
    },
  })
  return {
    ...{ username, password: id_number, first_name, last_name, full_name },
    ...{ room, rate, account_number },
  }
}

/** Rent that they pay by paybill; resolves once it counts. */
export async function addPayment(server: AppServer, tenant: NewTenant, amount: number) {
  const receipt = await arrive(server, tenant.account_number, `${amount}.00`)
  const { call } = await callerAt(server.url, tenant)
  const receipts = async () =>
    (await call(listTransactions, {})).map((row) => row.mpesa_receipt_number)
  await expect.poll(receipts).toContain(receipt)
}
