import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** `npm run test:long` sets it. */
const isLong = process.env.TEST_LENGTH === 'long'

/** Tests that `npm test` runs on PGlite run on PostgreSQL here. */
const onPostgres = globSync('server/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').includes('databaseOfTier'),
)

export default defineConfig({
  test: {
    include: isLong
      ? ['{rules,contract,server,web,simulator}/**/*.long.test.ts', ...onPostgres]
      : ['{rules,contract,server,web,simulator,scripts}/**/*.test.ts'],
    exclude: isLong ? [] : ['**/*.long.test.ts'],
    provide: { databaseOfTier: isLong ? 'postgres' : 'pglite' },
    globalSetup: ['server/testing/global-setup.ts'],
    testTimeout: isLong ? 600_000 : 60_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
    // Every test file makes servers of its own; the modules are loaded once a worker.
    isolate: false,
  },
})
