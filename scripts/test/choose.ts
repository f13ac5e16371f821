/** Which tests a call of `npm test` runs. */
export interface Choice {
  /** Whether it is less than everything; then sources aren’t checked. */
  isPart: boolean
  /** Parts of paths for Vitest; empty for all, null for none. */
  modules: string[] | null
  /** Parts of paths for Playwright; empty for all, null for none. */
  journeys: string[] | null
  length: 'ordinary' | 'long' | 'all'
}

const isJourney = (file: string) => file.startsWith('e2e/')
const isLongFile = (file: string) => file.includes('.long.')

/**
 * Chooses the runners and the tier for parts of paths: a long file is run in its tier, wherever it is asked for; of a
 * folder only what belongs to the tier that was called.
 * @param files all test files
 * @throws with a sentence, when no test has one of the parts in its path
 */
export function chooseTests(parts: string[], files: string[], isLong: boolean): Choice {
  const length = isLong ? 'long' : 'ordinary'
  if (parts.length === 0) return { isPart: false, modules: [], journeys: [], length }
  const chosen = parts.flatMap((part) => {
    const found = files.filter((file) => file.includes(part.replace(/^\.\//, '')))
    if (found.length === 0) throw new Error(`No test has “${part}” in its path.`)
    const ofTier = found.filter((file) => isJourney(file) || isLongFile(file) === isLong)
    // Of what stands in one tier alone that tier is clear.
    return ofTier.length > 0 ? ofTier : found
  })
  const modules = chosen.filter((file) => !isJourney(file))
  const journeys = chosen.filter(isJourney)
  const tiers = new Set(modules.map((file) => (isLongFile(file) ? 'long' : 'ordinary')))
  const [only = length, other] = tiers
  return {
    isPart: true,
    modules: modules.length > 0 ? modules : null,
    journeys: journeys.length > 0 ? journeys : null,
    length: other ? 'all' : only,
  }
}
