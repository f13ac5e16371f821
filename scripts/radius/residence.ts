import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { login } from '#contract/auth.ts'
import { type CallInput, type Endpoint, type Received, requestOf } from '#contract/endpoint.ts'
import { getPushStatus, initiatePush } from '#contract/payments.ts'
import { listVouchers, type Voucher } from '#contract/wifi.ts'
import {
  createDatabase,
  freePort,
  type OwnPostgres,
  startOwnPostgres,
} from '../../server/testing/postgres.ts'
import { runServer } from '../../server/testing/process.ts'

/** The app on a PostgreSQL server, with Amina signed in. */
export interface Residence {
  /** The database with the role of FreeRADIUS. */
  radiusDatabase: URL
  /** As the owner of the database. */
  query(sql: string, values?: unknown[]): Promise<Record<string, unknown>[]>
  /** Whether the role of FreeRADIUS has the right to run this. */
  radiusMay(sql: string): Promise<boolean>
  /** Pays for a bundle by M-Pesa push and waits for its code. */
  buy(package_id: string, price: number): Promise<Voucher>
  /** Stops the database while `act` runs. */
  withoutDatabase(act: () => Promise<void>): Promise<void>
  /** The voucher as My wifi shows it. */
  findVoucher(code: string): Promise<Voucher>
  end(): Promise<void>
}

const amina = { email: '0712345678', password: '12345678' }

async function startApp(DATABASE_URL: string) {
  const port = await freePort()
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'bweni-radius-app-'))
  const app = runServer({
    PORT: String(port),
    DATA_DIR,
    DATABASE_URL,
    DARAJA_SIMULATOR_DELAY_MS: '200',
  })
  await app.open()
  return {
    url: `http://127.0.0.1:${port}`,
    async end() {
      await app.end('SIGTERM')
      rmSync(DATA_DIR, { recursive: true, force: true })
    },
  }
}

/** Calls one endpoint and refuses anything but a success. */
async function call<E extends Endpoint>(
  url: string,
  endpoint: E,
  input: CallInput<E>,
  token?: string,
): Promise<Received<E>> {
  const { method, path, body } = requestOf(endpoint, input)
  const response = await fetch(`${url}/api${path}`, {
    method,
    headers: {
      ...(body && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: body ?? null,
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`)
  return JSON.parse(text)
}

export async function openResidence(): Promise<Residence> {
  const postgres = await startOwnPostgres()
  try {
    return await openOn(postgres)
  } catch (error) {
    await postgres.stop()
    throw error
  }
}

async function openOn(postgres: OwnPostgres): Promise<Residence> {
  const database = await createDatabase(postgres.url)
  const app = await startApp(database)
  const owner = new pg.Pool({ connectionString: database, max: 2 })
  const radiusDatabase = new URL(database)
  radiusDatabase.username = 'bweni_radius'
  radiusDatabase.password = 'only-for-this-test'
  const role = readFileSync('radius/role.sql', 'utf8')
  await owner.query(role.replace(":'password'", `'${radiusDatabase.password}'`))
  const radius = new pg.Pool({ connectionString: radiusDatabase.href, max: 1 })
  // The pool replaces a broken connection at the next query; without a listener its error event would end the process.
  for (const pool of [owner, radius]) pool.on('error', () => {})
  const { access_token } = await call(app.url, login, { body: amina })
  const vouchers = () => call(app.url, listVouchers, { query: {} }, access_token)

  return {
    radiusDatabase,
    async query(sql, values) {
      return (await owner.query(sql, values)).rows
    },
    radiusMay: (sql) =>
      radius.query(sql).then(
        () => true,
        (error) => {
          if (error.code === '42501') return false
          throw error
        },
      ),
    async buy(account_reference, amount) {
      const body = { phone_number: amina.email, amount, account_reference }
      const { data } = await call(app.url, initiatePush, { body }, access_token)
      for (let i = 0; i < 300; i++) {
        const push = (await call(app.url, getPushStatus, { body: data }, access_token)).data
        const [newest] = await vouchers()
        if (push.voucher && newest?.code === push.voucher.code) return newest
        await pause(100)
      }
      throw new Error(`${account_reference} was paid for, and no code came`)
    },
    async withoutDatabase(act) {
      await postgres.halt()
      try {
        await act()
      } finally {
        await postgres.resume()
      }
    },
    async findVoucher(code) {
      const ownVoucher = (await vouchers()).find((voucher) => voucher.code === code)
      if (!ownVoucher) throw new Error(`${code} does not stand in My wifi`)
      return ownVoucher
    },
    async end() {
      await Promise.all([owner.end(), radius.end()])
      await app.end()
      await postgres.stop()
    },
  }
}
