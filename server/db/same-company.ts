import type { JoinBuilder } from 'kysely'
import type { Schema } from './schema.ts'

/** `table.column`, checked for tables of the schema; any column is accepted for an alias. */
type Column<Name> = Name extends `${infer Table}.${infer Field}`
  ? Table extends keyof Schema
    ? Field extends keyof Schema[Table]
      ? Name
      : never
    : Name
  : never

/**
 * The `on` of a join within one company: `.innerJoin('rooms', sameCompany('rooms.id', 'stays.room_id'))`.
 * Every key between tables of a company consists of `company_id` and an id.
 */
export function sameCompany<Own extends string, Other extends string>(
  own: Own & Column<Own>,
  other: Other & Column<Other>,
) {
  const companyOf = (column: string) => `${column.split('.')[0]}.company_id` as never
  return <DB, TB extends keyof DB>(join: JoinBuilder<DB, TB>) =>
    join.onRef(companyOf(own), '=', companyOf(other)).onRef(own as never, '=', other as never)
}
