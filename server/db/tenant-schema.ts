import type { DocumentKind } from '#contract/documents.ts'
import type { NoticeKind } from '#rules/account-notice.ts'
import type { Relationship } from '#rules/tenancy.ts'
import type { CreatedAt, Id } from './schema.ts'

/** What is known of tenants beyond their stays and money. */
export interface TenantSchema {
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
  payment_claims: {
    company_id: number
    id: Id
    user_id: number
    receipt: string
    /** As M-Pesa's SMS had them. */
    amount: number | null
    paid_on: string | null
    account: string | null
    /** Staff who typed it for the tenant. */
    entered_by: number | null
    created_at: Date
    closed_at: Date | null
    closed_by: number | null
    note: string | null
    /** M-Pesa is asked once; its answer comes to an address with the token. */
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
