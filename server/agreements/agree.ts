import type * as z from 'zod/mini'
import type * as contract from '#contract/agreements.ts'
import { addDays, dayOf, formatDay } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import {
  DAYS_AFTER_HELB,
  type Instalment,
  planProblem,
  planWording,
  promiseWording,
} from '#rules/plan.ts'
import { type AgreementKind, noPromiseTexts } from '#rules/promise.ts'
import { mailNotices, tellTenant } from '../account-notices/tell-tenant.ts'
import type { AuthUser } from '../auth/access.ts'
import { findFullName, findUserWithCompany, lockUser } from '../auth/user-queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { rehearse } from '../db/rehearse.ts'
import { conflict, invalid, notFound, submissionUsed } from '../http/errors.ts'
import { userKey } from '../http/throttle.ts'
import { notifyBalanceChanged } from '../ledger/balance.ts'
import { requireSame } from '../ledger/effect.ts'
import { type Actor, logStaffAction } from '../staff-log.ts'
import { findTenant, tenantNotFound } from '../tenancy/tenant-queries.ts'
import {
  findAgreementBySubmission,
  insertAgreement,
  lockAgreement,
  updateAgreement,
} from './queries.ts'
import { findStanding, isOpen, loadTenantStanding } from './standing.ts'

interface Whose {
  company_id: number
  id: number
}

type PromiseForm = z.output<typeof contract.promiseForm> & { submission_id: string }

/**
 * Stores a tenant's promise to pay by a day. A form that is sent twice makes one promise.
 * @throws {HttpError} 400 when the residence's rules don't allow the promise; 409 when nothing can be promised
 */
export async function makePromise(context: Context, user: AuthUser, form: PromiseForm) {
  const { amount, submission_id } = form
  await inTurn(context, user, async (tx) => {
    if (await isKnown(tx, user, 'promise', submission_id)) return
    const { owed, may_promise, helb, today } = await findStanding(context, tx, user)
    if (typeof may_promise === 'string') throw conflict(noPromiseTexts[may_promise], may_promise)
    const { most, last_day } = may_promise
    if (amount > most) throw invalid('amount', `You can promise up to ${ksh(most)}.`)
    const expected = form.day === null && helb ? addDays(helb.day, DAYS_AFTER_HELB) : form.day
    if (expected === null) {
      throw invalid('day', 'Nobody has said when HELB is expected. Please choose a day.')
    }
    if (form.day !== null && form.day < today) throw invalid('day', 'Choose today or a later day.')
    if (expected > last_day) throw invalid('day', `Choose a day up to ${formatDay(last_day)}.`)
    const part: Instalment = {
      amount,
      day: form.day,
      helb_round: form.day === null ? (helb?.round ?? null) : null,
      days_after: form.day === null ? DAYS_AFTER_HELB : null,
    }
    const names = await namesOf(tx, user)
    const now = context.now()
    await insertAgreement(
      tx,
      {
        ...keyOf(user),
        kind: 'promise',
        owed,
        owed_by: null,
        wording: promiseWording(names.tenant, names.residence, part, today),
        made_by: null,
        made_at: now,
        submission_id,
        agreed_at: now,
        agreed_by: null,
      },
      [part],
    )
  })
  notifyBalanceChanged(context, keyOf(user))
}

export const keyOf = ({ company_id, id: user_id }: Whose) => ({ company_id, user_id })

/** Runs changes of an account one after the other, so that two tabs can't promise the same money twice. */
async function inTurn(context: Context, user: AuthUser, work: (tx: Db) => Promise<void>) {
  await context.throttles.agreement.consume(userKey(user.company_id, user.id))
  await context.db.transaction().execute(async (tx) => {
    await lockUser(tx, user.company_id, user.id)
    await work(tx)
  })
}

/** @throws {HttpError} 409 when the form was already sent with other contents */
async function isKnown(tx: Db, { company_id, id }: Whose, kind: AgreementKind, submission: string) {
  const known = await findAgreementBySubmission(tx, company_id, submission)
  if (known && (known.user_id !== id || known.kind !== kind)) throw submissionUsed()
  return known !== undefined
}

async function namesOf(tx: Db, { company_id, id }: Whose) {
  const user = await findUserWithCompany(tx, company_id, id)
  const tenant = await findFullName(tx, company_id, id)
  return { tenant: (tenant ?? '').trim(), residence: user?.company_name ?? '' }
}

/**
 * Drafts a plan for all that is owed, or for that together with the bills to come.
 * @throws {HttpError} 400 when the parts make no plan
 */
async function draftPlan(
  context: Context,
  tx: Db,
  whose: Whose,
  { parts, with_bills }: contract.PlanForm,
) {
  const { owed: due, helb, today, judged, ...standing } = await findStanding(context, tx, whose)
  const bills = with_bills ? standing.bills : null
  if (with_bills && !bills) {
    throw invalid('parts', 'There is no bill to come any more. Please look at what is owed again.')
  }
  const owed = due + (bills?.amount ?? 0)
  if (parts.some(({ day }) => day === null) && !helb) {
    throw invalid('parts', 'Nobody has said when HELB is expected. That has to be entered first.')
  }
  const instalments = parts.map(
    ({ amount, day, days_after }): Instalment => ({
      amount,
      day,
      days_after,
      helb_round: day === null ? (helb?.round ?? null) : null,
    }),
  )
  const problem = planProblem(instalments, owed, today)
  if (problem) throw invalid('parts', problem)
  const { tenant, residence } = await namesOf(tx, whose)
  const wording = planWording(tenant, residence, { owed, today, bills }, instalments, helb)
  return { owed, owed_by: bills?.by ?? null, wording, instalments, judged, tenant }
}

/** @throws {HttpError} 400; 409 when another plan is already waiting for agreement */
export async function proposePlan(
  context: Context,
  user: AuthUser,
  { submission_id, ...form }: contract.PlanForm & { submission_id: string },
) {
  await inTurn(context, user, async (tx) => {
    if (await isKnown(tx, user, 'plan', submission_id)) return
    const { owed, owed_by, wording, instalments, judged } = await draftPlan(context, tx, user, form)
    if (judged.some(({ state }) => state === 'waiting')) {
      throw conflict(
        'A plan is waiting already. Withdraw it first, or agree to it.',
        'plan_waiting',
      )
    }
    await insertAgreement(
      tx,
      {
        ...keyOf(user),
        kind: 'plan',
        owed,
        owed_by,
        wording,
        made_by: null,
        made_at: context.now(),
        submission_id,
        agreed_at: null,
        agreed_by: null,
      },
      instalments,
    )
  })
}

/** The plan as staff see it before they set it. */
export const previewPlan = (
  context: Context,
  { company_id }: Actor,
  id: number,
  form: contract.PlanForm,
): Promise<contract.PlanWording> =>
  rehearse(context.db, async (tx) => {
    if (!(await findTenant(tx, company_id, id))) throw tenantNotFound()
    const { owed, wording } = await draftPlan(context, tx, { company_id, id }, form)
    return { owed, wording }
  })

/**
 * Stores a plan that staff have set. It waits for the tenant to agree and replaces any plan that was waiting; the agreement in
 * force stays in force until then.
 * @throws {HttpError} 404; 400; 409 when the plan would differ from the preview
 */
export async function setPlan(
  context: Context,
  staff: AuthUser,
  id: number,
  form: { plan: contract.PlanForm; submission_id: string; expected: contract.PlanWording },
): Promise<contract.TenantStanding> {
  const { company_id } = staff
  const whose = { company_id, id }
  await context.db.transaction().execute(async (tx) => {
    if (!(await findTenant(tx, company_id, id))) throw tenantNotFound()
    await lockUser(tx, company_id, id)
    if (await isKnown(tx, whose, 'plan', form.submission_id)) return
    const draft = await draftPlan(context, tx, whose, form.plan)
    const { owed, owed_by, wording } = draft
    requireSame({ owed, wording }, form.expected)
    const now = context.now()
    for (const { row, state } of draft.judged) {
      if (state !== 'waiting') continue
      const ended = { ended_at: now, ended_by: staff.id, reason: 'There is another plan instead.' }
      await updateAgreement(tx, company_id, row.id, ended)
    }
    await insertAgreement(
      tx,
      {
        ...keyOf(whose),
        kind: 'plan',
        owed,
        owed_by,
        wording,
        made_by: staff.id,
        made_at: now,
        submission_id: form.submission_id,
        agreed_at: null,
        agreed_by: null,
      },
      draft.instalments,
    )
    await logStaffAction(tx, staff, {
      act: 'agreement.set',
      subject: 'user',
      subject_id: id,
      before: { full_name: draft.tenant, owes: owed },
      after: { wording },
    })
    await tellTenant(tx, context, staff, keyOf(whose), { kind: 'plan_set', amount: owed })
  })
  announce(context, whose)
  return loadTenantStanding(context, company_id, id)
}

export function announce(context: Context, whose: Whose) {
  notifyBalanceChanged(context, keyOf(whose))
  mailNotices(context, keyOf(whose))
}

export const notThere = () => notFound('There is no such promise or plan.', 'agreement_not_found')
export const decided = () =>
  conflict('This has been decided meanwhile. Please look at it again.', 'already_decided')

/**
 * The tenant agrees to the plan that staff set; from then on it replaces the agreement that was in force.
 * @throws {HttpError} 404; 409 when the plan's wording has changed, it was decided already, or one of its days has passed
 */
export async function agreeToPlan(
  context: Context,
  user: AuthUser,
  id: number,
  { wording }: { wording: string },
) {
  const { company_id } = user
  await inTurn(context, user, async (tx) => {
    const found = await lockAgreement(tx, company_id, id)
    if (!found || found.user_id !== user.id || found.made_by === null) throw notThere()
    // The button was pressed twice: the plan is agreed to already.
    if (found.agreed_at !== null) return
    if (found.ended_at !== null) throw decided()
    if (found.wording !== wording) throw conflict('The plan says something else.', 'other_wording')
    await requireDaysToCome(context, tx, { company_id, id })
    await updateAgreement(tx, company_id, id, { agreed_at: context.now(), agreed_by: null })
  })
  notifyBalanceChanged(context, keyOf(user))
}

/** @throws {HttpError} 409 when one of the plan's days has passed while it waited */
export async function requireDaysToCome({ now }: Context, tx: Db, { company_id, id }: Whose) {
  const past = await tx
    .selectFrom('agreement_parts')
    .where('company_id', '=', company_id)
    .where('agreement_id', '=', id)
    .where('day', '<', dayOf(now()))
    .select('day')
    .executeTakeFirst()
  if (past?.day) {
    throw conflict(`${formatDay(past.day)} is over: this plan needs other days.`, 'too_late')
  }
}

/**
 * Staff agree to a tenant's proposal, decline it with a reason, or withdraw a plan that waits for the tenant.
 * @throws {HttpError} 404; 409 when it was decided already
 */
export async function decideProposal(
  context: Context,
  staff: AuthUser,
  id: number,
  decision: 'agree' | { reason: string },
): Promise<contract.TenantStanding> {
  const { company_id } = staff
  const user_id = await context.db.transaction().execute(async (tx) => {
    const known = await lockAgreement(tx, company_id, id)
    if (known?.kind !== 'plan') throw notThere()
    if (decision === 'agree' && known.made_by !== null) throw notThere()
    if (known.agreed_at !== null || known.ended_at !== null) throw decided()
    const now = context.now()
    if (decision === 'agree') {
      await requireDaysToCome(context, tx, { company_id, id })
      await updateAgreement(tx, company_id, id, { agreed_at: now, agreed_by: staff.id })
    } else {
      const ended = { ended_at: now, ended_by: staff.id, reason: decision.reason }
      await updateAgreement(tx, company_id, id, ended)
    }
    await logStaffAction(tx, staff, {
      act: decision === 'agree' ? 'agreement.agree' : 'agreement.decline',
      subject: 'user',
      subject_id: known.user_id,
      before: { wording: known.wording },
      after: decision === 'agree' ? { agreed: true } : decision,
    })
    await tellTenant(
      tx,
      context,
      staff,
      { company_id, user_id: known.user_id },
      {
        kind: decision === 'agree' ? 'plan_agreed' : 'plan_declined',
        amount: known.owed,
        reason: decision === 'agree' ? null : decision.reason,
      },
    )
    return known.user_id
  })
  announce(context, { company_id, id: user_id })
  return loadTenantStanding(context, company_id, user_id)
}

/**
 * A tenant withdraws an open promise or a proposal, or declines a plan that staff set.
 * @throws {HttpError} 404; 409 for a plan that both sides agreed to, or an agreement that is over
 */
export async function endAgreement(context: Context, user: AuthUser, id: number) {
  const { company_id } = user
  await inTurn(context, user, async (tx) => {
    const found = await lockAgreement(tx, company_id, id)
    if (!found || found.user_id !== user.id) throw notThere()
    const { judged } = await findStanding(context, tx, user)
    const open = judged.find(({ row }) => row.id === id)
    if (!open || !isOpen(open)) throw conflict('This is over already.', 'over')
    if (found.kind === 'plan' && found.agreed_at !== null) {
      throw conflict(
        'A plan is only replaced by another one. Please talk to the office.',
        'in_force',
      )
    }
    const ended = { ended_at: context.now(), ended_by: null, reason: null }
    await updateAgreement(tx, company_id, id, ended)
  })
  notifyBalanceChanged(context, keyOf(user))
}
