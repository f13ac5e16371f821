import type { DocumentKind } from '#contract/documents.ts'
import type { NoticeKind } from '#rules/account-notice.ts'
import type { Relationship } from '#rules/tenancy.ts'
import type { CreatedAt, Id } from './schema.ts'

/** Tables about tenants, apart from their stays and money. */
export interface TenantSchema {
  tenant_details: {
    company_id: number
    tenancy_id: number
    user_id: number
    full_name: string
    /** This and the next columns are null where unknown, because an import stores only what its file has. */
    id_number: string | null
    phone_number: string
    emergency_phone_number: string | null
    emergency_contact_relationship: Relationship | null
    gender: string | null
    registration_number: string | null
    year_of_study: number | null
    college_id: number | null
    faculty_id: number | null
    sponsor_phone: string | null
    terms_agreed_at: Date | null
    /** A version of `terms_versions`, or 1. */
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
  payment_claims: {
    company_id: number
    id: Id
    user_id: number
    receipt: string
    /** Amount, day and account as M-Pesa's SMS had them. */
    amount: number | null
    paid_on: string | null
    account: string | null
    /** The code of the SMS in which M-Pesa said that it had taken the payment back. */
    reversal: string | null
    /** The member of staff who typed the code for the tenant. */
    entered_by: number | null
    created_at: Date
    closed_at: Date | null
    closed_by: number | null
    note: string | null
    /** M-Pesa is asked once; it sends its answer to an address with the token. */
    status_asked_at: Date | null
    status_token: string | null
    status_answer: string | null
    status_at: Date | null
  }
  account_notices: {
    company_id: number
    id: Id
    user_id: number
    kind: NoticeKind
    amount: number | null
    day: string | null
    reason: string | null
    entered_by: number | null
    created_at: Date
    mailed_at: Date | null
    dismissed_at: Date | null
  }
  id_numbers: { id_number: string; company_id: number; user_id: number }
  registration_numbers: { registration_number: string; company_id: number; user_id: number }
  submissions: { submission_id: string; company_id: number; tenancy_id: number }
  documents: {
    company_id: number
    id: Id
    user_id: number
    kind: DocumentKind | 'deduction'
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
}
