import { sql } from 'kysely'

/**
 * The name of the person in a query's row of `users` (or of what it is called there), as a column;
 * some people have one name only.
 */
export const fullName = (table = 'users') =>
  sql<string>`trim(${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)})`
