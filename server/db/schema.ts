import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { DocumentKind } from '#contract/documents.ts'
import type { DeskOutcome, DeskReason } from '#rules/desk.ts'
import type { ImportKind } from '#rules/import-columns.ts'
import type { PaymentKind, Purpose, PushStatus } from '#rules/payment.ts'
import type { StaffRole } from '#rules/staff-roles.ts'
import type { Relationship, RemovalReason, TransferReason } from '#rules/tenancy.ts'
import type { CommunitySchema } from './community-schema.ts'
import type { WifiSchema } from './wifi-schema.ts'

export type Id = GeneratedAlways<number>
export type CreatedAt = ColumnType<Date, Date | undefined, never>

export interface Schema extends CommunitySchema, WifiSchema {
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
    first_month: Generated<'full' | 'pro_rata'>
    /** What the hotspot calls itself. */
    wifi_network: string | null
    /** A line below every page. */
    footer: string | null
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
  }
  tenancies: {
    company_id: number
    id: Id
    user_id: number
    ended_day: string | null
    /** Rent of earlier months is not charged; null: from the beginning. */
    first_rent_month: string | null
    removal_reason: RemovalReason | null
    removal_comments: string | null
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
  }
  charges: {
    company_id: number
    id: Id
    user_id: number
    tenancy_id: number | null
    kind: 'rent' | 'correction'
    month: string
    amount: number
    reason: string | null
    entered_by: number | null
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
    created_at: CreatedAt
  }
  receipts: {
    receipt: string
    company_id: number
    payment_id: number
    paid_at: Date | null
    /** Set by the database. */
    reversed_before: ColumnType<number, never, never>
  }
  payment_requests: {
    company_id: number
    id: Id
    /** Our own id of the push. */
    checkout_request_id: string
    callback_token: string
    starter_company_id: number
    starter_user_id: number
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
    /** Of an item about money that is counted twice: the receipt that counts for another payment. */
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
    act: string
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
  tenant_details: {
    company_id: number
    tenancy_id: number
    user_id: number
    full_name: string
    id_number: string
    phone_number: string
    emergency_phone_number: string
    emergency_contact_relationship: Relationship
    gender: string | null
    registration_number: string
    year_of_study: number
    college_id: number
    faculty_id: number
    sponsor_phone: string | null
    terms_agreed_at: Date | null
    /** Of `terms_versions`, or 1. */
    terms_version: number | null
  }
  tenant_notes: {
    company_id: number
    id: Id
    user_id: number
    text: string
    created_by: number
    created_at: CreatedAt
  }
  terms_versions: {
    company_id: number
    version: number
    text: string
    published_at: Date
    published_by: number
  }
  id_numbers: { id_number: string; company_id: number; user_id: number }
  registration_numbers: { registration_number: string; company_id: number; user_id: number }
  submissions: { submission_id: string; company_id: number; tenancy_id: number }
  documents: {
    company_id: number
    id: Id
    user_id: number
    kind: DocumentKind
    storage_key: string
    created_at: CreatedAt
  }
  document_views: {
    company_id: number
    id: Id
    document_id: number
    user_id: number
    viewed_at: Date
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
