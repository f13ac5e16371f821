import { execFileSync } from 'node:child_process'
import { createWriteStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../server/testing/postgres.ts'
import { runProcess, type TestProcess } from '../../server/testing/process.ts'
import { command, emptyDatabase } from '../server-process.ts'

export type DatabaseKind = 'pglite' | 'postgres'

/** A server that is killed again and again, and the simulator in a process that is not. */
export interface Installation {
  kind: DatabaseKind
  url: string
  /** URL of its simulator, without `/pretend-daraja`. */
  mpesa: string
  /** The simulator's journal file. */
  journal: string
  dataDir: string
  databaseUrl: string | null
  /** Resolves to whether it is ready; false when it was killed before. */
  tryStart(): Promise<boolean>
  /** @throws with the end of the server's log, when it does not start */
  start(): Promise<void>
  /** kill -9; resolves when it is dead. */
  kill(): Promise<void>
  /** Ends both processes; their data are kept for inspection if something was wrong. */
  end(wrong: boolean): Promise<void>
}

export async function openInstallation(kind: DatabaseKind, delayMs: number): Promise<Installation> {
  const folder = mkdtempSync(join(tmpdir(), 'bweni-drill-'))
  const dataDir = join(folder, 'server')
  const databaseUrl = kind === 'postgres' ? await emptyDatabase() : null
  const [port, mpesaPort] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const mpesa = `http://127.0.0.1:${mpesaPort}`
  const PATH = process.env.PATH ?? ''
  const env = {
    PATH,
    PORT: String(port),
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    LOG_LEVEL: 'warn',
    THROTTLE: 'off',
    DARAJA_BASE_URL: `${mpesa}/pretend-daraja`,
    DARAJA_CONSUMER_KEY: 'key',
    DARAJA_CONSUMER_SECRET: 'secret',
    DARAJA_SHORTCODE: '600984',
    DARAJA_PASSKEY: 'passkey',
    DARAJA_INITIATOR: 'drill',
    DARAJA_SECURITY_CREDENTIAL: 'credential',
    DARAJA_STATEMENT_NUMBER: '254700000000',
  }
  const logFile = join(folder, 'server.log')
  const log = createWriteStream(logFile, { flags: 'a' })

  const flags = ['--port', String(mpesaPort), '--data', folder, '--delay', String(delayMs)]
  const pretend = runProcess({
    command: [process.execPath, 'simulator/server/main.ts', ...flags, '--log', 'warn'],
    env: { PATH },
    words: 'Pretend M-Pesa on',
  })
  await pretend.open()
  execFileSync(process.execPath, ['server/daraja-register.ts'], { env, stdio: 'pipe' })

  let server: TestProcess | null = null
  const installation: Installation = {
    kind,
    url,
    mpesa,
    journal: join(folder, 'pretend-daraja', 'journal.jsonl'),
    dataDir,
    databaseUrl,
    tryStart() {
      server = runProcess({
        command: ['sh', '-c', command('server/main.ts')],
        env,
        words: 'Bweni is open',
        quiet: true,
      })
      server.child.stdout?.pipe(log, { end: false })
      server.child.stderr?.pipe(log, { end: false })
      return server.open().then(
        () => true,
        () => false,
      )
    },
    async start() {
      if (await installation.tryStart()) return
      // Its last output may not be written yet.
      await pause(200)
      const logTail = readFileSync(logFile, 'utf8').split('\n').slice(-12).join('\n')
      throw new Error(`the server does not start:\n${logTail}`)
    },
    async kill() {
      await server?.end()
    },
    async end(wrong) {
      await installation.kill()
      await pretend.end()
      log.end()
      if (wrong) console.log(`data kept in ${folder}`)
      else rmSync(folder, { recursive: true, force: true })
    },
  }
  return installation
}
