import { settle } from './bills.ts'
import {
  type Account,
  addCharge,
  addPaid,
  type Charge,
  endIfOver,
  type House,
  type Paid,
  rateOn,
  type Stay,
  sum,
  todayOf,
} from './ledger.ts'
import { chargeSince } from './rent.ts'

/**
 * What moves and undone entries mean for an account. A move says whether the residence has to take it, and is entered when it
 * does.
 */

const has = ({ from, until }: Stay, day: string) => from <= day && (until === null || day < until)

/** Today's stay, or the next one. */
function currentOf(house: House, { stays, over }: Account): Stay | undefined {
  const today = todayOf(house)
  if (over !== null) return undefined
  return (
    stays.find((stay) => has(stay, today)) ??
    stays.find(({ from, until }) => from > today && until !== from)
  )
}
const copyOf = ({ stays }: Account) => stays.map((stay) => ({ ...stay }))
const leaves = ({ stays }: Account) => stays.at(-1)?.until ?? null

function agreeOnDeposit(house: House, account: Account, room: string, from: string) {
  const { amount, months, days } = house.deposit
  const asked = amount ?? (months === null ? null : months * rateOn(house, room, from))
  if (asked !== null) account.asked ??= { sum: asked, days }
}

export function moveIn(house: House, account: Account, stay: Stay) {
  account.stays.push(stay)
  agreeOnDeposit(house, account, stay.room, stay.from)
  chargeSince(house, account, stay.from)
}

/** Nobody has a room from that day on, except where the current stay began then. */
function cut(account: Account, current: Stay, day: string) {
  account.stays = account.stays.filter(
    (stay) => stay === current || stay.from < day || !(stay.from > current.from),
  )
  for (const stay of account.stays) if (stay.until === null || stay.until > day) stay.until = day
}

export function move(house: House, account: Account, room: string, day: string): boolean {
  const current = currentOf(house, account)
  const end = leaves(account)
  if (!current || current.room === room || day < current.from) return false
  if (end !== null && day >= end) return false
  const before = copyOf(account)
  cut(account, current, day)
  if (current.from === day) account.stays = account.stays.filter((stay) => stay !== current)
  account.stays.push({ room, from: day, until: end })
  settle(house, account, before)
  return true
}

export function leave(house: House, account: Account, day: string): boolean {
  const current = currentOf(house, account)
  if (!current || day < current.from) return false
  const end = leaves(account)
  account.agreedEnd = end
  const before = copyOf(account)
  const last = account.stays.at(-1)
  if (last && end !== null && day > end) last.until = day
  else cut(account, current, day)
  settle(house, account, before)
  endIfOver(house, account)
  return true
}

export function stayLonger(house: House, account: Account, end: string | null): boolean {
  const now = leaves(account)
  const last = account.stays.at(-1)
  if (!currentOf(house, account) || !last || now === null || (end !== null && end <= now))
    return false
  const before = copyOf(account)
  last.until = end
  settle(house, account, before)
  return true
}

/** The current room is kept after all. */
export function stayHere(house: House, account: Account): boolean {
  const current = currentOf(house, account)
  const end = leaves(account)
  if (!current || !account.stays.some(({ from }) => from > current.from)) return false
  const before = copyOf(account)
  account.stays = account.stays.filter(({ from }) => from <= current.from)
  current.until = end
  settle(house, account, before)
  return true
}

export function comeBack(house: House, account: Account, room: string, day: string): boolean {
  endIfOver(house, account)
  const { over, agreedEnd } = account
  if (over === null || day < over) return false
  const before = copyOf(account)
  const until = agreedEnd !== null && agreedEnd > day ? agreedEnd : null
  const goesOn = account.stays.findLast((stay) => stay.until === day && stay.room === room)
  account.stays = account.stays.filter(
    (stay) => stay === goesOn || stay.from !== stay.until || stay.from < day,
  )
  if (goesOn) goesOn.until = until
  else account.stays.push({ room, from: day, until })
  account.over = null
  agreeOnDeposit(house, account, room, day)
  settle(house, account, before)
  chargeSince(house, account, day)
  return true
}

/** What of a fee isn't waived. */
export function leftOf(account: Account, fee: Charge): number {
  const waivers = account.charges.filter(({ waives, isVoid }) => waives === fee && !isVoid)
  return fee.amount + sum(waivers.map(({ amount }) => amount))
}
export const mayTakeChargeBack = (account: Account, charge: Charge): boolean =>
  charge.undo === 'possible' && leftOf(account, charge) === charge.amount

/** An opposite charge of this month. */
export function takeChargeBack(house: House, account: Account, charge: Charge) {
  const { amount, late, waives } = charge
  charge.undo = 'done'
  charge.isVoid = true
  const kind = waives?.kind ?? charge.kind
  const isFee = kind === 'fee' || kind === 'late_fee'
  addCharge(house, account, {
    ...{ kind: isFee ? kind : 'charge_correction', amount: -amount, late, isVoid: true },
  })
}

/** An opposite payment of today; neither of the two counts any more. */
export function takePaidBack(house: House, account: Account, paid: Paid) {
  // What goes with a deposit is taken back there only.
  if (paid.undo === 'possible') paid.undo = 'done'
  paid.isVoid = true
  addPaid(house, account, { kind: 'correction', amount: -paid.amount, isVoid: true })
}

export const currentRoom = (house: House, account: Account): string | null =>
  currentOf(house, account)?.room ?? null
