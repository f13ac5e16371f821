import { expect } from 'vitest'
import {
  agreeToPlan,
  agreeToProposal,
  declineProposal,
  endAgreement,
  getStanding,
  makePromise,
  previewPlan,
  proposePlan,
  setPlan,
} from '#contract/agreements.ts'
import {
  enterHelb,
  getCallSummary,
  previewHelb,
  previewHelbUndo,
  undoHelb,
} from '#contract/calls.ts'
import { closeClaim, findPayment } from '#contract/claims.ts'
import {
  type Acts,
  amountOf,
  inDays,
  newCode,
  newId,
  owedOf,
  type Person,
  today,
} from './term-acts.ts'
import { expectedHelb, isOpen, judgeAll, mayPromise, roundOf } from './term-model/agreements.ts'
import * as model from './term-model/ledger.ts'
import type { Term } from './term-player.ts'

/** How promises, plans and news of HELB are made over HTTP, and what they mean in the model. */

function addAgreement(
  { house }: Term,
  { account }: Person,
  agreement: Pick<model.Agreement, 'id' | 'kind' | 'by' | 'parts' | 'agreed' | 'covers'>,
) {
  account.agreements.push({
    ...agreement,
    owed: model.balanceOf(account) + (agreement.covers ? aheadOf(account).sum : 0),
    made: house.time,
    after: house.payments,
    ended: null,
  })
}

/** The bills that aren't due yet. */
function aheadOf({ ahead }: model.Account) {
  const bills = [...new Set(ahead.map(({ bill }) => bill))].filter(
    (bill) => model.sum(ahead.filter((one) => one.bill === bill).map(({ amount }) => amount)) !== 0,
  )
  const sum = model.sum(ahead.map(({ amount }) => amount))
  return {
    sum,
    last:
      bills
        .map((bill) => bill?.due ?? '')
        .toSorted()
        .at(-1) ?? null,
  }
}

const standingOf = async ({ caller }: Person) => (await (await caller()).call(getStanding, {})).body

const agreements: Pick<Acts, 'promise' | 'plan' | 'answer' | 'end'> = {
  async promise(term, { who, in_days, on_helb, ...sized }) {
    const person = term.person(who)
    const { house } = term
    const { account } = person
    const may = mayPromise(house, account)
    const amount = amountOf(sized, typeof may === 'string' ? owedOf(person) : may.most)
    const day = on_helb ? null : inDays(term, in_days)
    const helb = expectedHelb(house)
    const due = day ?? (helb ? model.plusDays(helb.day, 7) : null)
    const isFine =
      typeof may !== 'string' &&
      amount <= may.most &&
      due !== null &&
      (day === null || day >= today(term)) &&
      due <= may.last_day
    const answer = await (await person.caller()).call(makePromise, {
      body: { amount, day, submission_id: newId() },
    })
    term.expectDone(`promise of ${amount} by ${day}`, answer, isFine)
    if (!isFine) return
    const round = day === null ? (helb?.round ?? null) : null
    addAgreement(term, person, {
      id: answer.body.agreements[0]?.id ?? 0,
      kind: 'promise',
      by: 'tenant',
      agreed: house.time,
      covers: null,
      parts: [{ amount, day, round, days_after: day === null ? 7 : null }],
    })
    return term.check(person)
  },
  async plan(term, { who, by, parts: wanted, off, with_bills }) {
    const person = term.person(who)
    const { house } = term
    const { account, key } = person
    const ahead = aheadOf(account)
    const covers = with_bills && ahead.sum > 0 ? ahead.last : null
    const owed = model.balanceOf(account) + (covers ? ahead.sum : 0)
    const helb = expectedHelb(house)
    const each = Math.max(1, Math.floor(owed / wanted.length))
    const rest = Math.max(1, owed - each * (wanted.length - 1)) + off
    const parts = wanted.map(({ in_days, on_helb }, at) => ({
      amount: at === wanted.length - 1 ? rest : each,
      day: on_helb === null ? inDays(term, in_days) : null,
      days_after: on_helb,
    }))
    const sum = parts.reduce((total, { amount }) => total + amount, 0)
    const isFine =
      owed > 0 &&
      sum === owed &&
      with_bills === (covers !== null) &&
      (helb !== null || parts.every(({ day }) => day !== null))
    const isWaiting = judgeAll(house, account).some(({ state }) => state === 'waiting')
    const submission_id = newId()
    let id: number
    if (by === 'staff') {
      const params = { id: String(key.user_id) }
      const staff = await term.staff()
      const plan = { parts, with_bills }
      const look = await staff.call(previewPlan, { params, body: plan })
      term.expectDone(`plan ${JSON.stringify(parts)}`, look, isFine)
      if (!isFine) return
      expect(look.body.owed).toBe(owed)
      const body = { plan, submission_id, expected: look.body }
      const answer = await staff.call(setPlan, { params, body })
      term.expectDone('plan', answer, true)
      id = answer.body.agreements[0]?.id ?? 0
      for (const { state, agreement } of judgeAll(house, account)) {
        if (state === 'waiting') agreement.ended = house.time
      }
    } else {
      const answer = await (await person.caller()).call(proposePlan, {
        body: { parts, with_bills, submission_id },
      })
      term.expectDone(`proposal ${JSON.stringify(parts)}`, answer, isFine && !isWaiting)
      if (!isFine || isWaiting) return
      id = answer.body.agreements[0]?.id ?? 0
    }
    const kept = parts.map((part) => ({
      ...part,
      round: part.day === null ? (helb?.round ?? null) : null,
    }))
    addAgreement(term, person, { id, kind: 'plan', by, agreed: null, covers, parts: kept })
    return term.check(person)
  },
  /** Whoever has not made it agrees, or doesn't. */
  async answer(term, { who, yes }) {
    const person = term.person(who)
    const { house } = term
    const { account } = person
    const found = judgeAll(house, account).find(({ state }) => state === 'waiting')?.agreement
    if (!found) return
    const params = { id: String(found.id) }
    const isOver = found.parts.some(({ day }) => day !== null && day < today(term))
    const [staff, tenant] = [await term.staff(), await person.caller()]
    const byStaff = found.by === 'tenant'
    const wording = (await standingOf(person)).agreements.find(({ id }) => id === found.id)?.wording
    const answer = yes
      ? byStaff
        ? await staff.call(agreeToProposal, { params })
        : await tenant.call(agreeToPlan, { params, body: { wording: wording ?? '' } })
      : byStaff
        ? await staff.call(declineProposal, { params, body: { reason: 'Too late' } })
        : await tenant.call(endAgreement, { params })
    term.expectDone(yes ? 'agree' : 'decline', answer, !(yes && isOver))
    if (yes && !isOver) found.agreed = house.time
    if (!yes) found.ended = house.time
    return term.check(person)
  },
  async end(term, { who, which }) {
    const person = term.person(who)
    const { house } = term
    const all = judgeAll(house, person.account)
    // Mostly the latest one.
    const found = which < 6 ? all.at(-1) : all[which % Math.max(1, all.length)]
    if (!found) return
    const { agreement } = found
    const may = isOpen(found) && (agreement.kind === 'promise' || agreement.agreed === null)
    const params = { id: String(agreement.id) }
    const answer = await (await person.caller()).call(endAgreement, { params })
    term.expectDone(`end ${agreement.kind}`, answer, may)
    if (may) agreement.ended = house.time
    return term.check(person)
  },
}

/** What hangs on a payout: whose shillings, and on which day they are expected. */
function hanging({ house }: Term, round: number) {
  return house.accounts.flatMap((account, at) =>
    judgeAll(house, account)
      .filter(({ state }) => state !== 'over')
      .flatMap(({ agreement, parts }) => parts.map((part) => ({ ...part, agreement, at })))
      .filter((part) => part.round === round && part.unpaid > 0),
  )
}

/** Changes what is known of HELB, and compares what moves with the product's effect. */
async function changeHelb(
  term: Term,
  round: number,
  effect: { kind: string; day: string | null; tenants: number; shillings: number },
  change: () => void,
) {
  const before = hanging(term, round)
  change()
  const known = roundOf(term.house, round)
  const moved = hanging(term, round).filter(
    ({ expected, agreement, days_after }) =>
      expected !==
      before.find((one) => one.agreement === agreement && one.days_after === days_after)?.expected,
  )
  expect({ day: effect.day, tenants: effect.tenants, shillings: effect.shillings }).toEqual({
    day: known?.day ?? null,
    tenants: new Set(moved.map(({ at }) => at)).size,
    shillings: moved.reduce((sum, { unpaid }) => sum + unpaid, 0),
  })
}

const news: Pick<Acts, 'helb' | 'undo_helb' | 'dispute' | 'end_dispute'> = {
  async helb(term, { kind, days }) {
    const { house } = term
    const day = inDays(term, kind === 'came' ? -days : days)
    const staff = await term.staff()
    const body = { kind, day }
    const look = await staff.call(previewHelb, { body })
    term.expectDone(`helb ${kind}`, look, true)
    const done = await staff.call(enterHelb, { body: { news: body, expected: look.body } })
    term.expectDone(`helb ${kind}`, done, true)
    const id = (await staff.call(getCallSummary, { query: {} })).body.helb.entries[0]?.id ?? 0
    const last = roundOf(house, house.highest)
    const isNext = house.highest === 0 || (last?.kind === 'came' && kind === 'expected')
    const round = house.highest + (isNext ? 1 : 0)
    await changeHelb(term, round, look.body, () => {
      house.highest = round
      house.helb.push({ id, round, kind, day })
    })
    return term.checkNext()
  },
  async undo_helb(term) {
    const { house } = term
    const last = house.helb.at(-1)
    if (!last) return
    const staff = await term.staff()
    const params = { id: String(last.id) }
    const look = await staff.call(previewHelbUndo, { params })
    term.expectDone('undo helb', look, true)
    term.expectDone(
      'undo helb',
      await staff.call(undoHelb, { params, body: { expected: look.body } }),
      true,
    )
    await changeHelb(term, last.round, look.body, () => house.helb.pop())
    return term.checkNext()
  },
  async dispute(term, { who }) {
    const person = term.person(who)
    const answer = await (await person.caller()).call(findPayment, {
      body: { text: newCode(term) },
    })
    term.expectDone('dispute', answer, true)
    person.account.disputes.push({ id: answer.body.id, at: term.house.time, isOpen: true })
  },
  async end_dispute(term, { who }) {
    const dispute = term.person(who).account.disputes.find(({ isOpen }) => isOpen)
    if (!dispute) return
    const params = { id: String(dispute.id) }
    const answer = await (await term.staff()).call(closeClaim, {
      params,
      body: { note: 'Not ours' },
    })
    term.expectDone('end dispute', answer, true)
    dispute.isOpen = false
  },
}

export const agreementActs = { ...agreements, ...news }
