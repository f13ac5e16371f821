import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { verifyCloses } from './closes/verify.ts'
import { type Config, readConfig } from './config.ts'
import { lockDataDir } from './data-dir.ts'
import { openMigrated } from './db/open.ts'

/**
 * `npm run close:verify`: checks that nobody has changed a day after it was closed, neither its figures nor the entries that they
 * were made of.
 */
async function verify(): Promise<{ lines: string[]; ok: boolean }> {
  const config = readConfig(process.env)
  // The embedded database has one owner at a time; on a server Bweni may stay running.
  const folder = config.databaseUrl ? null : openFolder(config)
  try {
    const database = await openMigrated(config.databaseUrl, folder?.dataDir ?? config.dataDir)
    try {
      const { closes, by_other_rules, problems } = await verifyCloses(database.db)
      if (problems.length > 0) return { lines: problems, ok: false }
      const lines =
        closes === 0
          ? ['No day has been closed yet.']
          : [`${closes === 1 ? 'The one close is' : `All ${closes} closes are`} as signed.`]
      if (by_other_rules > 0) {
        lines.push(
          `${by_other_rules} of them ${by_other_rules === 1 ? 'was' : 'were'} made by another version of Bweni: signatures and entries were checked, the figures were not computed again.`,
        )
      }
      return { lines, ok: true }
    } finally {
      await database.close()
    }
  } finally {
    folder?.release()
  }
}

function openFolder({ dataDir }: Config) {
  if (!existsSync(join(dataDir, 'database'))) {
    throw new Error(
      `There is no database in DATA_DIR ${resolve(dataDir)}. Set DATA_DIR or DATABASE_URL as for the server.`,
    )
  }
  try {
    return lockDataDir(dataDir)
  } catch (error) {
    throw new Error(
      `${(error as Error).message}\nNothing was checked: while the server runs, nobody else can read its embedded database. Stop the server, check, and start it again.`,
    )
  }
}

try {
  const { lines, ok } = await verify()
  const stream = ok ? process.stdout : process.stderr
  stream.write(`${lines.join('\n')}\n`)
  process.exit(ok ? 0 : 1)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
