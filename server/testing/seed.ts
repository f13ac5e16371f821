import { onTestFailed } from 'vitest'

/** The seed of a test's random values, another one at each run; a test that fails prints it, and `SEED=…` repeats it. */
export function newSeed(): number {
  const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
  onTestFailed(() => console.error(`SEED=${seed}`))
  return seed
}
