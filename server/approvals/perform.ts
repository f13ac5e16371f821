import { isDeepStrictEqual } from 'node:util'
import type { ApprovalChange, Waiting } from '#contract/approvals.ts'
import {
  type ApprovalAct,
  DELAY_HOURS,
  mayApprove,
  type Stake,
  takesEffectAt,
} from '#rules/approval.ts'
import { type Day, formatDateTime, isoTime } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import type { Permission } from '#rules/staff-roles.ts'
import { findResidence, lockCompany } from '../company/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { retryOnConflict } from '../db/retry.ts'
import { conflict, submissionUsed } from '../http/errors.ts'
import { requireSame } from '../ledger/effect.ts'
import { type Actor, logStaffAction } from '../staff-log.ts'
import { isAboveLimit, recordGiven } from './limit.ts'
import {
  findBySubmission,
  findOpen,
  findRow,
  type ListedApproval,
  listDeciders,
} from './queries.ts'

/** A change with the account it is about. What is owed on it is read anew whenever somebody looks at the request. */
export type AskedChange = ApprovalChange & { user_id?: number }

/** The result of a step, with what it puts at stake, in a transaction that may still be rolled back. */
export interface Done<Effect, Result> extends Stake {
  result: Result
  /** The effect that the preview shows; null when there is nothing to agree to. */
  effect: Effect
  act: ApprovalAct
  /** Names what the act is about: only one such act may wait for each subject. */
  subject: string
  /** The user whose account it changes. */
  user_id: number | null
  about: string | null
  changes: AskedChange[]
  reason: string | null
}

/** An act on money that waits for a second person when it is above the residence's limit. */
export interface Act<Payload, Effect, Result> {
  /** The permission that whoever does the act needs, now and when it is approved. */
  permission: Permission
  run(tx: Db, context: Context, staff: Actor, payload: Payload): Promise<Done<Effect, Result>>
  /** Adapts the payload to the later day on which it is carried out. */
  renew?(payload: Payload, today: Day): Payload
  /**
   * The part of an effect that the act itself causes. If this part has changed by the time of approval, nothing is done; changes
   * for other reasons don't matter. By default, the whole effect.
   */
  deedOf?(effect: Effect): unknown
  /** Whether two payloads for one subject, sent by one person, ask for the same. By default, when they are equal. */
  isSame?(one: Payload, other: Payload): boolean
  /** Called once the act is done for good. */
  announce?(context: Context, staff: Actor, done: Done<Effect, Result>): void | Promise<void>
}

interface Options<Effect, Result> {
  /** The effect that the preview showed; null for an act without a preview. */
  expected: { effect: unknown; changed: string } | null
  submission_id?: string
  /** Finds what an earlier submission of the same form did. */
  findDone?(tx: Db): Promise<Done<Effect, Result> | null>
}

export type Performed<Effect, Result> = Done<Effect, Result> & {
  /** Set when the act waits for a second person: nothing is done yet. */
  waiting: Waiting
}

/** Thrown to roll back an act that has to wait. */
class Waits<Effect, Result> extends Error {
  readonly done: Done<Effect, Result>
  constructor(done: Done<Effect, Result>) {
    super('waits for a second person')
    this.done = done
  }
}

/**
 * Does an act. Above the limit it is rolled back instead and stored, with its effect, for a second person.
 * @throws {HttpError} what the act throws; 409 when its effect would differ from the preview, or when it is waiting already
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
    if (await isAboveLimit(tx, context, staff, done)) throw new Waits(done)
    await recordGiven(tx, context, staff, done)
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

/**
 * Stores an act for a second person. Whoever asks for the same again gets the request that is waiting already.
 * @throws {HttpError} 409 when somebody else asked for it already, or the same person asked for it differently
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

/** A value as it comes back from a JSON column. */
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
  transfer: 'change of room that takes charged rent off',
  rents: 'lower rent',
  wifi_prices: 'lower wifi price',
  wifi_plan: 'lower wifi price from a later day',
  deposit: 'deposit held already',
  deposit_refund: 'deposit to be given back',
  deposit_undo: 'entry of a deposit to be taken back',
}

/** Emails those who can decide about a waiting act; the owners where nobody else can. */
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
