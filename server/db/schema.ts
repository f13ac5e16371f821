import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Facility, GalleryPhoto } from '#contract/company.ts'
import type { MpesaVerdict } from '#contract/mpesa.ts'
import type { BilledBy } from '#rules/bill.ts'
import type { DeskOutcome, DeskReason } from '#rules/desk.ts'
import type { FeeKind } from '#rules/fee.ts'
import type { ImportKind } from '#rules/import-columns.ts'
import type { FirstMonth } from '#rules/ledger.ts'
import type { PaymentKind, Purpose, PushStatus } from '#rules/payment.ts'
import type { StaffAct } from '#rules/staff-acts.ts'
import type { StaffRole } from '#rules/staff-roles.ts'
import type { RemovalReason, TransferReason } from '#rules/tenancy.ts'
import type { DayOrder } from '#rules/typed-day.ts'
import type { BooksSchema } from './books-schema.ts'
import type { CommunitySchema } from './community-schema.ts'
import type { TenantSchema } from './tenant-schema.ts'
import type { WifiSchema } from './wifi-schema.ts'

export type Id = GeneratedAlways<number>
export type CreatedAt = ColumnType<Date, Date | undefined, never>

export interface Schema extends BooksSchema, CommunitySchema, TenantSchema, WifiSchema {
  installation: { name: string; value: string }
  companies: {
    id: Id
    slug: string
    name: string
    logo: string | null
    picture: string | null
    tagline: string
    email: string
    phone: string
    address: string
    hours: string
    first_month: Generated<FirstMonth>
    first_month_chosen: Generated<boolean>
    /** What the hotspot calls itself. */
    wifi_network: string | null
    /** A line below every page. */
    footer: string | null
    facilities: Generated<Facility[]>
    gallery: ColumnType<GalleryPhoto[], string | undefined, string>
    /** Acts on money above it wait for a second person; null: none do. */
    approval_limit: number | null
    /** What is asked of who moves in: a sum, or months of rent; neither means none. */
    deposit_amount: number | null
    deposit_months: number | null
    /** Within which it is given back. */
    deposit_days: Generated<number>
    promises_allowed: Generated<boolean>
    promise_days: Generated<number>
    promise_percent: Generated<number>
    promises_per_half_year: Generated<number>
    billed_by: Generated<BilledBy>
    /** What of a bill's whole months is given back to whoever has left before them. */
    leaving_percent: Generated<number>
  }
  users: {
    company_id: number
    id: Id
    first_name: string
    last_name: string
    /** The full name in lower case, without accents and apostrophes. */
    name_key: GeneratedAlways<string>
    email: string
    username: string
    phone: string | null
    password_hash: string
    must_change_password: Generated<boolean>
    profile_image: string | null
    staff_role: StaffRole | null
    is_staff: GeneratedAlways<boolean>
    /** May have recurring fees, promises or plans, or payments over pay links; kept by triggers. */
    has_arrangements: GeneratedAlways<boolean>
    created_at: CreatedAt
  }
  logins: { login: string; company_id: number; user_id: number }
  account_numbers: { account_number: string; company_id: number; user_id: number }
  sessions: {
    company_id: number
    id: string
    user_id: number
    used_hash: Buffer | null
    next_hashes: Buffer[]
    created_at: CreatedAt
    used_at: Date
    ended_at: Date | null
    device: Generated<string>
  }
  /** Written by rate-limiter-flexible. */
  throttles: { key: string; points: number; expire: string | null }
  rooms: {
    company_id: number
    id: Id
    room_number: string
    /** Shillings a month, today; `room_rates` has those of other days. */
    rate: number
    capacity: Generated<number>
    notes: Generated<string>
    /** Sorts G2 before G10. */
    sort_key: GeneratedAlways<string>
    /** Null for those from before migration 0021. */
    created_at: ColumnType<Date | null, Date | null | undefined, never>
  }
  room_rates: {
    company_id: number
    room_id: number
    /** `-infinity` for the first one. */
    from_day: string
    rate: number
    entered_by: number | null
    created_at: CreatedAt
  }
  /** A view: the stays, cut where the rent of their room changes. */
  rated_stays: {
    company_id: number
    id: number
    tenancy_id: number
    room_id: number
    from_day: string
    until_day: string | null
    rate: number
  }
  room_closures: {
    company_id: number
    id: Id
    room_id: number
    from_day: string
    until_day: string | null
    reason: string
    entered_by: number
    created_at: CreatedAt
    recorded_at: ColumnType<Date | null, Date | null | undefined, never>
  }
  tenancies: {
    company_id: number
    id: Id
    user_id: number
    ended_day: string | null
    /** Rent of earlier months is not charged; null: from the beginning. */
    first_rent_month: string | null
    /** As agreed on moving in; null without one. */
    deposit: number | null
    deposit_days: number | null
    /** Null: as the residence bills. */
    billed_by: BilledBy | null
    removal_reason: RemovalReason | null
    removal_comments: string | null
    /** Of the stay that a removal cut short; null when it had no end, or nobody was removed. */
    agreed_end: string | null
    created_at: CreatedAt
  }
  stays: {
    company_id: number
    id: Id
    tenancy_id: number
    room_id: number
    from_day: string
    until_day: string | null
    transfer_reason: TransferReason | null
    /** When it was entered so; null for what is from before that was kept. */
    recorded_at: ColumnType<Date | null, Date | null | undefined, never>
  }
  charges: {
    company_id: number
    id: Id
    user_id: number
    tenancy_id: number | null
    kind: 'rent' | 'waiver' | 'correction' | FeeKind
    /** Of rent: the rule by which it was charged. */
    first_month: FirstMonth | null
    month: string
    amount: number
    reason: string | null
    entered_by: number | null
    /** Of an entry by hand. */
    submission_id: string | null
    reverses_charge_id: number | null
    /** Of a waiver that names a fee. */
    waives_charge_id: number | null
    /** Of a fee, as the price list had it. */
    name: string | null
    fee_id: number | null
    /** Of a fee that recurs. */
    recurring_id: number | null
    /** Of a late fee: the month of rent that it is for. */
    late_month: string | null
    /** Of a month that is billed with its term, and of what corrects one. */
    bill_id: number | null
    bill_due: string | null
    times_taken_back: Generated<number>
    /** From this day on it counts: the first of its month, or the day of its bill. */
    due_day: GeneratedAlways<string>
    created_at: CreatedAt
  }
  payments: {
    company_id: number
    id: Id
    user_id: number
    purpose: Purpose
    kind: PaymentKind
    amount: number
    paid_at: Date
    request_id: number | null
    reason: string | null
    entered_by: number | null
    reverses_payment_id: number | null
    reference: string | null
    /** Of an entry by hand. */
    submission_id: string | null
    created_at: CreatedAt
  }
  receipts: {
    receipt: string
    company_id: number
    payment_id: number
    paid_at: Date | null
    /** Set by the database. */
    reversed_before: ColumnType<number, never, never>
    /** Of a payment that staff credited in parts: which part, of how many, and what they add up to. */
    part: Generated<number>
    parts: Generated<number>
    whole: Generated<number | null>
  }
  payment_requests: {
    company_id: number
    id: Id
    /** Our own id of the push. */
    checkout_request_id: string
    callback_token: string
    /** Null for a push over a pay link, which nobody signed in has started. */
    starter_company_id: number | null
    starter_user_id: number | null
    pay_link_id: number | null
    /** Of a push over a pay link. */
    submission_id: string | null
    account_user_id: number
    purpose: Purpose
    account_reference: string
    wire_reference: string
    description: string
    phone: string
    amount: number
    status: Generated<PushStatus>
    result_code: string | null
    result_desc: string | null
    differing_amount_reported: Generated<boolean>
    receipt_used_elsewhere: Generated<boolean>
    /** M-Pesa's CheckoutRequestID. */
    daraja_checkout_id: string | null
    daraja_merchant_id: string | null
    initiated_at: Date
    ended_at: Date | null
    query_count: Generated<number>
    next_query_at: Date | null
    unknown_code: string | null
    unknown_desc: string | null
    receipt_query_at: Date | null
    receipt_query_count: Generated<number>
  }
  push_references: { wire_reference: string; company_id: number; request_id: number }
  open_pushes: { phone: string; company_id: number; request_id: number; opened_at: Date }
  desk_items: {
    company_id: number
    id: Id
    reason: DeskReason
    receipt: string | null
    /**
     * Of an item about money that is counted twice: the receipt that counts for another payment. Of money that M-Pesa took
     * back: the receipt of that money, where it is known.
     */
    counted_receipt: string | null
    amount: string | null
    reference: string | null
    paid_at: Date | null
    request_id: number | null
    account_user_id: number | null
    raw: ColumnType<unknown, string, never>
    created_at: CreatedAt
    closed_at: Date | null
    outcome: DeskOutcome | null
    closed_by: number | null
    note: string | null
    payment_company_id: number | null
    payment_id: number | null
    /** The row of a statement with money that M-Pesa took back. */
    statement_row_id: number | null
  }
  /** What staff found when they asked whether M-Pesa works, or told it where to report payments. */
  mpesa_checks: {
    company_id: number
    id: Id
    kind: 'check' | 'registration'
    paybill: string
    verdicts: ColumnType<MpesaVerdict[], string, never>
    checked_by: number
    checked_at: Date
  }
  raw_reports: {
    company_id: number
    id: Id
    /** `status`: the result of a receipt query. */
    kind: 'callback' | 'status' | 'confirmation'
    request_id: number | null
    raw: string
    tries: Generated<number>
    next_try_at: Date | null
    received_at: Date
    handled_at: Date | null
  }
  staff_log: {
    company_id: number
    id: Id
    user_id: number
    act: StaffAct
    subject: string
    subject_id: number
    before: ColumnType<unknown, string, never>
    after: ColumnType<unknown, string, never>
    created_at: CreatedAt
  }
  imports: {
    company_id: number
    id: Id
    kind: ImportKind
    /** The field that each plain heading stood for. */
    columns: ColumnType<Record<string, string | null>, string, never>
    /** What comes first in its dates, where staff were asked. */
    dates: DayOrder | null
    added: number
    unchanged: number
    imported_by: number
    created_at: Date
    undone_at: Date | null
    undone_by: number | null
  }
  import_rows: {
    company_id: number
    id: Id
    import_id: number
    room_id: number | null
    user_id: number | null
    /** Of what was there already: what the import has changed, and to what. */
    before: ColumnType<unknown, string | null, never>
    after: ColumnType<unknown, string | null, never>
    /** Of what it made: the fingerprint of the data then. */
    made_as: string | null
  }
  daraja_accounts: {
    account: string
    token: string | null
    token_until: Date | null
    token_claimed_until: Date | null
    statement_asked_at: Date | null
    statement_wanted_since: Date | null
    statement_requests: Generated<number>
    statement_failures: Generated<number>
    paused_until: Date | null
  }
  colleges: { id: Id; name: string }
  faculties: { id: Id; college_id: number; name: string }
  terms_versions: {
    company_id: number
    version: number
    text: string
    published_at: Date
    published_by: number
  }
  password_resets: {
    token_hash: Buffer
    company_id: number
    user_id: number
    expires_at: Date
    used_at: Date | null
  }
  migrations: { name: string; applied_at: CreatedAt }
}
