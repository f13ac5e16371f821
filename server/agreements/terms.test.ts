import { test } from 'vitest'
import { playTerms } from '../testing/play-terms.ts'
import { databases } from '../testing/server.ts'

test.each(databases)('a random term on %s has what the model has', async (kind) => {
  await playTerms(kind, { acts: 30, terms: 1 })
})
