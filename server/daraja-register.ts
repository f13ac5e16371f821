import { readConfig } from './config.ts'
import { lockDataDir } from './data-dir.ts'
import { installationSecret, openMigrated } from './db/open.ts'
import { openDaraja } from './payments/daraja.ts'
import { registerPaybill } from './payments/register-paybill.ts'

const knownAlready = /already registered/i
const how =
  'In production they can only be changed after being deleted in the portal, under URL management.'

/** `npm run daraja:register`: once when going live, and again when something of it has changed. */
async function register(): Promise<{ lines: string[]; ok: boolean }> {
  const config = readConfig(process.env)
  if (config.simulator) {
    const line = 'The pretend M-Pesa is registered at every start; there is nothing to do.'
    return { lines: [line, 'For the real one set DARAJA_*.'], ok: true }
  }
  // The embedded database has one owner at a time; on a server Bweni may stay running.
  const folder = config.databaseUrl ? null : lockDataDir(config.dataDir)
  try {
    const database = await openMigrated(config.databaseUrl, folder?.dataDir ?? config.dataDir)
    try {
      const daraja = openDaraja(config.daraja, database.db, () => new Date())
      const hookSecret = await installationSecret(database.db, 'hook_secret')
      const { addresses, statement } = await registerPaybill({ config, daraja, hookSecret })
      const { shortcode } = config.daraja
      const lines = [
        addresses === null
          ? `M-Pesa reports payments to paybill ${shortcode} to ${config.publicUrl}.`
          : `The addresses of paybill ${shortcode}: ${addresses}${knownAlready.test(addresses) ? `. ${how}` : ''}`,
        statement === undefined
          ? 'Its statement is not used: set DARAJA_STATEMENT_NUMBER to find payments that M-Pesa did not report.'
          : statement === null
            ? 'Its statement (Pull API) is registered.'
            : `Its statement: ${statement}`,
      ]
      return { lines, ok: addresses === null && !statement }
    } finally {
      await database.close()
    }
  } finally {
    folder?.release()
  }
}

try {
  const { lines, ok } = await register()
  const stream = ok ? process.stdout : process.stderr
  stream.write(`${lines.join('\n')}\n`)
  process.exit(ok ? 0 : 1)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
