import { test } from 'vitest'
import { playTerms } from '../testing/play-terms.ts'
import { databases } from '../testing/server.ts'

/**
 * A build plays the same terms each time. `SEED` chooses other ones, and with `RUN_PATH` repeats the one that failed;
 * `TERMS` says how many.
 */
const { SEED, RUN_PATH: path, TERMS: terms = 12, SHOW } = process.env
const seed = SEED === undefined ? undefined : Number(SEED)

test.each(databases)(
  'random terms on %s: what is owed, agreed and held is what the model has',
  async (kind) => {
    const counts = await playTerms(kind, { acts: 120, terms: Number(terms), seed, path })
    if (SHOW) console.log(kind, counts)
  },
)
