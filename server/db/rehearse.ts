import type { Db } from './connect.ts'

/** Runs a step in a transaction that is rolled back, to see what it would return or throw. */
export async function rehearse<Result>(db: Db, step: (tx: Db) => Promise<Result>): Promise<Result> {
  const tx = await db.startTransaction().execute()
  try {
    return await step(tx)
  } finally {
    await tx.rollback().execute()
  }
}
