import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { getPushStatus, initiatePush } from '#contract/payments.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { type FakeDaraja, paidCallback, startFakeDaraja } from './testing/fake-daraja.ts'
import { freePort } from './testing/postgres.ts'
import { runServer, type TestProcess } from './testing/process.ts'
import { demoDatabase, signInAt } from './testing/server.ts'

const nodes: { url: string; server: TestProcess; dataDir: string }[] = []
let daraja: FakeDaraja
let databaseUrl: string

/** A node in a process of its own, or a process with several. */
async function startNode(settings: Record<string, string> = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'bweni-node-'))
  const port = await freePort()
  const server = runServer({
    PORT: String(port),
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    JWT_SECRET: 'the same on every node, and long enough',
    ...daraja.settings,
    ...settings,
  })
  nodes.push({ url: `http://127.0.0.1:${port}`, server, dataDir })
  await server.open()
}

beforeEach(async () => {
  daraja = await startFakeDaraja()
  databaseUrl = await demoDatabase()
})
afterEach(async () => {
  for (const { server, dataDir } of nodes.splice(0)) {
    await server.end()
    rmSync(dataDir, { recursive: true, force: true })
  }
  await daraja.close()
})

const CALLBACKS = 10_000

async function twoNodes() {
  await startNode()
  await startNode()
}

test.each([
  ['two nodes', twoNodes],
  ['two workers', () => startNode({ WORKERS: '2' })],
])(
  `one payment and ${CALLBACKS} callbacks on %s, a hundred at once: credited once`,
  async (_, startAll) => {
    await startAll()
    const amina = await signInAt(nodes[0]?.url ?? '', '0712345678', '12345678')
    const account_reference = (await amina.call(getAccountNumber, {})).body.account_number
    const balance = async () => (await amina.call(getPaymentSummary, {})).body.current_month_balance
    const before = await balance()
    const body = { phone_number: '0746000001', amount: 10, account_reference }
    const { checkout_request_id } = (await amina.call(initiatePush, { body })).body.data
    const path = new URL(daraja.pushes[0]?.CallBackURL ?? '').pathname
    const callback = JSON.stringify(paidCallback(daraja.checkoutId(0), 'UKL4ABC123', 10))

    const answers = new Map<number, number>()
    let left = CALLBACKS
    async function worker(index: number) {
      const url = `${nodes[index % nodes.length]?.url}${path}`
      const headers = { 'content-type': 'application/json' }
      while (left-- > 0) {
        // On a busy machine a node may answer 503, so that M-Pesa retries.
        let status = 503
        while (status === 503) {
          const answer = await fetch(url, { method: 'POST', headers, body: callback })
          await answer.arrayBuffer()
          status = answer.status
        }
        answers.set(status, (answers.get(status) ?? 0) + 1)
      }
    }
    await Promise.all(Array.from({ length: 100 }, (_, index) => worker(index)))

    expect(Object.fromEntries(answers)).toEqual({ 200: CALLBACKS })
    expect(await balance()).toBe(before - 10)
    const status = await amina.call(getPushStatus, { body: { checkout_request_id } })
    expect(status.body.data).toMatchObject({
      status: 'completed',
      mpesa_receipt_number: 'UKL4ABC123',
    })
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    const { rows } = await client.query(
      `select (select count(*)::int from payments where request_id is not null) as payments,
            (select count(*)::int from receipts where receipt = 'UKL4ABC123') as receipts,
            (select count(*)::int from raw_reports where handled_at is not null) as handled`,
    )
    await client.end()
    expect(rows).toMatchObject([{ payments: 1, receipts: 1 }])
    expect(rows[0].handled).toBeGreaterThanOrEqual(CALLBACKS)
  },
)
