import { expect } from 'vitest'
import {
  billTerm,
  changeBillingRule,
  changeTenantBilling,
  getBillingRule,
  getTenantBilling,
  previewBilling,
  previewBillUndo,
  previewTakeBack,
  previewTenantBilling,
  takeBackTerm,
  undoBill,
} from '#contract/billing.ts'
import { changePromiseRules, getPromiseRules } from '#contract/calls.ts'
import { changeDepositRule, getDepositRule } from '#contract/deposits.ts'
import { changeFees, changeLateFees, getFees, getLateFees } from '#contract/fees.ts'
import { changeRents, previewRents } from '#contract/rooms.ts'
import { type Acts, inDays, monthOf, owedOf, today } from './term-acts.ts'
import * as bills from './term-model/bills.ts'
import * as model from './term-model/ledger.ts'
import { chargeSince } from './term-model/rent.ts'

/** How terms are billed and rules are changed over HTTP, and what that means in the model. */

/** How a refusal says why a bill stays. */
const reasonTexts: Record<string, string> = {
  ...{ paid: 'a payment since', corrected: 'was corrected', late_fee: 'a late fee was charged' },
  ...{ agreed: 'a promise or plan', lost: 'be billed again' },
}

const takenBack: Pick<Acts, 'take_back_bill' | 'take_back_term'> = {
  async take_back_bill(term, { who, which }) {
    const person = term.person(who)
    const { house } = term
    const { account, key } = person
    const standing = bills.standingBills(account)
    const found = standing[which % Math.max(1, standing.length)]
    if (!found) return
    const staff = await term.staff()
    const tenant = { id: String(key.user_id) }
    const list = (await staff.call(getTenantBilling, { params: tenant })).body.bills
    const id = list.find(({ first_month }) => first_month === found.first)?.id ?? 0
    const params = { id: String(id) }
    const look = await staff.call(previewBillUndo, { params })
    const why = bills.whyBillStays(house, account, found)
    term.expectDone(`take bill back on ${today(term)}, ${why}`, look, why.length === 0)
    for (const [reason, text] of Object.entries(reasonTexts)) {
      if (why.length > 0) expect(look.body.message?.includes(text)).toBe(why.includes(reason))
    }
    const before = owedOf(person)
    const taken = why.length === 0 && bills.takeBack(house, account, found)
    const after = owedOf(person)
    const effect = {
      full_name: key.full_name,
      before,
      after,
      ...(taken || { amount: 0, again_on: null }),
    }
    if (taken) expect(look.body).toEqual(effect)
    const body = { reason: 'By mistake', expected: effect }
    const done = await staff.call(undoBill, { params, body })
    term.expectDone('take bill back', done, taken !== false)
    const twice = await staff.call(undoBill, { params, body })
    expect([twice.status, twice.body.code]).toEqual([409, taken ? 'already_reversed' : 'bill_used'])
    return term.check(person)
  },
  async take_back_term(term, { which }) {
    const { house } = term
    const chosen = house.terms[which % Math.max(1, house.terms.length)]
    if (!chosen) return
    const staff = await term.staff()
    const params = { id: String(chosen.id) }
    const look = await staff.call(previewTakeBack, { params })
    term.expectDone('preview of a term taken back', look, true)
    const all = term.people.flatMap(({ account, key }) =>
      bills
        .standingBills(account)
        .filter((one) => one.term === chosen)
        .map((one) => ({ account, key, one, why: bills.whyBillStays(house, account, one)[0] })),
    )
    const taken = all.filter(({ why }) => why === undefined)
    const amounts = taken.map(({ account, one }) => bills.takeBack(house, account, one).amount)
    const shillings = model.sum(amounts)
    expect([look.body.bills, look.body.shillings]).toEqual([taken.length, shillings])
    const kept = look.body.kept.flatMap(({ why, count, names }) => {
      expect(names).toHaveLength(count)
      return names.map((name) => `${why} ${name}`)
    })
    const stay = all.filter(({ why }) => why !== undefined)
    expect(kept.toSorted()).toEqual(
      stay.map(({ why, key }) => `${why} ${key.full_name}`).toSorted(),
    )
    const done = await staff.call(takeBackTerm, { params, body: { after: 0 } })
    term.expectDone(taken.length > 0 ? 'take term back' : 'take nothing of a term back', done, true)
    expect(done.body).toEqual({ bills: taken.length, shillings, kept: stay.length, after: null })
    return term.checkNext()
  },
}

const billing: Pick<Acts, 'bill_term' | 'tenant_billing' | 'billing_rule'> = {
  async bill_term(term, { which }) {
    const { house } = term
    const chosen = house.terms[which % Math.max(1, house.terms.length)]
    if (!chosen) return
    const staff = await term.staff()
    const params = { id: String(chosen.id) }
    const look = await staff.call(previewBilling, { params })
    term.expectDone('preview bills', look, true)
    const done = await staff.call(billTerm, { params, body: { after: 0 } })
    term.expectDone('bill', done, true)
    const made = house.accounts.flatMap((account) => {
      const one = bills.bill(house, account, chosen)
      return one ? [bills.billedSum(account, one)] : []
    })
    const shillings = made.reduce((sum, amount) => sum + amount, 0)
    expect([look.body.tenants, look.body.shillings]).toEqual([made.length, shillings])
    expect([done.body.bills, done.body.shillings]).toEqual([made.length, shillings])
    return term.checkNext()
  },
  async tenant_billing(term, { who, by }) {
    const person = term.person(who)
    const { account, key } = person
    const staff = await term.staff()
    const params = { id: String(key.user_id) }
    const body = { billed_by: by }
    const look = await staff.call(previewTenantBilling, { params, body })
    const may = account.over === null
    term.expectDone('bill by', look, may)
    if (!may) return
    const before = owedOf(person)
    account.billed_by = by
    chargeSince(term.house, account, today(term))
    expect([look.body.before, look.body.after]).toEqual([before, owedOf(person)])
    const { bill: _, ...expected } = look.body
    const done = await staff.call(changeTenantBilling, { params, body: { ...body, expected } })
    term.expectDone('bill by', done, true)
    return term.check(person)
  },
  async billing_rule(term, { by, leaving }) {
    const staff = await term.staff()
    const was = (await staff.call(getBillingRule, {})).body
    const now = { billed_by: by, leaving_percent: leaving }
    term.expectDone(
      'billing rule',
      await staff.call(changeBillingRule, { body: { was, now } }),
      true,
    )
    term.house.billed_by = by
    term.house.leaving = leaving
    return term.checkNext()
  },
}

/** Rules that change in the middle of a month: what was agreed and charged stays. */
const settings: Pick<Acts, 'late_fees' | 'promise_rules' | 'prices' | 'deposit_rule' | 'rents'> = {
  async late_fees(term, { grace_days, per, value, cap }) {
    const { house } = term
    const caller = await term.staff()
    const was = (await caller.call(getLateFees, {})).body
    const now = per === 'off' ? null : { grace_days, per, value, ...(cap !== null && { cap }) }
    term.expectDone('late fees', await caller.call(changeLateFees, { body: { was, now } }), true)
    const month = monthOf(model.todayOf(house))
    house.late = now === null ? [] : house.late.filter(({ from }) => from <= month)
    if (now !== null) {
      house.late.push({
        from: model.plusMonths(month, 1),
        grace: grace_days,
        amount: per === 'amount' ? value : null,
        percent: per === 'percent' ? value : null,
        cap: per === 'percent' ? cap : null,
      })
    }
    return term.checkNext()
  },
  async promise_rules(term, { what: _, ...now }) {
    const staff = await term.staff()
    const was = (await staff.call(getPromiseRules, {})).body
    term.expectDone(
      'promise rules',
      await staff.call(changePromiseRules, { body: { was, now } }),
      true,
    )
    term.house.promises = now
    return term.checkNext()
  },
  async prices(term, { fee: at, amount, next }) {
    const { house } = term
    const staff = await term.staff()
    const was = (await staff.call(getFees, {})).body
    const planned = next && { amount: next.amount, from: inDays(term, next.in_days) }
    const now = was.map((one, index) => (index === at ? { ...one, amount, next: planned } : one))
    term.expectDone('prices', await staff.call(changeFees, { body: { was, now } }), true)
    const isNew = model.priceOn(house, at, today(term)) !== amount
    house.prices = house.prices.filter(
      ({ fee, from }) => fee !== at || from < today(term) || (from === today(term) && !isNew),
    )
    if (isNew) house.prices.push({ fee: at, from: today(term), amount })
    if (planned) house.prices.push({ fee: at, ...planned })
    return term.checkNext()
  },
  async deposit_rule(term, { amount, months, days }) {
    const staff = await term.staff()
    const was = (await staff.call(getDepositRule, {})).body
    const now = { amount, months: amount === null ? months : null, days }
    term.expectDone(
      'deposit rule',
      await staff.call(changeDepositRule, { body: { was, now } }),
      true,
    )
    term.house.deposit = now
    return term.checkNext()
  },
  async rents(term, { room, rate, in_days }) {
    const staff = await term.staff()
    const form = { rooms: room, rate, from: inDays(term, in_days) }
    const look = await staff.call(previewRents, { body: form })
    term.expectDone('rents', look, true)
    const body = { ...form, expected: look.body }
    term.expectDone('rents', await staff.call(changeRents, { body }), true)
    model.setRate(term.house, room, form.from, rate)
    return term.checkNext()
  },
}

export const ruleActs = { ...billing, ...takenBack, ...settings }
