import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** `npm run test:long` sets it. */
const isLong = process.env.TEST_LENGTH === 'long'

const texts = new Map(
  globSync('server/**/*.test.ts').map((file) => [file, readFileSync(file, 'utf8')]),
)
const serverTests = (has: (text: string) => boolean) =>
  [...texts].filter(([, text]) => has(text)).map(([file]) => file)

/** Tests that `npm test` runs on PGlite run on PostgreSQL here. */
const onPostgres = serverTests((text) => text.includes('databaseOfTier'))
/** Those that import none of `server/testing`, nor another test, need neither PostgreSQL nor the demo residence. */
const withoutServer = serverTests((text) => !/\/testing\/|\.test\.ts'/.test(text))

const kind = isLong ? 'long.test.ts' : 'test.ts'
const exclude = isLong ? [] : ['**/*.long.test.ts']

export default defineConfig({
  test: {
    provide: { databaseOfTier: isLong ? 'postgres' : 'pglite' },
    testTimeout: isLong ? 600_000 : 60_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
    // Every test file makes servers of its own; the modules are loaded once a worker.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'pure',
          include: [
            `{rules,contract,web,simulator}/**/*.${kind}`,
            ...withoutServer.filter((file) => file.endsWith(kind)),
          ],
          exclude,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: [`server/**/*.${kind}`, ...(isLong ? onPostgres : [])],
          exclude: [...exclude, ...withoutServer],
          globalSetup: ['server/testing/global-setup.ts'],
          setupFiles: ['server/testing/close-left-open.ts'],
        },
      },
    ],
  },
})
