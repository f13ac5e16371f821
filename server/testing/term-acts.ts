import { expect } from 'vitest'
import {
  listRecurringFees,
  previewRecurringFee,
  startRecurringFee,
  stopRecurringFee,
} from '#contract/fees.ts'
import { listLedger } from '#contract/ledger.ts'
import { initiatePush } from '#contract/payments.ts'
import {
  cancelTransfer,
  extendStay,
  moveBack,
  removeTenant,
  transferTenant,
} from '#contract/tenants.ts'
import { confirmation, failedCallback, paidCallback } from './fake-daraja.ts'
import { allPages } from './pages.ts'
import { depositPlan, depositUndoPlan, entryPlan, type Form, undoPlan } from './random-acts.ts'
import type { ActOf, TermAct } from './random-terms.ts'
import * as model from './term-model/ledger.ts'
import { chargeRecurring } from './term-model/rent.ts'
import * as stays from './term-model/stays.ts'
import type { Term } from './term-player.ts'

/** How moves, entries and deposits are done over HTTP, and what they mean in the model. */

export type Person = ReturnType<Term['person']>
export const newId = () => crypto.randomUUID()
export const today = ({ house }: Term) => model.todayOf(house)
export const inDays = (term: Term, days: number) => model.plusDays(today(term), days)
export const monthOf = (day: string) => day.slice(0, 7)

export function amountOf({ size, some }: { size: string; some: number }, base: number): number {
  if (base <= 0 || size === 'some') return some
  if (size === 'all') return base
  if (size === 'half') return Math.ceil(base / 2)
  return size === 'over' ? base + 1 : 2 * base
}

export const owedOf = ({ account }: Person) => model.balanceOf(account)

export type Acts = { [What in TermAct['what']]: (term: Term, act: ActOf<What>) => Promise<unknown> }

const moves: Pick<Acts, 'move' | 'leave' | 'stay_longer' | 'stay_here' | 'come_back'> = {
  async move(term, { who, room, in_days }) {
    const person = term.person(who)
    const day = inDays(term, in_days)
    const id = person.key.user_id
    const now = stays.currentRoom(term.house, person.account) ?? room
    const moving = { transfer_reason: 'personal', transfer_date: day } as const
    const body = { id, previous_room: now, room_number: room, ...moving }
    const answer = await (await term.staff()).call(transferTenant, { body })
    term.expectDone(
      `move to ${room} on ${day}`,
      answer,
      stays.move(term.house, person.account, room, day),
    )
    return term.check(person)
  },
  async leave(term, { who, in_days }) {
    const person = term.person(who)
    const departure_date = inDays(term, in_days)
    const body = { id: person.key.user_id, removal_reason: 'other', departure_date } as const
    const answer = await (await term.staff()).call(removeTenant, { body })
    const may = stays.leave(term.house, person.account, departure_date)
    term.expectDone(`leave on ${departure_date}`, answer, may)
    if (may) expect(answer.body.closing_balance).toBe(owedOf(person))
    return term.check(person)
  },
  async stay_longer(term, { who, days }) {
    const person = term.person(who)
    const last = person.account.stays.at(-1)?.until ?? today(term)
    const end = days === null ? null : model.plusDays(last, days)
    const answer = await (await term.staff()).call(extendStay, {
      params: { id: String(person.key.user_id) },
      body: end === null ? {} : { end_date: end },
    })
    term.expectDone(`stay until ${end}`, answer, stays.stayLonger(term.house, person.account, end))
    return term.check(person)
  },
  async stay_here(term, { who }) {
    const person = term.person(who)
    const params = { id: String(person.key.user_id) }
    const answer = await (await term.staff()).call(cancelTransfer, { params, body: {} })
    term.expectDone('stay here', answer, stays.stayHere(term.house, person.account))
    return term.check(person)
  },
  async come_back(term, { who, room, in_days }) {
    const person = term.person(who)
    const body = { room_number: room, start_date: inDays(term, in_days) }
    const params = { id: String(person.key.user_id) }
    const answer = await (await term.staff()).call(moveBack, { params, body })
    const may = stays.comeBack(term.house, person.account, room, body.start_date)
    term.expectDone(`come back on ${body.start_date}`, answer, may)
    return term.check(person)
  },
}

/** When M-Pesa says that something was paid, as it writes it. */
const stampOf = (time: number) =>
  new Date(time + 3 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14)

async function tell({ on }: Term, path: string, body: unknown) {
  const { status } = await on.server.fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  expect(status, path).toBe(200)
}

/** Unlike any that another term has had. */
export const newCode = ({ on }: Term) =>
  `UH${(1_000_000 + on.made++).toString(36).toUpperCase().padStart(8, '0')}`

async function endPush(
  term: Term,
  push: Term['pushes'][number],
  how: 'paid_then' | 'paid_now' | 'cancelled',
) {
  const { daraja } = term.on
  const { account } = push.person
  term.pushes = term.pushes.filter((one) => one !== push)
  const path = new URL(daraja.pushes[push.index]?.CallBackURL ?? '').pathname
  const id = daraja.checkoutId(push.index)
  if (how === 'cancelled') return tell(term, path, failedCallback(id, 1032, 'Cancelled'))
  const at = how === 'paid_now' ? term.house.time : push.at
  await tell(term, path, paidCallback(id, push.receipt, push.amount, Number(stampOf(at))))
  if (push.pays === 'rent') {
    return model.addPaid(term.house, account, { kind: 'push', amount: push.amount, at })
  }
  return account.held.push({ id: null, amount: push.amount, moved: null, undo: 'never' })
}

const payments: Pick<
  Acts,
  'enter' | 'push' | 'push_ends' | 'paybill' | 'fee' | 'waive_fee' | 'undo'
> = {
  async enter(term, { who, kind, days_ago, ...sized }) {
    const person = term.person(who)
    const { house } = term
    const { account, key } = person
    const owes = owedOf(person)
    const amount = amountOf(sized, kind === 'refund' ? -owes : owes)
    const isCharge = kind === 'waiver' || kind === 'charge'
    const day = inDays(term, isCharge ? 0 : -days_ago)
    const reference = kind === 'bank' || kind === 'refund' ? `FT${newCode(term)}X` : undefined
    const form = { kind, amount, on: day, reference, reason: 'As agreed' }
    let made: model.Charge | model.Paid | null = null
    const reply = await term.carry(person, entryPlan(key, form, newId()), () => {
      if (kind === 'waiver' && amount > Math.max(0, owes)) return false
      if (kind === 'refund' && amount > Math.max(0, -owes)) return false
      const at = day === today(term) ? house.time : model.noonOf(day)
      made = isCharge
        ? model.addCharge(house, account, {
            kind: kind === 'waiver' ? 'waiver' : 'charge_correction',
            amount: kind === 'waiver' ? -amount : amount,
            undo: 'possible',
          })
        : model.addPaid(house, account, {
            ...{ kind, at, undo: 'possible' },
            amount: kind === 'refund' ? -amount : amount,
          })
      return true
    })
    if (made) Object.assign(made, { entry: reply?.entry ?? null })
    return term.check(person)
  },
  async push(term, { who, pays, ends, ...sized }) {
    const person = term.person(who)
    const { account, key } = person
    const to_pay = Math.max(0, (model.askedOf(term.house, account) ?? 0) - model.heldOf(account))
    const amount = amountOf(sized, pays === 'rent' ? owedOf(person) : to_pay)
    const { daraja } = term.on
    const answer = await (await person.caller()).call(initiatePush, {
      body: {
        phone_number: `2547${String(10_000_000 + term.on.made++)}`,
        ...{ amount, account_reference: key.account_number },
        ...(pays === 'deposit' && { purpose: pays }),
      },
    })
    const may = pays === 'rent' || amount <= to_pay
    term.expectDone(`push of ${amount} for ${pays}`, answer, may)
    if (!may) return
    const push = { person, pays, amount, at: term.house.time }
    term.pushes.push({ ...push, index: daraja.pushes.length - 1, receipt: newCode(term) })
    term.tick()
    if (ends) await endPush(term, term.pushes.at(-1) as Term['pushes'][number], 'paid_then')
    return term.check(person)
  },
  async push_ends(term, { which, how }) {
    const push = term.pushes[which % Math.max(1, term.pushes.length)]
    if (!push) return
    await endPush(term, push, how)
    return term.check(push.person)
  },
  async paybill(term, { who, days_ago, ...sized }) {
    const person = term.person(who)
    const { house, on } = term
    const amount = amountOf(sized, owedOf(person))
    const at = house.time - days_ago * 86_400_000
    const body = {
      ...confirmation(newCode(term), person.key.account_number, `${amount}.00`),
      TransTime: stampOf(at),
    }
    await tell(term, `/api/hooks/${on.server.running.context.hookSecret}/confirmation`, body)
    model.addPaid(house, person.account, { kind: 'paybill', amount, at })
    return term.check(person)
  },
  async fee(term, { who, fee, some }) {
    const person = term.person(who)
    const price = model.priceOn(term.house, fee, today(term))
    const amount = fee === 1 ? some : price
    const form = { kind: 'fee', amount, on: today(term), fee: term.fees[fee] } as const
    let made: model.Charge | null = null
    const reply = await term.carry(person, entryPlan(person.key, form, newId()), () => {
      made = model.addCharge(term.house, person.account, { kind: 'fee', amount, undo: 'possible' })
      return true
    })
    if (made) Object.assign(made, { entry: reply?.entry ?? null })
    return term.check(person)
  },
  async waive_fee(term, { who, which, ...sized }) {
    const person = term.person(who)
    const { house } = term
    const { account, key } = person
    const fees = account.charges.filter(
      ({ kind, isVoid }) => (kind === 'fee' || kind === 'late_fee') && !isVoid,
    )
    const fee = fees[which % Math.max(1, fees.length)]
    if (!fee) return
    fee.entry ??= await findEntry(term, person, fee)
    const [owes, left] = [owedOf(person), stays.leftOf(account, fee)]
    const amount = amountOf(sized, Math.min(owes, left))
    const form: Form = {
      ...{ kind: 'waiver', amount, on: today(term), waives: fee.entry ?? 0, reason: 'As agreed' },
    }
    let made: model.Charge | null = null
    const reply = await term.carry(person, entryPlan(key, form, newId()), () => {
      if (amount > Math.max(0, owes) || amount > left) return false
      made = model.addCharge(house, account, {
        ...{ kind: 'waiver', amount: -amount, undo: 'possible', late: fee.late, waives: fee },
      })
      return true
    })
    if (made) Object.assign(made, { entry: reply?.entry ?? null })
    return term.check(person)
  },
  async undo(term, { who, which, again }) {
    const person = term.person(who)
    const { account, key } = person
    const wanted = again ? 'done' : 'possible'
    const [charges, paid] = [
      account.charges.filter(({ undo }) => undo === wanted),
      account.paid.filter(({ undo }) => undo === wanted),
    ]
    const found = [...charges, ...paid][which % Math.max(1, charges.length + paid.length)]
    if (!found) return
    found.entry ??= await findEntry(term, person, found as model.Charge)
    await term.carry(person, undoPlan(key, found.entry), () => {
      if (again) return false
      if ('order' in found) stays.takePaidBack(term.house, account, found)
      else if (!stays.mayTakeChargeBack(account, found)) return false
      else stays.takeChargeBack(term.house, account, found)
      return true
    })
    return term.check(person)
  },
}

/** A fee that the nightly work has charged has its number in the ledger only. */
async function findEntry(term: Term, { key }: Person, { kind, month, late, amount }: model.Charge) {
  const params = { id: String(key.user_id) }
  const rows = await allPages(await term.staff(), listLedger, { limit: '100' }, params)
  const row = rows.find(
    (one) =>
      one.kind === kind && one.can_undo && one.amount === amount && one.month === (late ?? month),
  )
  if (!row) throw new Error(`no ${kind} of ${month} can be taken back`)
  return row.id
}

const recurring: Pick<Acts, 'recur' | 'stop'> = {
  async recur(term, { who, fee, in_months, months, some }) {
    const person = term.person(who)
    const { house } = term
    const { account, key } = person
    const params = { id: String(key.user_id) }
    const from = model.plusMonths(monthOf(today(term)), in_months)
    const until = months === null ? null : model.plusMonths(from, months)
    const first = `${from}-01` > today(term) ? `${from}-01` : today(term)
    const price = model.priceOn(house, fee, first)
    const amount = fee === 1 ? some : price
    const form = { fee: term.fees[fee] ?? 0, amount, from_month: from, until_month: until ?? '' }
    const staff = await term.staff()
    const look = await staff.call(previewRecurringFee, { params, body: form })
    term.expectDone('recur', look, true)
    const before = owedOf(person)
    const made: model.Recurring = {
      ...{ id: 0, fee, amount, isOwn: amount !== price, on: today(term), from, until },
    }
    account.recurring.push(made)
    chargeRecurring(house, account)
    expect([look.body.before, look.body.after]).toEqual([before, owedOf(person)])
    const body = { recurring: form, submission_id: newId(), expected: look.body }
    term.expectDone('recur', await staff.call(startRecurringFee, { params, body }), true)
    const [newest] = (await staff.call(listRecurringFees, { params })).body
    made.id = newest?.id ?? 0
    return term.check(person)
  },
  async stop(term, { who, which }) {
    const person = term.person(who)
    const { account, key } = person
    const fee = account.recurring[which % Math.max(1, account.recurring.length)]
    if (!fee) return
    const params = { id: String(key.user_id), fee: String(fee.id) }
    const answer = await (await term.staff()).call(stopRecurringFee, { params })
    const may = fee.until === null || fee.until >= monthOf(today(term))
    term.expectDone('stop', answer, may)
    if (!may) return
    const charged = account.charges.filter((one) => one.recurring === fee)
    const last = charged
      .map(({ month }) => month)
      .toSorted()
      .at(-1)
    if (last === undefined) account.recurring = account.recurring.filter((one) => one !== fee)
    else fee.until = last
    return term.check(person)
  },
}

const deposits: Pick<Acts, 'deposit' | 'undo_deposit'> = {
  async deposit(term, { who, kind, ...sized }) {
    const person = term.person(who)
    const { house } = term
    const { account, key } = person
    const [owes, held] = [owedOf(person), model.heldOf(account)]
    const isAdded = kind === 'cash' || kind === 'bank' || kind === 'opening' || kind === 'from_rent'
    const base = kind === 'from_rent' ? -owes : kind === 'to_rent' ? Math.min(owes, held) : held
    const amount = amountOf(sized, base)
    const needsCode = kind === 'bank' || kind === 'refund'
    const form = {
      ...{ kind, amount, on: today(term), reason: 'As agreed' },
      reference: needsCode ? `FT${newCode(term)}X` : undefined,
    }
    let made: model.Account['held'][number] | null = null
    const reply = await term.carry(person, depositPlan(key, form, newId()), () => {
      if (!isAdded && amount > held) return false
      if (kind === 'from_rent' && amount > -owes) return false
      if (kind === 'to_rent' && amount > owes) return false
      const moved =
        kind === 'from_rent' || kind === 'to_rent'
          ? model.addPaid(house, account, {
              kind: kind === 'from_rent' ? 'to_deposit' : 'from_deposit',
              amount: kind === 'from_rent' ? -amount : amount,
            })
          : null
      made = { id: null, amount: isAdded ? amount : -amount, moved, undo: 'possible' }
      account.held.push(made)
      return true
    })
    if (made) Object.assign(made, { id: reply?.entry ?? null })
    return term.check(person)
  },
  async undo_deposit(term, { who, which, again }) {
    const person = term.person(who)
    const { account, key } = person
    const all = account.held.filter(({ undo }) => undo === (again ? 'done' : 'possible'))
    const found = all[which % Math.max(1, all.length)]
    if (!found?.id) return
    await term.carry(person, depositUndoPlan(key, found.id), () => {
      if (again || model.heldOf(account) < found.amount) return false
      if (found.moved) stays.takePaidBack(term.house, account, found.moved)
      account.held.push({ id: null, amount: -found.amount, moved: null, undo: 'never' })
      found.undo = 'done'
      return true
    })
    return term.check(person)
  },
}

export const accountActs = { ...moves, ...payments, ...recurring, ...deposits }
