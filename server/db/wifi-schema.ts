import type { ColumnType, GeneratedAlways } from 'kysely'
import type { BundlePrice } from '#contract/settings.ts'
import type { Day } from '#rules/calendar.ts'
import type { CreatedAt, Id } from './schema.ts'

/** PostgreSQL sends a bigint as text; queries must cast it. */
type Bigint = ColumnType<string, number, number>
type BigintOrNull = ColumnType<string | null, number | null, number | null>
type BigId = GeneratedAlways<string>

/** Bundles, vouchers, FAQ and services of a company, and FreeRADIUS's own tables (migration 0005). */
export interface WifiSchema {
  packages: {
    company_id: number
    /** `package_50` */
    id: string
    name: string
    price: number
    data_bytes: Bigint
    duration_s: number
    position: number
    offered: boolean
  }
  planned_prices: {
    company_id: number
    from_day: Day
    bundles: ColumnType<BundlePrice[], string, never>
    planned_by: number
  }
  services: {
    company_id: number
    id: Id
    name: string
    description: string
    coming_soon: boolean
    position: number
  }
  faq: { company_id: number; id: Id; question: string; answer: string; position: number }
  bundle_orders: {
    company_id: number
    request_id: number
    package_id: string
    name: string
    price: number
    data_bytes: Bigint
    duration_s: number
  }
  vouchers: {
    company_id: number
    id: Id
    user_id: number
    payment_id: number
    request_id: number
    code: string
    starts_at: Date
    expires_at: Date
    created_at: CreatedAt
  }
  voucher_codes: { code: string; company_id: number; request_id: number }
  'radius.radcheck': {
    id: BigId
    username: string
    attribute: string
    op: string
    value: string
  }
  'radius.radpostauth': {
    id: BigId
    username: string
    callingstationid: string | null
    authdate: Date
  }
  'radius.let_in': { username: string; callingstationid: string | null; let_in_at: Date }
  'radius.radacct': {
    radacctid: BigId
    acctuniqueid: string
    acctsessionid: string
    username: string | null
    nasipaddress: string
    acctstarttime: Date | null
    acctupdatetime: Date | null
    acctstoptime: Date | null
    acctsessiontime: BigintOrNull
    acctinputoctets: BigintOrNull
    acctoutputoctets: BigintOrNull
    calledstationid: string | null
    callingstationid: string | null
  }
}
