import { isDeepStrictEqual } from 'node:util'
import type { ApprovalChange, Waiting, WillWait } from '#contract/approvals.ts'
import {
  type ApprovalAct,
  DELAY_HOURS,
  mayApprove,
  mustWait,
  takesEffectAt,
} from '#rules/approval.ts'
import { type Day, dayOf, dayStart, formatDateTime, isoTime } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import type { Permission } from '#rules/staff-roles.ts'
import { lockUser } from '../auth/user-queries.ts'
import { findResidence, lockCompany } from '../company/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { retryOnConflict } from '../db/retry.ts'
import { conflict, submissionUsed } from '../http/errors.ts'
import { requireSame } from '../ledger/effect.ts'
import { type Actor, logStaffAction } from '../staff-log.ts'
import {
  findBySubmission,
  findLimit,
  findOpen,
  findRow,
  type ListedApproval,
  listDeciders,
  sumGivenSince,
} from './queries.ts'

/** With whose account it is about; what they owe is shown as it is when somebody looks at it. */
export type AskedChange = ApprovalChange & { user_id?: number }

/** What a step has done, in a transaction that may still be rolled back. */
export interface Done<Effect, Result> {
  result: Result
  /** What its preview says; null when there is nothing to agree to. */
  effect: Effect
  act: ApprovalAct
  /** In shillings; see rules/approval.ts. */
  at_stake: number
  /** What the act may wait for only once. */
  subject: string
  /** Whose account it changes. */
  user_id: number | null
  about: string | null
  changes: AskedChange[]
  reason: string | null
}

/** An act on money that waits for a second person when it is above the residence's limit. */
export interface Act<Payload, Effect, Result> {
  /** Of whoever does it, now and when it is approved. */
  permission: Permission
  run(tx: Db, context: Context, staff: Actor, payload: Payload): Promise<Done<Effect, Result>>
  /** The payload as it is carried out on a later day. */
  renew?(payload: Payload, today: Day): Payload
  /**
   * What of an effect the act itself does. When that is otherwise by the time of an approval, nothing is done; what has
   * changed for other reasons doesn't matter. Without it, all of the effect.
   */
  deedOf?(effect: Effect): unknown
  /** Of two payloads for the same subject, whether one person asks for the same with both; without it, when they are equal. */
  isSame?(one: Payload, other: Payload): boolean
  /** Once it is done for good. */
  announce?(context: Context, staff: Actor, done: Done<Effect, Result>): void | Promise<void>
}

interface Options<Effect, Result> {
  /** What the preview said; null for an act without one. */
  expected: { effect: unknown; changed: string } | null
  submission_id?: string
  /** What an earlier submission of the same form has done. */
  findDone?(tx: Db): Promise<Done<Effect, Result> | null>
}

export type Performed<Effect, Result> = Done<Effect, Result> & {
  /** Then nothing is done yet. */
  waiting: Waiting
}

/** Thrown to take back an act that has to wait. */
class Waits<Effect, Result> extends Error {
  readonly done: Done<Effect, Result>
  constructor(done: Done<Effect, Result>) {
    super('waits for a second person')
    this.done = done
  }
}

/**
 * Does an act, or keeps it for a second person when it is above the limit: then it is taken back, and stored with what
 * it has shown.
 * @throws {HttpError} what the act throws; 409 when it would do something else than the preview said, or waits already
 */
export async function perform<Payload, Effect, Result>(
  context: Context,
  staff: Actor,
  act: Act<Payload, Effect, Result>,
  payload: Payload,
  { expected, submission_id, findDone }: Options<Effect, Result>,
): Promise<Performed<Effect, Result>> {
  const { db } = context
  const work = async (tx: Db) => {
    const known = await findDone?.(tx)
    if (known) return known
    const done = await act.run(tx, context, staff, payload)
    if (expected && done.effect !== null)
      requireSame(done.effect, expected.effect, expected.changed)
    if (done.at_stake > 0 && (await isAboveLimit(tx, context, staff, done.at_stake))) {
      throw new Waits(done)
    }
    return done
  }
  try {
    const done = await retryOnConflict(() => db.transaction().execute(work))
    await act.announce?.(context, staff, done)
    return { ...done, waiting: undefined }
  } catch (error) {
    if (!(error instanceof Waits)) throw error
    const done: Done<Effect, Result> = error.done
    const waiting = await retryOnConflict(() =>
      ask(context, staff, act, payload, done, submission_id ?? null),
    )
    return { ...done, waiting }
  }
}

/** Whether an act will wait, and for what; asked in the transaction of its preview. */
export async function waitsOf(
  tx: Db,
  context: Context,
  staff: Actor,
  at_stake: number,
): Promise<{ waits?: WillWait }> {
  if (at_stake <= 0 || !(await isAboveLimit(tx, context, staff, at_stake))) return {}
  const deciders = await listDeciders(tx, staff.company_id)
  const others = deciders.some((one) => mayApprove(one, staff.id))
  return { waits: others ? 'for_approval' : 'a_day' }
}

/** By itself, or together with what the same person has given away on this day. */
export async function isAboveLimit(tx: Db, { now }: Context, staff: Actor, at_stake: number) {
  const limit = await findLimit(tx, staff.company_id)
  if (limit === null) return false
  // Two acts of one person at once are added up, too.
  await lockUser(tx, staff.company_id, staff.id)
  const given = await sumGivenSince(tx, staff, dayStart(dayOf(now())))
  return mustWait({ limit, at_stake: Math.max(at_stake, given) })
}

/**
 * Keeps it for a second person, once: whoever asks for the same again has what waits already.
 * @throws {HttpError} 409 when it waits because somebody else has asked for it, or in another way
 */
async function ask<Payload>(
  context: Context,
  staff: Actor,
  { isSame = isDeepStrictEqual }: Pick<Act<Payload, unknown, unknown>, 'isSame'>,
  payload: Payload,
  done: Done<unknown, unknown>,
  submission_id: string | null,
): Promise<Waiting> {
  const { company_id, id: asked_by } = staff
  const { act, subject, user_id, about, changes, reason, effect, at_stake } = done
  const asked_at = context.now()
  const asked = await context.db.transaction().execute(async (tx) => {
    await lockCompany(tx, company_id)
    const known = submission_id ? await findBySubmission(tx, company_id, submission_id) : undefined
    if (known && !isDeepStrictEqual(known.payload, asStored(payload))) throw submissionUsed()
    if (known?.outcome) {
      throw conflict(`This has been asked for already, and is ${known.outcome}.`, 'already_decided')
    }
    if (known) return { ...known, mails: [] }
    const open = await findOpen(tx, company_id, act, subject)
    const isOwn = open?.asked_by === asked_by
    if (isOwn && isSame(open.payload as Payload, asStored(payload) as Payload)) {
      return { ...open, mails: [] }
    }
    if (open) {
      throw conflict(
        'This is waiting for a second person already. Have it decided or withdrawn first, under “To approve”.',
        'already_waiting',
      )
    }
    const deciders = await listDeciders(tx, company_id)
    const others = deciders.filter((one) => mayApprove(one, asked_by))
    const due_at = others.length > 0 ? null : takesEffectAt(asked_at)
    const { id } = await tx
      .insertInto('approvals')
      .values({
        company_id,
        act,
        subject,
        user_id,
        payload: JSON.stringify(payload),
        effect: JSON.stringify(effect),
        about,
        changes: JSON.stringify(changes),
        shillings: at_stake,
        reason,
        submission_id,
        asked_by,
        asked_at,
        due_at,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await logStaffAction(tx, staff, {
      act: 'approval.ask',
      subject: 'approval',
      subject_id: id,
      before: null,
      after: { act, about, shillings: at_stake, reason },
    })
    return {
      id,
      due_at,
      mails: due_at ? deciders.filter(({ role }) => role === 'owner') : others,
    }
  })
  mailDeciders(context, staff, asked.id, asked.mails)
  return { id: asked.id, due_at: asked.due_at && isoTime(asked.due_at) }
}

/** As it comes back from a column of JSON. */
export const asStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

const nouns: Record<ApprovalAct, string> = {
  waiver: 'waiver',
  refund: 'refund',
  undo: 'entry to be taken back',
  reversal: 'payment to be taken back',
  correction: 'correction at the desk',
  confirmation: 'payment that counts without M-Pesa’s report',
  restoration: 'payment that counts again',
  removal: 'removal of a tenant who owes rent',
  rents: 'lower rent',
  wifi_prices: 'lower wifi price',
  wifi_plan: 'lower wifi price from a later day',
  deposit: 'deposit held already',
  deposit_refund: 'deposit to be given back',
  deposit_undo: 'entry of a deposit to be taken back',
}

/** Tells those who can decide, or the owner where nobody else could, what waits. */
function mailDeciders(
  { db, mail, config }: Context,
  { company_id }: Actor,
  id: number,
  people: { email: string; first_name: string }[],
) {
  for (const { email, first_name } of people) {
    mail.sendLater(async () => {
      const [residence, row] = [
        await findResidence(db, company_id),
        await findRow(db, company_id, id),
      ]
      if (!row) return null
      return {
        from: { name: residence.name, address: residence.email },
        to: email,
        subject: `${row.due_at ? 'Takes effect in a day' : 'Waiting for you'}: ${nouns[row.act]}, ${ksh(row.shillings)}`,
        text: [
          `Habari ${first_name},`,
          sentenceOf(row),
          ...(row.reason ? [`The reason: ${row.reason}`] : []),
          row.due_at
            ? `Nobody else at ${residence.name} can approve it. It takes effect after ${DELAY_HOURS} hours, on ${formatDateTime(row.due_at)}, unless it is withdrawn before. If you didn’t ask for it, withdraw it and change your password:`
            : 'You can approve or refuse it here:',
          `${config.publicUrl}/staff/approvals`,
        ].join('\n\n'),
      }
    })
  }
}

function sentenceOf({ asker_name, act, shillings, person_name, about }: ListedApproval): string {
  const of = person_name ? ` for ${person_name}` : ''
  const what = about ? ` (${about})` : ''
  return `${asker_name} asks for approval: ${nouns[act]}${of}${what}, ${ksh(shillings)}.`
}
