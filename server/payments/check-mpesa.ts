import type { MpesaVerdict } from '#contract/mpesa.ts'
import { formatDateTime, isoTime } from '#rules/calendar.ts'
import type { AuthUser } from '../auth/access.ts'
import { fullName } from '../auth/user-queries.ts'
import { isLoopback } from '../config.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import { ensureAccountNumber } from '../onboarding/queries.ts'
import { logStaffAction } from '../staff-log.ts'
import { registerPaybill } from './register-paybill.ts'
import { startPush } from './start-push.ts'

export const mpesaHost = ({ config }: Pick<Context, 'config'>): string =>
  new URL(config.daraja.baseUrl).host

const say = (
  step: MpesaVerdict['step'],
  verdict: MpesaVerdict['verdict'],
  text: string,
): MpesaVerdict => ({ step, verdict, text })

/** Tries what can be tried without a payment, and keeps the verdicts in the log of staff. */
export async function checkMpesa(context: Context, user: AuthUser) {
  const credentials = await checkCredentials(context)
  const verdicts = [
    credentials,
    // Without a token M-Pesa answers nothing else.
    ...(credentials.verdict === 'ok' ? [await checkPaybill(context)] : []),
    checkAddress(context),
    await checkReports(context),
    ...checkStatement(context),
  ]
  await logVerdicts(context, user, 'mpesa.check', verdicts)
  return { at: isoTime(context.now()), by: `${user.first_name} ${user.last_name}`, verdicts }
}

const logVerdicts = (
  { db, config }: Context,
  user: AuthUser,
  act: string,
  verdicts: MpesaVerdict[],
) =>
  logStaffAction(db, user, {
    act,
    subject: 'company',
    subject_id: user.company_id,
    before: null,
    after: { paybill: config.daraja.shortcode, verdicts },
  })

/** The last check with the present settings; undefined when there has been none. */
export async function findLastCheck({ db, config }: Context, company_id: number) {
  const row = await db
    .selectFrom('staff_log as log')
    .innerJoin('users', sameCompany('users.id', 'log.user_id'))
    .where('log.company_id', '=', company_id)
    .where('log.act', '=', 'mpesa.check')
    .select(['log.after', 'log.created_at', fullName().as('by')])
    .orderBy('log.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const after = row?.after as { paybill: string; verdicts: MpesaVerdict[] } | undefined
  if (!row || after?.paybill !== config.daraja.shortcode) return undefined
  return { at: isoTime(row.created_at), by: row.by, verdicts: after.verdicts }
}

async function checkCredentials(context: Context): Promise<MpesaVerdict> {
  const host = mpesaHost(context)
  const answer = await context.daraja.tryCredentials()
  switch (answer.kind) {
    case 'ok':
      return say('credentials', 'ok', `${host} accepts the consumer key and secret.`)
    case 'refused':
      return say(
        'credentials',
        'problem',
        `${host} doesn’t accept the consumer key and secret. Copy both again from the app in the Daraja portal. Those of the sandbox work only with the sandbox.`,
      )
    case 'unreachable':
      return say(
        'credentials',
        'problem',
        `This server can’t reach ${host} (${answer.reason}). Check its connection, and DARAJA_BASE_URL.`,
      )
  }
}

async function checkPaybill({ config, daraja }: Context): Promise<MpesaVerdict> {
  const { shortcode } = config.daraja
  const answer = await daraja.tryPaybill()
  switch (answer.kind) {
    case 'ok':
      return say(
        'paybill',
        'ok',
        `M-Pesa finds nothing wrong with paybill ${shortcode} and its passkey. The push of Ksh 1 is the proof.`,
      )
    case 'wrong_passkey':
      return say(
        'paybill',
        'problem',
        `The passkey doesn’t fit paybill ${shortcode}. It came by email when the paybill went live; check DARAJA_PASSKEY and DARAJA_SHORTCODE.`,
      )
    case 'unknown_paybill':
      return say(
        'paybill',
        'problem',
        `M-Pesa doesn’t know ${shortcode} as a paybill for PIN prompts. Check DARAJA_SHORTCODE, and that it has gone live in the Daraja portal.`,
      )
    case 'unclear':
      return say(
        'paybill',
        'unknown',
        'M-Pesa gave no clear answer about the paybill and its passkey. Try again in a minute, or send a push of Ksh 1.',
      )
  }
}

function checkAddress({ config }: Context): MpesaVerdict {
  const { protocol, hostname } = new URL(config.publicUrl)
  if (config.simulator) {
    return say('address', 'ok', `The pretend M-Pesa reports payments to ${config.publicUrl}.`)
  }
  return protocol === 'https:' && !isLoopback(hostname)
    ? say('address', 'ok', `M-Pesa reports payments to ${config.publicUrl}.`)
    : say(
        'address',
        'problem',
        `M-Pesa can’t reach ${config.publicUrl}. Set PUBLIC_URL to the https address by which everyone else opens Bweni.`,
      )
}

/** M-Pesa has no call that tells the addresses, so the proof is that it uses them. */
async function checkReports({ db }: Context): Promise<MpesaVerdict> {
  const last = await findLastConfirmation(db)
  return last
    ? say(
        'reports',
        'ok',
        `M-Pesa reports payments to the paybill. It last did on ${formatDateTime(last)}.`,
      )
    : say(
        'reports',
        'unknown',
        'M-Pesa hasn’t reported any payment to the paybill yet. If its addresses haven’t been registered, register them now; then pay a shilling to the paybill from the M-Pesa menu.',
      )
}

async function findLastConfirmation(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('raw_reports')
    .where('kind', '=', 'confirmation')
    .select('received_at')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.received_at
}

const checkStatement = ({ config }: Context): MpesaVerdict[] =>
  config.daraja.statementNumber === null
    ? [
        say(
          'statement',
          'unknown',
          'M-Pesa’s list of payments isn’t used, so a payment that M-Pesa forgets to report isn’t found. Set DARAJA_STATEMENT_NUMBER to use it.',
        ),
      ]
    : []

const knownAlready = /already registered|duplicate notification/i

export async function registerAddresses(context: Context, user: AuthUser): Promise<MpesaVerdict[]> {
  const { addresses, statement } = await registerPaybill(context)
  const verdicts = [
    addresses === null
      ? say('reports', 'ok', 'M-Pesa has registered the addresses.')
      : knownAlready.test(addresses)
        ? say(
            'reports',
            'unknown',
            'M-Pesa has addresses for this paybill already. If payments to it don’t arrive here, delete them in the Daraja portal under URL management, and register again.',
          )
        : say('reports', 'problem', `M-Pesa didn’t register the addresses. It says: ${addresses}`),
    ...(statement === undefined
      ? []
      : [
          statement === null || knownAlready.test(statement)
            ? say('statement', 'ok', 'M-Pesa’s list of payments can be read.')
            : say('statement', 'problem', `M-Pesa’s list of payments can’t be read: ${statement}`),
        ]),
  ]
  await logVerdicts(context, user, 'mpesa.register', verdicts)
  return verdicts
}

/** A push like any other, to the account of whoever tries it: so the shilling has its place in the books. */
export async function startTestPush(context: Context, user: AuthUser, phone_number: string) {
  const account_reference = await context.db
    .transaction()
    .execute((tx) => ensureAccountNumber(tx, { company_id: user.company_id, user_id: user.id }))
  const push = { phone_number, amount: 1, account_reference, transaction_desc: 'Test' }
  const { checkout_request_id } = await startPush(context, user, push)
  return { checkout_request_id }
}
