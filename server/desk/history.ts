import { sql } from 'kysely'
import type { DeskEvent } from '#contract/desk.ts'
import { isoTime } from '#rules/calendar.ts'
import { receiptNumber } from '#rules/receipt.ts'
import type { AuthUser } from '../auth/access.ts'
import { fullName } from '../auth/user-queries.ts'
import type { Db } from '../db/connect.ts'
import { isDuplicate } from '../db/retry.ts'
import { sameCompany } from '../db/same-company.ts'
import { logStaffAction } from '../staff-log.ts'
import { roomNumberOn } from '../tenancy/stay-queries.ts'

/** Who approved somebody's act: both are logged in the same transaction, and so at the same instant. */
const approvedBy = sql<string | null>`(
  select decider.first_name || ' ' || decider.last_name from approvals
  join staff_log yes on yes.company_id = approvals.company_id and yes.subject = 'approval'
    and yes.subject_id = approvals.id and yes.act = 'approval.approve'
  join users decider on decider.company_id = yes.company_id and decider.id = yes.user_id
  where approvals.company_id = log.company_id and approvals.asked_by = log.user_id
    and approvals.outcome = 'approved' and yes.created_at = log.created_at limit 1)`

/** What staff did with an item and wrote about it, earliest first, from the staff log. */
export async function listHistory(
  db: Db,
  company_id: number,
  item_id: number,
  day: string,
): Promise<DeskEvent[]> {
  const rows = await db
    .selectFrom('staff_log as log')
    .innerJoin('users as actor', sameCompany('actor.id', 'log.user_id'))
    // Each part of a split; otherwise the one payment, or null.
    .innerJoinLateral(
      sql<{ change: unknown; place: number }>`jsonb_array_elements(coalesce(log.after->'payments',
        jsonb_build_array(log.after->'payment'))) with ordinality`.as<'counted'>(
        sql`counted(change, place)`,
      ),
      (join) => join.onTrue(),
    )
    // Joined only within this company: staff don't see what was credited in another residence.
    .leftJoin('payments as payment', (join) =>
      join.onRef('payment.company_id', '=', 'log.company_id').on(
        sql<boolean>`(payment.company_id, payment.id) = ((counted.change->>'company_id')::int,
            (counted.change->>'id')::int)`,
      ),
    )
    .leftJoin('users as payee', sameCompany('payee.id', 'payment.user_id'))
    .leftJoin('account_numbers as account', sameCompany('account.user_id', 'payment.user_id'))
    .where('log.company_id', '=', company_id)
    .where('log.subject', '=', 'desk_item')
    .where('log.subject_id', '=', item_id)
    // Acts are left out when M-Pesa had settled the item before, so that nothing was done.
    .where(sql<boolean>`coalesce(log.after->>'outcome', '') <> 'by_itself'`)
    .select(['log.id', 'log.act', 'log.created_at', fullName('actor').as('by')])
    .select(approvedBy.as('approved_by'))
    .select([
      sql<string | null>`log.after->>'note'`.as('note'),
      sql<number | null>`(counted.change->>'amount')::int`.as('amount'),
      'payment.id as payment_id',
      'account.account_number',
      fullName('payee').$castTo<string | null>().as('payee_name'),
      roomNumberOn('payment.company_id', 'payment.user_id', day).as('payee_room'),
    ])
    .orderBy('log.id')
    .orderBy(sql`counted.place`)
    .execute()
  const events: DeskEvent[] = []
  for (const { id, act, created_at, by, approved_by, note, amount, ...payee } of rows) {
    if (events.at(-1)?.id !== id) {
      const name = act.replace('desk.', '') as DeskEvent['act']
      events.push({ id, act: name, at: isoTime(created_at), by, approved_by, note, payments: [] })
    }
    if (amount === null) continue
    events.at(-1)?.payments.push({
      amount,
      receipt_number: payee.payment_id === null ? null : receiptNumber(payee.payment_id),
      account:
        payee.account_number && payee.payee_name
          ? {
              account_number: payee.account_number,
              full_name: payee.payee_name,
              room_number: payee.payee_room,
            }
          : null,
    })
  }
  return events
}

/** Adds a note to an item; nothing when it was sent before. */
export async function addNote(
  db: Db,
  user: AuthUser,
  item_id: number,
  { text, submission_id }: { text: string; submission_id: string },
) {
  try {
    await logStaffAction(db, user, {
      act: 'desk.note',
      subject: 'desk_item',
      subject_id: item_id,
      before: null,
      after: { note: text, submission_id },
    })
  } catch (error) {
    if (!isDuplicate(error)) throw error
  }
}
