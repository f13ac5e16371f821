import { sql } from 'kysely'
import type { LedgerEntry } from '#contract/ledger.ts'
import type { Page } from '#contract/page.ts'
import { type Day, dayEnd, type Month } from '#rules/calendar.ts'
import { receiptNumber } from '#rules/receipt.ts'
import type { Db } from '../db/connect.ts'
import { isOpeningBalance } from './balance.ts'
import { enteredAt } from './queries.ts'

/**
 * One page of an account's charges and payments, latest first, each with what is owed after it. Their sum
 * is the balance of `today`. A charge has the time of its entry, or the start of the day from which it counts if it was
 * entered in another month. A payment that counts again has the time of its second entry, so that the account doesn't seem to
 * have owed less in between. Ids of charges are odd, those of payments even.
 */
export function listLedger(
  db: Db,
  company_id: number,
  user_id: number,
  today: Day,
  { before, after, limit }: Page,
) {
  const direction = sql.raw(after === undefined ? 'desc' : 'asc')
  const edge = before ?? after
  // The database's clock may be ahead of ours.
  const enteredAgainAt = sql`case when payment.created_at < ${dayEnd(today)} then payment.created_at end`
  const beyond =
    edge === undefined
      ? sql`true`
      : sql`(running.at, running.id) ${sql.raw(after === undefined ? '<' : '>')}
          (select at, id from entry where id = ${edge})`
  return sql<LedgerRow>`
    with entry as (
      select id * 2 + 1 as id, case when waives_charge_id is not null then 'waiver'
          when kind = 'correction' then 'charge_correction' else kind end as kind,
        case when waives_charge_id is not null then coalesce(name, 'Late fee') else name end as name,
        coalesce(late_month, month) as month, amount as change, null as receipt,
        null::int as payment_id, reason, entered_by, (submission_id is not null
          or kind in ('fee', 'late_fee') and reverses_charge_id is null or ${isOpeningBalance}) as by_hand, null as reference,
        (select created_at from charges reversal where reversal.company_id = charges.company_id
          and reversal.reverses_charge_id = charges.id) as taken_back_at,
        reverses_charge_id * 2 + 1 as takes_back, bill_id, ${leftToWaive} as left_to_waive,
        false as is_again, ${enteredAt()} as at
      from charges
      where company_id = ${company_id} and user_id = ${user_id} and due_day <= ${today}
      union all
      select id * 2, came_as, null, null, -amount, receipt, id, reason, entered_by,
        submission_id is not null, reference,
        (select reversal.paid_at from payments reversal where reversal.company_id = payment.company_id
          and reversal.reverses_payment_id = payment.id),
        reverses_payment_id * 2, null, null::int, taken_back_before is not null,
        case when taken_back_before is null then paid_at
          else greatest(paid_at, taken_back_before, ${enteredAgainAt}) end
      from ledger_payments payment
      where company_id = ${company_id} and user_id = ${user_id} and purpose = 'rent'
    ), running as (
      select *, (sum(change) over (order by at, id))::float8 as balance from entry
    )
    select running.id, running.kind, running.name, running.month, running.change as amount, running.receipt,
      running.payment_id, running.reason, running.reference, running.taken_back_at, running.by_hand,
      running.at, running.is_again, running.balance, running.left_to_waive, named.kind as named_kind, named.at as named_at,
      named.payment_id as named_payment_id,
      case when running.kind = 'rent' and running.bill_id is not null then (
        select json_build_object('id', bills.id, 'first_month', bills.first_month, 'last_month', bills.last_month,
          'due_day', bills.due_day, 'amount', (select sum(amount) from charges line
            where line.company_id = bills.company_id and line.bill_id = bills.id and line.kind = 'rent'))
        from bills where bills.company_id = ${company_id} and bills.id = running.bill_id) end as bill,
      (select first_name || ' ' || last_name from users
        where users.company_id = ${company_id} and users.id = running.entered_by) as by
    from running left join entry named on named.id = running.takes_back
    where ${beyond}
    order by running.at ${direction}, running.id ${direction}
    limit ${limit}`.execute(db)
}

/** The entry that a row takes back. */
export const namedEntry = ({ named_kind: kind, named_at: at, named_payment_id: id }: LedgerRow) =>
  kind && at ? { kind, at, receipt_number: id === null ? null : receiptNumber(id) } : null

/** The reason, unless it is a note for staff only, as the reasons of other payments are. */
export const shownReason = ({ kind, reason, by_hand, named_kind }: LedgerRow): string | null =>
  by_hand || named_kind !== null || kind.endsWith('correction') ? reason : null

/** A bill as it was made originally. */
export interface BillRef {
  id: number
  first_month: Month
  last_month: Month
  due_day: Day
  amount: number
}

export interface LedgerRow {
  id: number
  kind: LedgerEntry['kind']
  name: string | null
  month: Month | null
  amount: number
  receipt: string | null
  payment_id: number | null
  reason: string | null
  reference: string | null
  /** For a month of rent that is billed with its term: the bill. */
  bill: BillRef | null
  taken_back_at: Date | null
  /** Whether the entry is manual, or a fee, so that it may be taken back. */
  by_hand: boolean
  left_to_waive: number | null
  at: Date
  /** Whether the payment had been taken back from this account before. */
  is_again: boolean
  balance: number
  by: string | null
  /** For an entry that takes another one back: the kind of that entry. */
  named_kind: LedgerEntry['kind'] | null
  named_at: Date | null
  named_payment_id: number | null
}

/** The amount of a fee that isn't waived; null if the charge is no fee, or was taken back. */
export const leftToWaive = sql<number | null>`case when charges.kind in ('fee', 'late_fee')
    and charges.reverses_charge_id is null and charges.waives_charge_id is null
    and not exists (select from charges reversal where reversal.company_id = charges.company_id
      and reversal.reverses_charge_id = charges.id)
  then charges.amount + coalesce((select sum(waiver.amount) from charges waiver
    where waiver.company_id = charges.company_id and waiver.waives_charge_id = charges.id
      and not exists (select from charges reversal where reversal.company_id = charges.company_id
        and reversal.reverses_charge_id = waiver.id)), 0)::int end`
