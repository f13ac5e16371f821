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
    /** The hotspot's network name. */
    wifi_network: string | null
    /** A line at the bottom of every page. */
    footer: string | null
    facilities: Generated<Facility[]>
    gallery: ColumnType<GalleryPhoto[], string | undefined, string>
    /** Acts on money above this limit wait for a second person; null when none do. */
    approval_limit: number | null
    /** The deposit asked of new tenants, as a sum or in months of rent; both are null when none is asked. */
    deposit_amount: number | null
    deposit_months: number | null
    /** Days within which a deposit is given back. */
    deposit_days: Generated<number>
    promises_allowed: Generated<boolean>
    promise_days: Generated<number>
    promise_percent: Generated<number>
    promises_per_half_year: Generated<number>
    billed_by: Generated<BilledBy>
    /** The percentage given back for a bill's whole months to a tenant who has left before them. */
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
    /** Whether the user may have recurring fees, promises, plans, or payments over pay links; kept up to date by triggers. */
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
    /** The current rent in shillings a month; `room_rates` has the rents of other days. */
    rate: number
    capacity: Generated<number>
    notes: Generated<string>
    /** Key that sorts G2 before G10. */
    sort_key: GeneratedAlways<string>
    /** Null for rooms from before migration 0021. */
    created_at: ColumnType<Date | null, Date | null | undefined, never>
  }
  room_rates: {
    company_id: number
    room_id: number
    /** `-infinity` for a room's first rate. */
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
    /** Rent is charged from this month on; null when it is charged from the beginning. */
    first_rent_month: string | null
    /** The deposit agreed on moving in; null when there is none. */
    deposit: number | null
    deposit_days: number | null
    /** Null when the tenant is billed as the residence does by default. */
    billed_by: BilledBy | null
    removal_reason: RemovalReason | null
    removal_comments: string | null
    /** The agreed end of the stay that a removal cut short; null when it had no end, or nobody was removed. */
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
    /** When the stay was entered like this; null for stays from before such times were kept. */
    recorded_at: ColumnType<Date | null, Date | null | undefined, never>
  }
  charges: {
    company_id: number
    id: Id
    user_id: number
    tenancy_id: number | null
    kind: 'rent' | 'waiver' | 'correction' | FeeKind
    /** For rent: the rule by which the first month was charged. */
    first_month: FirstMonth | null
    month: string
    amount: number
    reason: string | null
    entered_by: number | null
    /** For a manual entry: the submission of its form. */
    submission_id: string | null
    reverses_charge_id: number | null
    /** For the waiver of a fee: that fee. */
    waives_charge_id: number | null
    /** For a fee: its name on the price list at the time. */
    name: string | null
    fee_id: number | null
    /** For a recurring fee: its id. */
    recurring_id: number | null
    /** For a late fee: the month of the late rent. */
    late_month: string | null
    /** For a month that is billed with its term, and for its corrections. */
    bill_id: number | null
    bill_due: string | null
    times_taken_back: Generated<number>
    /** The day from which the charge counts: the first of its month, or the due day of its bill. */
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
    /** For a manual entry: the submission of its form. */
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
    /** For a payment that staff credited in parts: the number of the part, how many there are, and their sum. */
    part: Generated<number>
    parts: Generated<number>
    whole: Generated<number | null>
  }
  /** A view: payments with their M-Pesa receipts. Its `paid_at` is M-Pesa's time where known. */
  ledger_payments: Schema['payments'] & {
    own_paid_at: Date
    receipt: string | null
    part: number | null
    parts: number | null
    whole: number | null
    reversed: boolean
    /** The payment itself, or the one that it restores; null for an entry that takes a payment back. */
    origin: number | null
    is_replacement: boolean
    taken_back_before: Date | null
    came_as: PaymentKind
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
    /** For a push over a pay link: the submission of its form. */
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
     * For money that is counted twice: the receipt that counts for another payment. For money that M-Pesa took back: the
     * receipt of that money, if known.
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
    /** The statement row that the item is about. */
    statement_row_id: number | null
  }
  /** Results of checking whether M-Pesa works, and of registering where it reports payments. */
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
    /** The field that each normalised heading stood for. */
    columns: ColumnType<Record<string, string | null>, string, never>
    /** Whether the day or the month comes first in the file's dates, if staff were asked. */
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
    /** For data that existed before: the values before and after the import. */
    before: ColumnType<unknown, string | null, never>
    after: ColumnType<unknown, string | null, never>
    /** For data that the import made: its fingerprint at that time. */
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
