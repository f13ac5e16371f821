import { defineConfig } from 'vitest/config'

/** `npm run test:long` sets it. */
const isLong = process.env.TEST_LENGTH === 'long'

export default defineConfig({
  test: {
    include: [`{rules,contract,server,web,simulator}/**/*${isLong ? '.long' : ''}.test.ts`],
    exclude: isLong ? [] : ['**/*.long.test.ts'],
    globalSetup: ['server/testing/global-setup.ts'],
    testTimeout: isLong ? 600_000 : 60_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
    // Every test file makes servers of its own; the modules are loaded once a worker.
    isolate: false,
  },
})
