import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startFakeDaraja } from './fake-daraja.ts'
import { freePort } from './postgres.ts'
import { runServer } from './process.ts'
import { demoDatabase } from './server.ts'

/** Starts two workers on PostgreSQL, and an M-Pesa of their own; both end with the test. */
export async function startTwoWorkers(settings: Record<string, string> = {}) {
  const daraja = await startFakeDaraja()
  const dataDir = mkdtempSync(join(tmpdir(), 'bweni-workers-'))
  const port = await freePort()
  const process = runServer(
    {
      PORT: String(port),
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
  return { process, daraja, url: `http://127.0.0.1:${port}` }
}
