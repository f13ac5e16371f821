import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyTemplate } from '../server/testing/demo-template.ts'
import { type MailBox, openMailBox } from '../server/testing/mail-box.ts'
import { runServer, type TestProcess } from '../server/testing/process.ts'

export interface AppServer {
  url: string
  /** Its database and the simulator's journal. */
  dataDir: string
  /** Receives its emails. */
  mailBox: MailBox
  /** What it has printed so far. */
  printed(): string
  /** Ends the process without any warning. */
  kill(): Promise<void>
  /** Starts it again on the same data. */
  start(): Promise<void>
}

export type OwnServer = AppServer & { end(): Promise<void> }

const addressIn = (printed: string) => /Bweni is open at (\S+)/.exec(printed)?.[1] ?? ''

/**
 * A server on a port that the system chooses; started again, it keeps that port.
 * @param template the data directory of which it gets a copy
 */
export async function openServer(
  settings: Record<string, string>,
  template?: string,
): Promise<OwnServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bweni-journey-'))
  if (template) copyTemplate(template, dataDir)
  const mailBox = await openMailBox()
  let child: TestProcess
  const server = {
    mailBox,
    url: '',
    dataDir,
    printed: () => child.output().out,
    async start() {
      child = runServer({
        ...process.env,
        PORT: server.url === '' ? '0' : new URL(server.url).port,
        DATA_DIR: dataDir,
        LOG_LEVEL: 'error',
        SMTP_URL: mailBox.url,
        THROTTLE: 'off',
        ...settings,
      })
      await child.open()
      server.url = addressIn(server.printed())
    },
    kill: () => child.end(),
    async end() {
      await server.kill()
      await mailBox.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  await server.start()
  return server
}

/** A server without a residence, and the code that it prints for the set-up. */
export async function openEmptyServer(
  settings: Record<string, string> = {},
): Promise<OwnServer & { code: string }> {
  const server = await openServer({ DEMO: 'off', ...settings })
  const code = /code: (\S+)/.exec(server.printed())?.[1]
  if (!code) throw new Error(`no code for the set-up: ${server.printed()}`)
  return { ...server, code }
}
