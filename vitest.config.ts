import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{rules,contract,server,web,simulator}/**/*.test.ts'],
    globalSetup: ['server/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 3,
  },
})
