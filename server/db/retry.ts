/** A duplicate, and a deadlock that was ended by giving up this side of it (SQLSTATE). */
const conflicts = new Set(['23505', '40P01'])

/**
 * Runs a transaction once more when another one was in its way: two of the same came at once, and the
 * second run finds what the first has written.
 */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!conflicts.has((error as { code?: string }).code ?? '')) throw error
    return work()
  }
}
