import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { createResetLink, LINK_MINUTES } from './auth/password-reset.ts'
import { findLogin, loginKey, updateUserRow } from './auth/user-queries.ts'
import { findFirstCompany } from './company/queries.ts'
import { type Config, readConfig } from './config.ts'
import { lockDataDir } from './data-dir.ts'
import type { Db } from './db/connect.ts'
import { openMigrated } from './db/open.ts'
import { insertStaff } from './settings/staff.ts'
import { logStaffAction } from './staff-log.ts'

const USAGE = 'Say whose account it is: npm run staff:grant -- name@example.com'

/**
 * `npm run staff:grant -- <email>`: lets whoever owns the machine back in. It makes the account a staff account,
 * creates it if there is none, and prints a link to choose its password.
 */
async function grant(): Promise<string[]> {
  const { positionals } = parseArgs({ allowPositionals: true })
  const email = z.email().safeParse(positionals[0]?.trim())
  if (!email.success || positionals.length > 1) throw new Error(USAGE)
  const config = readConfig(process.env)
  // The embedded database has one owner at a time; on a server Bweni may stay running.
  const folder = config.databaseUrl ? null : lockDataDir(config.dataDir)
  try {
    const database = await openMigrated(config.databaseUrl, folder?.dataDir ?? config.dataDir)
    try {
      return await grantTo(database.db, config, email.data)
    } finally {
      await database.close()
    }
  } finally {
    folder?.release()
  }
}

async function grantTo(db: Db, config: Config, email: string): Promise<string[]> {
  const { company_id, id, isNew } = await db.transaction().execute(async (tx) => {
    const login = await findLogin(tx, loginKey(email))
    const { company_id, id } = login ?? (await createStaff(tx, email))
    if (login) await updateUserRow(tx, company_id, id, { staff_role: 'owner' })
    await logStaffAction(
      tx,
      { company_id, id },
      {
        act: 'staff.grant',
        subject: 'user',
        subject_id: id,
        before: { email, is_staff: login?.is_staff ?? false },
        after: { email, role: 'owner' },
      },
    )
    return { company_id, id, isNew: !login }
  })
  const context = { db, config, now: () => new Date() }
  const link = await createResetLink(context, company_id, id, { isFirst: isNew })
  return [
    `${email} is ${isNew ? 'a new account, and ' : ''}an owner now. Choose the password within ${LINK_MINUTES} minutes:`,
    `  ${link}`,
  ]
}

async function createStaff(tx: Db, email: string) {
  const company = await findFirstCompany(tx)
  if (!company) throw new Error('There is no residence yet: set it up in the browser first.')
  const person = { first_name: email.split('@')[0] ?? email, last_name: '', email }
  return { company_id: company.id, id: await insertStaff(tx, company.id, person, 'owner') }
}

try {
  process.stdout.write(`${(await grant()).join('\n')}\n`)
  process.exit(0)
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`)
  process.exit(1)
}
