import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startFakeDaraja } from './fake-daraja.ts'
import { runServer } from './process.ts'
import { demoDatabase } from './server.ts'

/** Starts two workers on PostgreSQL, and an M-Pesa of their own; both end with the test. */
export async function startTwoWorkers(settings: Record<string, string> = {}) {
  const daraja = await startFakeDaraja()
  const dataDir = mkdtempSync(join(tmpdir(), 'bweni-workers-'))
  const process = runServer(
    {
      DATA_DIR: dataDir,
      DATABASE_URL: settings.DATABASE_URL ?? (await demoDatabase()),
      WORKERS: '2',
      ...daraja.settings,
      ...settings,
    },
    { quiet: true },
  )
  onTestFinished(async () => {
    await process.end()
    await daraja.close()
    rmSync(dataDir, { recursive: true, force: true })
  })
  return { process, daraja }
}
