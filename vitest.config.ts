import { globSync, readFileSync } from 'node:fs'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'

/** `npm run test:long` sets it to `long`; `all` are the tests of both tiers. */
const { TEST_LENGTH = 'ordinary' } = process.env

const LONG = '**/*.long.test.ts'
const texts = new Map(
  globSync('server/**/*.test.ts').map((file) => [file, readFileSync(file, 'utf8')]),
)
const serverTests = (has: (text: string) => boolean) =>
  [...texts].filter(([, text]) => has(text)).map(([file]) => file)

/** Tests that `npm test` runs on PGlite run on PostgreSQL among the long ones. */
const onPostgres = serverTests((text) => text.includes('databaseOfTier'))
/** Those that import none of `server/testing`, nor another test, need neither PostgreSQL nor the demo residence. */
const withoutServer = serverTests((text) => !/\/testing\/|\.test\.ts'/.test(text))

const pure = '{rules,contract,web,simulator,scripts,bench}/**/*'

function projects(length: 'ordinary' | 'long'): TestProjectConfiguration[] {
  const isLong = length === 'long'
  const tests = isLong ? '.long.test.ts' : '.test.ts'
  const exclude = isLong ? [] : [LONG]
  const shared = { exclude, testTimeout: isLong ? 600_000 : 60_000 }
  return [
    {
      extends: true,
      test: {
        ...shared,
        name: `pure, ${length}`,
        include: [`${pure}${tests}`, ...withoutServer.filter((file) => file.endsWith(tests))],
      },
    },
    {
      extends: true,
      test: {
        ...shared,
        name: `server, ${length}`,
        include: [`server/**/*${tests}`, ...(isLong ? onPostgres : [])],
        exclude: [...exclude, ...withoutServer],
        provide: { databaseOfTier: isLong ? 'postgres' : 'pglite' },
        globalSetup: ['server/testing/global-setup.ts'],
        setupFiles: ['server/testing/close-left-open.ts'],
      },
    },
  ]
}

export default defineConfig({
  test: {
    hookTimeout: 60_000,
    maxWorkers: 3,
    // Every test file makes servers of its own; the modules are loaded once a worker.
    isolate: false,
    projects: [
      ...(TEST_LENGTH === 'long' ? [] : projects('ordinary')),
      ...(TEST_LENGTH === 'ordinary' ? [] : projects('long')),
    ],
  },
})
