import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { setUpForm } from '#contract/set-up.ts'
import { randomCode } from '#rules/account-number.ts'
import { compactTyped } from '#rules/typed.ts'
import { hashChosenPassword } from '../auth/password.ts'
import { insertUser } from '../auth/user-queries.ts'
import { findFirstCompany } from '../company/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { installationSecret } from '../db/open.ts'
import { equalInConstantTime } from '../equal-in-constant-time.ts'
import { HttpError, invalid } from '../http/errors.ts'
import { logStaffAction } from '../staff-log.ts'

const CODE_LENGTH = 12

/**
 * The code that proves to `/set-up` that one can read the server's terminal, as `H4TX-92KD-7MPQ`: the same on all
 * nodes and after a restart. It is worth nothing once there is a residence.
 */
export async function setUpCode(db: Db): Promise<string> {
  const secret = await installationSecret(db, 'set_up')
  const bytes = createHash('sha256').update(secret).digest().values()
  const code = randomCode(CODE_LENGTH, (below) => (bytes.next().value ?? 0) % below)
  return code.replace(/(.{4})(?=.)/g, '$1-')
}

const alreadySetUp = () =>
  new HttpError(410, {
    message: 'A residence has already been set up here. Please log in.',
    code: 'already_set_up',
  })

/** @throws {HttpError} 410 once there is a residence, for ever */
export async function requireNoCompany(db: Db): Promise<void> {
  if (await findFirstCompany(db)) throw alreadySetUp()
}

/** Creates the first residence and its first member of staff. When two submit at once, one wins and the other gets 410. */
export async function createResidence(
  { db, log }: Context,
  form: z.output<typeof setUpForm>,
): Promise<{ slug: string }> {
  await requireNoCompany(db)
  const { code, slug, first_name, last_name, staff_email, password, ...residence } = form
  if (!equalInConstantTime(compactTyped(code), compactTyped(await setUpCode(db)))) {
    throw invalid('code', 'That isn’t the code the server printed.')
  }
  const names = { first_name, last_name, email: staff_email, username: staff_email, phone: null }
  const password_hash = await hashChosenPassword(password, { ...names, id_number: null })
  await db.transaction().execute(async (tx) => {
    await sql`lock table companies in exclusive mode`.execute(tx)
    await requireNoCompany(tx)
    const company = await tx
      .insertInto('companies')
      .values({ ...residence, slug })
      .returning('id')
      .executeTakeFirstOrThrow()
    const company_id = company.id
    const id = await insertUser(tx, {
      ...names,
      company_id,
      password_hash,
      staff_role: 'owner',
      must_change_password: false,
    })
    await logStaffAction(
      tx,
      { company_id, id },
      {
        act: 'settings.set_up',
        subject: 'company',
        subject_id: company_id,
        before: null,
        after: { ...residence, owner: staff_email },
      },
    )
  })
  log.info({ slug }, 'the residence was set up')
  return { slug }
}
