const DUPLICATE = '23505'
/** SQLSTATE of a duplicate key and of a deadlock. */
const conflicts = new Set([DUPLICATE, '40P01'])

const codeOf = (error: unknown) => (error as { code?: string }).code ?? ''

/** Whether an insert or update violated a unique constraint: any, or one whose name matches. */
export const isDuplicate = (error: unknown, constraint?: RegExp): boolean =>
  codeOf(error) === DUPLICATE &&
  (constraint?.test((error as { constraint?: string }).constraint ?? '') ?? true)

/** Whether a concurrent transaction was in the way. */
export const isConflict = (error: unknown): boolean => conflicts.has(codeOf(error))

/** Thrown when the data by which a transaction chose its locks has changed before it got them. */
export class ChangedMeanwhile extends Error {}

/**
 * Runs a transaction again when a concurrent one was in its way; the second run sees what the other
 * has written.
 */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ChangedMeanwhile) && !isConflict(error)) throw error
    return work()
  }
}
