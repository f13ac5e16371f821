import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { copyTemplate } from '../server/testing/demo-template.ts'
import { runProcess } from '../server/testing/process.ts'
import { fillLogin, grace } from './fixtures.ts'

test('the server of npm run dev serves pages from their sources, for staff, too', async ({
  browser,
}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bweni-dev-'))
  copyTemplate(process.env.DEMO_TEMPLATE ?? '', dataDir)
  const server = runProcess({
    command: [process.execPath, 'server/main.ts', '--dev'],
    env: { ...process.env, PORT: '0', NODE_ENV: 'test', DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    words: 'Bweni is open',
  })
  try {
    await server.open()
    const page = await browser.newPage({ baseURL: server.url() })
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    // The first page is compiled while it is waited for.
    await page.goto('/auth/login', { timeout: 120_000 })
    const button = page.getByRole('button', { name: 'Log in' })
    await expect
      .poll(() => button.evaluate((element) => Object.keys(element).length), { timeout: 120_000 })
      .not.toBe(0)
    await fillLogin(page, grace)
    await expect(page.getByRole('heading', { name: 'Karibu, Grace.' })).toBeVisible({
      timeout: 60_000,
    })
    await page.getByRole('link', { name: 'Tenants', exact: true }).click()
    await expect(page.getByText('Amina Otieno').first()).toBeVisible({ timeout: 60_000 })
    expect(complaints).toEqual([])
  } finally {
    await server.end('SIGTERM')
    rmSync(dataDir, { recursive: true, force: true })
  }
})
