import { readConfig } from './config.ts'
import { lockDataDir } from './data-dir.ts'
import { installationSecret } from './db/installation.ts'
import { openMigrated } from './db/open.ts'
import { openDaraja } from './payments/daraja.ts'
import { hookUrls } from './payments/hook-urls.ts'
import { registerPaybill } from './payments/register.ts'

/** `npm run daraja:register`: once when going live, and again after a change of PUBLIC_URL. */
async function register(): Promise<string> {
  const config = readConfig(process.env)
  if (config.simulator) {
    return 'The pretend M-Pesa is told at every start; there is nothing to register. For the real one set DARAJA_*.'
  }
  // The embedded database has one owner at a time; a server may stay running on its own.
  const folder = config.databaseUrl ? null : lockDataDir(config.dataDir)
  try {
    const database = await openMigrated(config.databaseUrl, folder?.dataDir ?? config.dataDir)
    try {
      const now = () => new Date()
      const daraja = openDaraja(config.daraja, database.db, now)
      const hookSecret = await installationSecret(database.db, 'hook_secret')
      await registerPaybill({ config, daraja, hookSecret })
      const secret = new RegExp(hookSecret, 'g')
      const { confirmation, validation } = hookUrls({ config, hookSecret })
      return [
        `M-Pesa reports payments to paybill ${config.daraja.shortcode} to`,
        `  ${confirmation.replace(secret, '…')}`,
        `  ${validation.replace(secret, '…')}`,
        config.daraja.statementNumber === null
          ? 'Its statement is not used: set DARAJA_STATEMENT_NUMBER to find payments it never told of.'
          : 'Its statement is open.',
      ].join('\n')
    } finally {
      await database.close()
    }
  } finally {
    folder?.release()
  }
}

try {
  process.stdout.write(`${await register()}\n`)
  process.exit(0)
} catch (error) {
  const { message } = error as Error
  const known = /already registered/i.test(message)
    ? ' In production they change only after they were deleted in the portal, under URL management.'
    : ''
  process.stderr.write(`${message}${known}\n`)
  process.exit(1)
}
