import { type Compilable, type CompiledQuery, isOperationNodeSource, type RawBuilder } from 'kysely'
import type { Db } from './connect.ts'

/** Stands for a value while a statement is built. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
  [Symbol.toPrimitive](): never {
    throw new Error(`A statement that is built once must not depend on the value of ${this.name}.`)
  }
}

type Statement<Row> = Compilable<Row> | RawBuilder<Row>

/**
 * Prepares a statement that is used often. Its SQL is built once, because building it takes longer than sending it.
 * @param build may pass the values on to the statement, but not look at them. It is called once for each set of names
 *   whose values are not undefined.
 * @returns the rows for these values
 */
export function prepared<Values extends object, Row>(
  build: (db: Db, values: Values) => Statement<Row>,
): (db: Db, values: Values) => Promise<Row[]> {
  const compiled = new Map<string, CompiledQuery<Row>>()
  return async (db, values) => {
    const given = Object.entries(values).filter(([, value]) => value !== undefined)
    const names = given.map(([name]) => name)
    const key = names.join()
    let query = compiled.get(key)
    if (!query) {
      const placeholders = names.map((name) => [name, new Placeholder(name)])
      query = build(db, Object.fromEntries(placeholders) as Values).compile(db)
      compiled.set(key, query)
    }
    const parameters = query.parameters.map((value) => {
      if (!(value instanceof Placeholder)) return value
      const sent: unknown = values[value.name as keyof Values]
      if (isOperationNodeSource(sent)) throw new Error(`${value.name} must be a value, not SQL.`)
      return sent
    })
    const { rows } = await db.executeQuery<Row>({ ...query, parameters })
    return rows
  }
}

/** Like `prepared`, for a statement with at most one row. */
export function preparedRow<Values extends object, Row>(
  build: (db: Db, values: Values) => Statement<Row>,
): (db: Db, values: Values) => Promise<Row | undefined> {
  const rowsOf = prepared(build)
  return async (db, values) => (await rowsOf(db, values))[0]
}
