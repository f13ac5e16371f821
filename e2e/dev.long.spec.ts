import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { copyTemplate } from '../server/testing/demo-template.ts'
import { freePort } from '../server/testing/postgres.ts'
import { runProcess } from '../server/testing/process.ts'
import { fillLogin, grace } from './fixtures.ts'

test('the server of npm run dev serves pages from their sources, for staff, too', async ({
  browser,
}) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bweni-dev-'))
  copyTemplate(process.env.DEMO_TEMPLATE ?? '', dataDir)
  const port = String(await freePort())
  const server = runProcess({
    command: [process.execPath, 'server/dev.ts'],
    env: { ...process.env, PORT: port, DATA_DIR: dataDir, LOG_LEVEL: 'error' },
    words: 'Bweni is open',
  })
  try {
    await server.open()
    const page = await browser.newPage({ baseURL: `http://localhost:${port}` })
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    // The first page is compiled while it is waited for.
    await page.goto('/auth/login', { timeout: 120_000 })
    const button = page.getByRole('button', { name: 'Log in' })
    await expect(button).toBeEnabled({ timeout: 120_000 })
    await fillLogin(page, grace)
    await expect(page.getByText('Karibu.')).toBeVisible({ timeout: 60_000 })
    await page.getByRole('link', { name: 'Tenants', exact: true }).click()
    await expect(page.getByText('Amina Otieno')).toBeVisible({ timeout: 60_000 })
    expect(complaints).toEqual([])
  } finally {
    await server.end('SIGTERM')
    rmSync(dataDir, { recursive: true, force: true })
  }
})
