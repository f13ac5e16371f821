import type { Waiting, WillWait } from '#contract/approvals.ts'
import type { Day } from '#rules/calendar.ts'
import { waitsOf } from '../approvals/limit.ts'
import { type Act, type AskedChange, type Done, perform } from '../approvals/perform.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { rehearse } from '../db/rehearse.ts'
import { isDuplicate } from '../db/retry.ts'
import { submissionUsed } from '../http/errors.ts'
import type { Actor } from '../staff-log.ts'
import { announceBalance } from '../tenancy/account-act.ts'

interface EntryForm {
  on: Day
  /** Left out of entries that were put before a second person when null wasn't sent yet. */
  reason?: string | null
}

export interface EntryPayload<Form> {
  user_id: number
  entry: Form
  submission_id: string
}

export interface UndoPayload {
  user_id: number
  entry: number
  reason: string
}

/** The part of the reply besides the effect. Id and receipt number are null while the act waits for a second person. */
interface Reply {
  id: number | null
  receipt_number: string | null
  waiting?: Waiting
}

type Asked = Pick<Done<unknown, unknown>, 'act' | 'at_stake' | 'about'>

/** The differences between the ledgers in which staff make entries. */
interface Ledger<Form, Effect, Entered> {
  /** The message when the effect no longer equals the preview. */
  changed: string
  /** The effect alone, without what is only known after the act. */
  effectOf(result: Effect): Effect
  deedOf(effect: Effect): unknown
  changesOf(user_id: number, effect: Effect): AskedChange[]
  /** Whether the entry may have an earlier day: money has a day of its own, but decisions count from the day they are made. */
  mayBeEarlier(form: Form): boolean
  asked(form: Form): Asked
  undoAsked: { act: Asked['act']; subject(payload: UndoPayload): string }
  /** Makes the entry, in the transaction of the act or of a preview, which has no submission. */
  enter(
    tx: Db,
    context: Context,
    staff: Actor,
    user_id: number,
    form: Form,
    submission_id: string | null,
  ): Promise<Entered>
  undo(
    tx: Db,
    context: Context,
    staff: Actor,
    user_id: number,
    entry: Omit<UndoPayload, 'user_id'>,
  ): Promise<{ entered: Entered; about: string; at_stake: number }>
  /**
   * Finds the entry that an earlier submission of the form has made, with what is owed since.
   * @throws {HttpError} 409 when the form was different then
   */
  findKnown(
    tx: Db,
    context: Context,
    company_id: number,
    payload: EntryPayload<Form>,
  ): Promise<Entered | null>
}

/**
 * Functions by which staff make entries in a tenant's ledger and take them back. Each act is previewed by running it and rolling
 * it back; above the residence's limit it waits for a second person.
 */
export function entryActs<
  Form extends EntryForm,
  Effect extends object,
  Entered extends Effect & Reply,
>(ledger: Ledger<Form, Effect, Entered>) {
  const { changed, effectOf, deedOf } = ledger
  const doneOf = (user_id: number, result: Entered) => ({
    ...{ user_id, result, effect: effectOf(result) },
    changes: ledger.changesOf(user_id, result),
  })
  const entryDone = (user_id: number, entry: Form, result: Entered): Done<Effect, Entered> => ({
    ...doneOf(user_id, result),
    ...ledger.asked(entry),
    subject: `user ${user_id}`,
    reason: entry.reason ?? null,
  })
  const enterAct: Act<EntryPayload<Form>, Effect, Entered> = {
    permission: 'money',
    async run(tx, context, staff, { user_id, entry, submission_id }) {
      const entered = await ledger.enter(tx, context, staff, user_id, entry, submission_id)
      return entryDone(user_id, entry, entered)
    },
    renew: ({ entry, ...payload }, today) => ({
      ...payload,
      entry: ledger.mayBeEarlier(entry) ? entry : { ...entry, on: today },
    }),
    deedOf,
    announce: announceBalance,
  }
  const undoAct: Act<UndoPayload, Effect, Entered> = {
    permission: 'money',
    async run(tx, context, staff, payload) {
      const { user_id, entry, reason } = payload
      const undone = await ledger.undo(tx, context, staff, user_id, { entry, reason })
      const { entered, about, at_stake } = undone
      return {
        ...doneOf(user_id, entered),
        act: ledger.undoAsked.act,
        subject: ledger.undoAsked.subject(payload),
        ...{ about, at_stake, reason },
      }
    },
    deedOf,
    announce: announceBalance,
  }
  const replyOf = ({ result, waiting }: { result: Entered; waiting: Waiting }): Entered =>
    waiting ? { ...result, id: null, receipt_number: null, waiting } : result

  return {
    enterAct,
    undoAct,
    previewEntry: (
      context: Context,
      staff: Actor,
      user_id: number,
      form: Form,
    ): Promise<Effect & { waits?: WillWait }> =>
      rehearse(context.db, async (tx) => {
        const effect = effectOf(await ledger.enter(tx, context, staff, user_id, form, null))
        return { ...effect, ...(await waitsOf(tx, context, staff, ledger.asked(form))) }
      }),
    /**
     * Makes an entry. A form that is sent twice makes one entry.
     * @throws {HttpError} what the step throws; 409 when the effect would differ from the preview, or when the
     * submission was for another entry
     */
    async enter(
      context: Context,
      staff: Actor,
      user_id: number,
      { expected, ...form }: Omit<EntryPayload<Form>, 'user_id'> & { expected: Effect },
    ): Promise<Entered> {
      const payload = { user_id, ...form }
      const performed = await perform(context, staff, enterAct, payload, {
        submission_id: form.submission_id,
        expected: { effect: expected, changed },
        // If a form is sent twice at once, the second finds the entry of the first.
        async findDone(tx) {
          const known = await ledger.findKnown(tx, context, staff.company_id, payload)
          return known && entryDone(user_id, form.entry, known)
        },
      }).catch((error: unknown) => {
        // A form of the other ledger was sent with the same submission.
        throw isDuplicate(error, /submission/) ? submissionUsed() : error
      })
      return replyOf(performed)
    },
    previewUndo: (
      context: Context,
      staff: Actor,
      user_id: number,
      entry: number,
    ): Promise<Effect & { waits?: WillWait }> =>
      rehearse(context.db, async (tx) => {
        const taken = { entry, reason: 'Preview' }
        const { entered, at_stake } = await ledger.undo(tx, context, staff, user_id, taken)
        return { ...effectOf(entered), ...(await waitsOf(tx, context, staff, { at_stake })) }
      }),
    /**
     * Takes an entry back, by an opposite one that names it.
     * @throws {HttpError} what the step throws; 409 when the effect would differ from the preview
     */
    undo: async (
      context: Context,
      staff: Actor,
      user_id: number,
      { expected, ...taken }: Omit<UndoPayload, 'user_id'> & { expected: Effect },
    ): Promise<Entered> =>
      replyOf(
        await perform(
          context,
          staff,
          undoAct,
          { user_id, ...taken },
          { expected: { effect: expected, changed } },
        ),
      ),
  }
}
