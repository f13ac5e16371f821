import { sql } from 'kysely'
import type { MpesaVerdict } from '#contract/mpesa.ts'
import { formatDateTime, isoTime } from '#rules/calendar.ts'
import { formatPhone } from '#rules/phone.ts'
import type { AuthUser } from '../auth/access.ts'
import { fullName } from '../auth/user-queries.ts'
import { isLoopback } from '../config.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { sameCompany } from '../db/same-company.ts'
import { logStaffAction } from '../staff-log.ts'
import { ensureAccountNumber } from '../tenancy/numbers.ts'
import { registerPaybill } from './register-paybill.ts'
import { startPush } from './start-push.ts'

export const mpesaHost = ({ config }: Pick<Context, 'config'>): string =>
  new URL(config.daraja.baseUrl).host

const say = (
  step: MpesaVerdict['step'],
  verdict: MpesaVerdict['verdict'],
  text: string,
  for_operator?: string,
): MpesaVerdict => ({ step, verdict, text, ...(for_operator && { for_operator }) })

/** Tries what can be tried without a payment, and keeps the verdicts in the log of staff. */
export async function checkMpesa(context: Context, user: AuthUser) {
  const credentials = await checkCredentials(context)
  const verdicts = [
    credentials,
    // Without a token M-Pesa answers nothing else.
    ...(credentials.verdict === 'ok' ? [await checkPaybill(context)] : []),
    checkAddress(context),
    await checkReports(context, user.company_id),
    ...checkStatement(context),
  ]
  await keepVerdicts(context, user, 'check', verdicts)
  return { at: isoTime(context.now()), by: `${user.first_name} ${user.last_name}`, verdicts }
}

type CheckKind = 'check' | 'registration'
const acts = { check: 'mpesa.check', registration: 'mpesa.register' } as const

async function keepVerdicts(
  { db, config, now }: Context,
  { company_id, id }: AuthUser,
  kind: CheckKind,
  verdicts: MpesaVerdict[],
) {
  const paybill = config.daraja.shortcode
  const [checked_by, checked_at] = [id, now()]
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('mpesa_checks')
      .values({
        company_id,
        kind,
        paybill,
        verdicts: JSON.stringify(verdicts),
        checked_by,
        checked_at,
      })
      .execute()
    const after = { paybill, verdicts }
    const subject = { subject: 'company', subject_id: company_id }
    await logStaffAction(
      tx,
      { company_id, id },
      { act: acts[kind], ...subject, before: null, after },
    )
  })
}

const MPESA_SETTINGS = 'mpesa_settings'

/**
 * Keeps since when M-Pesa is reached as it is now: what the pretend M-Pesa or another paybill has proven says nothing about
 * the present one. In an installation that didn't keep it yet, everything counts.
 */
export async function keepMpesaSettings(context: Pick<Context, 'db' | 'config'>, now: Date) {
  const present = { host: mpesaHost(context), paybill: context.config.daraja.shortcode }
  const value = (since: Date) => JSON.stringify({ ...present, since })
  await context.db
    .insertInto('installation')
    .values({ name: MPESA_SETTINGS, value: value(new Date(0)) })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ value: value(now) })
        .where(
          sql<boolean>`installation.value::jsonb - 'since' <> ${JSON.stringify(present)}::text::jsonb`,
        ),
    )
    .execute()
}

/** From `keepMpesaSettings`. */
const sinceNow = sql<Date>`(select (value::jsonb->>'since')::timestamptz from installation
  where name = ${MPESA_SETTINGS})`

/** The last check, or registration, with the present settings; undefined when there has been none. */
export async function findLastCheck(
  { db, config }: Pick<Context, 'db' | 'config'>,
  company_id: number,
  kind: CheckKind = 'check',
) {
  const row = await db
    .selectFrom('mpesa_checks as done')
    .innerJoin('users', sameCompany('users.id', 'done.checked_by'))
    .where('done.company_id', '=', company_id)
    .where('done.kind', '=', kind)
    .where('done.checked_at', '>=', sinceNow)
    .select(['done.paybill', 'done.verdicts', 'done.checked_at', fullName().as('by')])
    .orderBy('done.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row?.paybill !== config.daraja.shortcode) return undefined
  return { at: isoTime(row.checked_at), by: row.by, verdicts: row.verdicts }
}

/** M-Pesa's part of the checklist: only what the present settings have proven counts. */
export async function mpesaProgress(context: Context, company_id: number) {
  const { db, config } = context
  if (config.simulator) return { isChecked: false, isPaid: false }
  const [check, reports, paid] = await Promise.all([
    findLastCheck(context, company_id),
    checkReports(context, company_id),
    db
      .selectFrom('payments')
      .where('company_id', '=', company_id)
      .where('kind', 'in', ['push', 'paybill'])
      .where('created_at', '>=', sinceNow)
      .select('id')
      .limit(1)
      .executeTakeFirst(),
  ])
  const isFine = (step: MpesaVerdict['step']) =>
    check?.verdicts.some((one) => one.step === step && one.verdict === 'ok') ?? false
  const isChecked = (['credentials', 'paybill', 'address'] as const).every(isFine)
  return { isChecked: isChecked && reports.verdict === 'ok', isPaid: paid !== undefined }
}

async function checkCredentials(context: Context): Promise<MpesaVerdict> {
  const host = mpesaHost(context)
  const answer = await context.daraja.tryCredentials()
  switch (answer.kind) {
    case 'ok':
      return say(
        'credentials',
        'ok',
        'M‑Pesa accepts our name and password.',
        `${host} accepts the consumer key and secret.`,
      )
    case 'refused':
      return say(
        'credentials',
        'problem',
        'M‑Pesa doesn’t accept our name and password. Ask whoever runs the server to correct them.',
        `${host} refuses the consumer key and secret. Copy both again from the app in the Daraja portal. Those of the sandbox work only with the sandbox.`,
      )
    case 'unreachable':
      return say(
        'credentials',
        'problem',
        'We can’t reach M‑Pesa. Ask whoever runs the server to look at its internet connection.',
        `No answer from ${host} (${answer.reason}). Check the connection, and DARAJA_BASE_URL.`,
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
        `M‑Pesa finds nothing wrong with paybill ${shortcode}. A push of Ksh 1 is the real test.`,
      )
    case 'wrong_passkey':
      return say(
        'paybill',
        'problem',
        `The key for asking for a PIN doesn’t belong to paybill ${shortcode}. It came by email when Safaricom opened the paybill: give that email to whoever runs the server.`,
        'The key is DARAJA_PASSKEY, the paybill DARAJA_SHORTCODE.',
      )
    case 'unknown_paybill':
      return say(
        'paybill',
        'problem',
        `M‑Pesa doesn’t send PIN requests for paybill ${shortcode} yet. Is that your paybill? If so, whoever runs the server finishes the registration at Safaricom.`,
        'Check DARAJA_SHORTCODE, and that it has gone live in the Daraja portal.',
      )
    case 'unclear':
      return say(
        'paybill',
        'unknown',
        'M‑Pesa gave no clear answer about the paybill. Try again in a minute, or send a push of Ksh 1.',
      )
  }
}

function checkAddress({ config }: Context): MpesaVerdict {
  const { protocol, hostname } = new URL(config.publicUrl)
  if (config.simulator) {
    return say('address', 'ok', `The pretend M‑Pesa reports payments to ${config.publicUrl}.`)
  }
  return protocol === 'https:' && !isLoopback(hostname)
    ? say('address', 'ok', `M‑Pesa reports payments to ${config.publicUrl}.`)
    : say(
        'address',
        'problem',
        `M‑Pesa can’t tell us about payments, because it can’t open ${config.publicUrl}. Ask whoever runs the server for an address that anyone can open.`,
        'PUBLIC_URL is the https address by which everyone else opens Bweni.',
      )
}

/** M-Pesa has no call that tells the addresses: the proof is that it has taken ours, or that it uses them. */
async function checkReports(context: Context, company_id: number): Promise<MpesaVerdict> {
  const last = await findLastConfirmation(context.db)
  if (last) {
    return say(
      'reports',
      'ok',
      `M‑Pesa tells us about payments to the paybill. It last did on ${formatDateTime(last)}.`,
    )
  }
  const registered = await findLastCheck(context, company_id, 'registration')
  return registered?.verdicts.some(({ step, verdict }) => step === 'reports' && verdict === 'ok')
    ? say(
        'reports',
        'ok',
        `M‑Pesa has known where to report payments since ${formatDateTime(new Date(registered.at))}. It hasn’t reported one yet.`,
      )
    : say(
        'reports',
        'unknown',
        'M‑Pesa hasn’t told us about any payment to the paybill yet. Press “Tell M‑Pesa where to report payments”, then pay a shilling to the paybill from the M‑Pesa menu of a phone.',
      )
}

async function findLastConfirmation(db: Db): Promise<Date | undefined> {
  const row = await db
    .selectFrom('raw_reports')
    .where('kind', '=', 'confirmation')
    .where('received_at', '>=', sinceNow)
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
          'We don’t read M‑Pesa’s own list of payments. If M‑Pesa doesn’t report one, nothing here will notice.',
          'Set DARAJA_STATEMENT_NUMBER to read the list.',
        ),
      ]
    : []

const knownAlready = /already registered|duplicate notification/i

export async function registerAddresses(context: Context, user: AuthUser): Promise<MpesaVerdict[]> {
  const { addresses, statement } = await registerPaybill(context)
  const verdicts = [
    addresses === null
      ? say('reports', 'ok', 'M‑Pesa now knows where to report payments.')
      : knownAlready.test(addresses)
        ? say(
            'reports',
            'unknown',
            'M‑Pesa already has an address for this paybill. If payments don’t arrive here, it’s a different one: ask whoever runs the server.',
            'Delete the addresses in the Daraja portal under URL management, and register again.',
          )
        : say(
            'reports',
            'problem',
            'M‑Pesa didn’t take our address. Ask whoever runs the server.',
            `M-Pesa says: ${addresses}`,
          ),
    ...(statement === undefined
      ? []
      : [
          statement === null || knownAlready.test(statement)
            ? say('statement', 'ok', 'We can read M‑Pesa’s list of payments.')
            : say(
                'statement',
                'problem',
                'We can’t read M‑Pesa’s list of payments. Ask whoever runs the server.',
                `M-Pesa says: ${statement}`,
              ),
        ]),
  ]
  await keepVerdicts(context, user, 'registration', verdicts)
  return verdicts
}

/**
 * A push like any other, to the account of whoever tries it: so the shilling has its place in the books. The log of staff
 * says whose phone rang.
 */
export async function startTestPush(context: Context, user: AuthUser, phone_number: string) {
  const account_reference = await context.db
    .transaction()
    .execute((tx) => ensureAccountNumber(tx, { company_id: user.company_id, user_id: user.id }))
  const push = { phone_number, amount: 1, account_reference, transaction_desc: 'Test' }
  const { checkout_request_id } = await startPush(context, user, push)
  await logStaffAction(context.db, user, {
    act: 'mpesa.push',
    subject: 'company',
    subject_id: user.company_id,
    before: null,
    after: { phone: formatPhone(phone_number), amount: push.amount, account: account_reference },
  })
  return { checkout_request_id }
}
