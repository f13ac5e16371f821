import type { ColumnType, Generated } from 'kysely'
import type { CallOutcome } from '#contract/agreements.ts'
import type { ApprovalChange } from '#contract/approvals.ts'
import type { ApprovalAct, ApprovalOutcome } from '#rules/approval.ts'
import type { HandedTo } from '#rules/cash-count.ts'
import type { DepositKind } from '#rules/deposit.ts'
import type { LetterKind } from '#rules/letter.ts'
import type { AgreementKind } from '#rules/promise.ts'
import type { CreatedAt, Id } from './schema.ts'

/** Tables for bookkeeping, apart from the ledger itself. */
export interface BooksSchema {
  billing_terms: {
    company_id: number
    id: Id
    name: string
    first_month: string
    last_month: string
    due_day: string
    created_at: CreatedAt
  }
  bills: {
    company_id: number
    id: Id
    term_id: number
    tenancy_id: number
    user_id: number
    /** The term's name when the bill was made. */
    name: string
    first_month: string
    last_month: string
    due_day: string
    leaving_percent: number
    /** Null when the bill was made automatically. */
    entered_by: number | null
    /** The account's last payment when the bill was made; 0 for none. */
    after_payment: Generated<number>
    created_at: CreatedAt
    taken_back_at: Date | null
    taken_back_by: number | null
  }
  /** Amounts by which the rent of charged months was corrected. */
  rent_corrections: {
    company_id: number
    id: Id
    tenancy_id: number
    month: string
    amount: number
    charge_id: number | null
    created_at: CreatedAt
  }
  fees: {
    company_id: number
    id: Id
    name: string
    may_vary: boolean
    active: boolean
    position: number
  }
  fee_prices: { company_id: number; fee_id: number; from_day: string; amount: number }
  recurring_fees: {
    company_id: number
    id: Id
    user_id: number
    fee_id: number
    /** The amount agreed instead of the list price. */
    amount: number | null
    note: string | null
    from_month: string
    until_month: string | null
    entered_by: number
    submission_id: string
    created_at: CreatedAt
  }
  late_fee_terms: {
    company_id: number
    from_month: string
    grace_days: number
    amount: number | null
    percent: number | null
    cap: number | null
  }
  approvals: {
    company_id: number
    id: Id
    act: ApprovalAct
    /** Names what the act is about: only one such act may wait for each subject. */
    subject: string
    user_id: number | null
    payload: ColumnType<unknown, string, never>
    /** The effect that the preview showed. */
    effect: ColumnType<unknown, string, never>
    about: string | null
    changes: ColumnType<(ApprovalChange & { user_id?: number })[], string, never>
    shillings: number
    reason: string | null
    submission_id: string | null
    asked_by: number
    asked_at: Date
    /** When the act takes effect by itself; null when it waits for a decision. */
    due_at: Date | null
    outcome: ApprovalOutcome | null
    decided_by: number | null
    decided_at: Date | null
    note: string | null
  }
  /** What each member of staff has given away without a second person. */
  given_away: {
    company_id: number
    id: Id
    given_by: number
    shillings: number
    given_at: Date
  }
  /** Changes of the deposit that is held for a tenant. Entries that follow a payment are made by the database. */
  deposit_entries: {
    company_id: number
    id: Id
    user_id: number
    kind: DepositKind
    /** Negative when money is taken from the deposit. */
    amount: number
    at: Date
    payment_id: number | null
    reverses_entry_id: number | null
    reason: string | null
    document_id: number | null
    entered_by: number | null
    submission_id: string | null
    created_at: CreatedAt
  }
  statements: {
    company_id: number
    id: Id
    source: 'paybill' | 'bank'
    shape: 'portal_xls' | 'portal_table' | 'daily_file' | 'bank'
    file_name: string
    file_hash: Buffer
    /** The paybill's number, or what staff call the bank's account. */
    account: string
    from_at: Date
    until_at: Date
    opening_cents: number | null
    closing_cents: number | null
    row_count: number
    /** For a bank's statement: the field that each normalised heading stood for. */
    columns: ColumnType<Record<string, string | null> | null, string | null, never>
    uploaded_by: number
    created_at: CreatedAt
    /** Null while some of its rows may be missing. */
    kept_at: Date | null
  }
  /** The money that each upload of a statement brought in without waiting for a second person. */
  statement_uploads: {
    company_id: number
    id: Id
    statement_id: number
    uploaded_by: number
    cents: number
    uploaded_at: Date
  }
  statement_rows: {
    company_id: number
    id: Id
    /** The first statement that has the row. */
    statement_id: number
    source: 'paybill' | 'bank'
    row_key: string
    receipt: string | null
    at: Date
    details: string
    kind: 'payment' | 'charge' | 'sweep' | 'withdrawal' | 'reversal' | 'not_ours'
    reference: string | null
    payer: string | null
    /** Positive for money that came in. */
    cents: number
    balance_cents: number | null
    reversed_receipt: string | null
  }
  cash_counts: {
    company_id: number
    id: Id
    /** The sum that should have been in the drawer. */
    expected: number
    counted: number
    reason: string | null
    handed_to: HandedTo | null
    handed: Generated<number>
    note: string | null
    counted_by: number
    counted_at: Date
    submission_id: string
    created_at: CreatedAt
  }
  cash_count_entries: { company_id: number; payment_id: number; count_id: number }
  day_closes: {
    company_id: number
    /** Consecutive, without gaps. */
    number: number
    day: string
    /** Canonical JSON. */
    figures: string
    /** The sum of the absolute values of all open differences. */
    open_cents: number
    reason: string | null
    /** Whether nobody else could have signed. */
    alone: boolean
    signed_by: number
    signed_at: Date
    /** Late entries for days closed before; null in older closes, which have them in their figures. */
    late: string | null
    previous_hash: Buffer | null
    hash: Buffer
    second_by: number | null
    second_at: Date | null
    second_note: string | null
    second_hash: Buffer | null
    created_at: CreatedAt
  }
  tax_rates: {
    company_id: number
    from_month: string
    /** In hundredths of a percent. */
    rate: number
  }
  etims_numbers: {
    company_id: number
    id: Id
    payment_id: number
    /** Null removes the number that was entered before. */
    number: string | null
    entered_by: number
    created_at: CreatedAt
  }
  letters: {
    company_id: number
    /** Consecutive, without gaps. */
    number: number
    user_id: number
    kind: LetterKind
    /** The code by which the check page finds the letter. */
    code: string
    /** Canonical JSON, which is what was signed. */
    facts: string
    /** The rows of a statement of account, as canonical JSON. */
    rows: string
    signature: Buffer
    submission_id: string
    issued_by: number | null
    issued_at: Date
    withdrawn_at: Date | null
    withdrawn_by: number | null
    withdrawn_reason: string | null
  }
  helb_news: {
    company_id: number
    id: Id
    round: number
    kind: 'expected' | 'came' | 'taken_back'
    day: string | null
    takes_back: number | null
    note: string | null
    entered_by: number
    entered_at: Date
  }
  /** A view: the latest news of each payout, without news that was taken back. */
  helb_rounds: {
    company_id: number
    round: number
    id: number
    kind: 'expected' | 'came'
    day: string
    note: string | null
  }
  agreements: {
    company_id: number
    id: Id
    user_id: number
    kind: AgreementKind
    owed: number
    /** The due day of the last bill that it covers; null when it covers only what was owed when it was made. */
    owed_by: string | null
    /** The account's last payment when the agreement was made. */
    after_payment: number
    wording: string
    /** The member of staff who made it; null if it was the tenant. */
    made_by: number | null
    made_at: Date
    submission_id: string
    /** When both sides had agreed. */
    agreed_at: Date | null
    agreed_by: number | null
    /** The pay link over which a sponsor agreed in the tenant's place. */
    agreed_over: number | null
    ended_at: Date | null
    ended_by: number | null
    reason: string | null
  }
  agreement_parts: {
    company_id: number
    agreement_id: number
    position: number
    amount: number
    day: string | null
    helb_round: number | null
    days_after: number | null
  }
  calls: {
    company_id: number
    id: Id
    user_id: number
    outcome: CallOutcome
    day: string
    note: string | null
    made_by: number
    created_at: Date
  }
  pay_links: {
    company_id: number
    id: Id
    user_id: number
    token_hash: Buffer
    label: string
    show_name: boolean
    show_owed: boolean
    /** The sponsor's phone, where they may agree to plans. */
    agreeing_phone: string | null
    submission_id: string
    created_at: Date
    revoked_at: Date | null
  }
}
