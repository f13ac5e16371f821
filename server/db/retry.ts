/**
 * Runs a transaction once more when the database refused it as a duplicate: two of the same came at
 * once, and the second run finds what the first has written.
 */
export async function retryOnUniqueViolation<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
    return work()
  }
}
