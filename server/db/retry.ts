const duplicate = '23505'
/** A duplicate, and a deadlock that was ended by giving up this side of it (SQLSTATE). */
const conflicts = new Set([duplicate, '40P01'])

const codeOf = (error: unknown) => (error as { code?: string }).code ?? ''

/** Whether a row could not be written because there is one of its kind already. */
export const isDuplicate = (error: unknown): boolean => codeOf(error) === duplicate

/**
 * Runs a transaction once more when another one was in its way: two of the same came at once, and the
 * second run finds what the first has written.
 */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!conflicts.has(codeOf(error))) throw error
    return work()
  }
}
