import type { ColumnType, Generated } from 'kysely'
import type { CallOutcome } from '#contract/agreements.ts'
import type { ApprovalChange } from '#contract/approvals.ts'
import type { ApprovalAct, ApprovalOutcome } from '#rules/approval.ts'
import type { HandedTo } from '#rules/cash-count.ts'
import type { DepositKind } from '#rules/deposit.ts'
import type { LetterKind } from '#rules/letter.ts'
import type { AgreementKind } from '#rules/promise.ts'
import type { CreatedAt, Id } from './schema.ts'

/** What staff keep the books with, beside the ledger itself. */
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
    /** Of the term, that day. */
    name: string
    first_month: string
    last_month: string
    due_day: string
    leaving_percent: number
    /** Null: it was made by itself. */
    entered_by: number | null
    /** The last payment of the account when it was made; 0 for none. */
    after_payment: Generated<number>
    created_at: CreatedAt
    taken_back_at: Date | null
    taken_back_by: number | null
  }
  /** By how much the rent of a charged month was corrected. */
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
    /** What was agreed instead of the price of the list. */
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
    /** Of each act one waits for a subject. */
    subject: string
    user_id: number | null
    payload: ColumnType<unknown, string, never>
    /** What its preview said. */
    effect: ColumnType<unknown, string, never>
    about: string | null
    changes: ColumnType<(ApprovalChange & { user_id?: number })[], string, never>
    shillings: number
    reason: string | null
    submission_id: string | null
    asked_by: number
    asked_at: Date
    /** When it takes effect by itself. */
    due_at: Date | null
    outcome: ApprovalOutcome | null
    decided_by: number | null
    decided_at: Date | null
    note: string | null
  }
  /** What changes what is held of a tenant's deposit. Those that follow a payment are made by the database. */
  deposit_entries: {
    company_id: number
    id: Id
    user_id: number
    kind: DepositKind
    /** Negative for what is taken from it. */
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
    /** Of a bank: the field that each plain heading stood for. */
    columns: ColumnType<Record<string, string | null> | null, string | null, never>
    uploaded_by: number
    created_at: CreatedAt
    /** Null while rows of it may be missing. */
    kept_at: Date | null
  }
  /** What each upload of a statement brought without waiting for somebody else. */
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
    /** Of the first statement that has it. */
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
    /** What should have been there. */
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
    /** Without gaps. */
    number: number
    day: string
    /** As canonical JSON. */
    figures: string
    /** The differences that were open, without their signs. */
    open_cents: number
    reason: string | null
    /** Nobody else could have signed. */
    alone: boolean
    signed_by: number
    signed_at: Date
    /** What had come for days closed before; null in older closes, which have it in their figures. */
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
    /** Null takes the one before away. */
    number: string | null
    entered_by: number
    created_at: CreatedAt
  }
  letters: {
    company_id: number
    /** Without gaps. */
    number: number
    user_id: number
    kind: LetterKind
    /** What the check page is asked for. */
    code: string
    /** As canonical JSON, which is what was signed. */
    facts: string
    /** Of a statement, as canonical JSON. */
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
  /** A view: the latest news of each payout that were not taken back. */
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
    /** The day on which the last bill is due that it covers; null when it covers what was owed on its own day. */
    owed_by: string | null
    /** The last payment that the account had when it was made. */
    after_payment: number
    wording: string
    /** Staff; null for the tenant. */
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
  /** A view: payments of rent without those that were taken back. */
  counting_payments: {
    company_id: number
    user_id: number
    id: number
    amount: number
    paid_at: Date
    /** The payment that it is or restores. */
    origin: number
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
    /** The sponsor's, where they may agree to plans. */
    agreeing_phone: string | null
    submission_id: string
    created_at: Date
    revoked_at: Date | null
  }
}
