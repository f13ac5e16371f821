import { defineConfig } from '@playwright/test'

/** `npm run test:long` sets it to `long`; `all` are the tests of both tiers. */
const { TEST_LENGTH } = process.env
const longTests = /@long|\.long\.spec\.ts/

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  ...(TEST_LENGTH === 'long' && { grep: longTests }),
  ...(TEST_LENGTH === undefined && { grepInvert: longTests }),
  globalSetup: './e2e/global-setup.ts',
  // A journey takes 10 to 30 s; a busy machine may need a multiple of it.
  timeout: 150_000,
  expect: { timeout: 15_000 },
  workers: 4,
  forbidOnly: true,
  reporter: 'list',
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Africa/Nairobi',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
