import type { AnswerLine } from '#contract/assistant.ts'
import type { OtherCharge } from '#contract/tenancy.ts'
import { groupByFour } from '#rules/account-number.ts'
import type { OwnSentences } from '#rules/assistant/answers.ts'
import type { Language } from '#rules/assistant/language.ts'
import type { OwnQuestion } from '#rules/assistant/own-questions.ts'
import { tables } from '#rules/assistant/support.ts'
import { dayOf, formatDateTime, formatDay, monthName } from '#rules/calendar.ts'
import { dueOfAccount, dueSentence } from '#rules/due.ts'
import { isFee } from '#rules/fee.ts'
import { ksh } from '#rules/money.ts'
import { dataLeft, formatDataSize, formatVoucherCode } from '#rules/wifi.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { loadAccountNumber, loadPaymentSummary } from '../home/summary.ts'
import { HttpError } from '../http/errors.ts'
import { findAccountNumber } from '../tenancy/tenant-queries.ts'
import { listTransactions } from '../transactions/queries.ts'
import { listUnexpired, listUsedBytes, listVouchers } from '../wifi/queries.ts'
import { toVoucher } from '../wifi/shape.ts'

/** Codes beyond this number are so old that they have expired. */
const MAX_CODES = 100

type AnswerFunction = (context: Context, user: AuthUser, say: OwnSentences) => Promise<string>

/** What the user owes, with a way to pay it. */
async function balance(context: Context, user: AuthUser, say: OwnSentences): Promise<AnswerLine[]> {
  const summary = await loadPaymentSummary(context, user)
  const { current_month_balance: owes, balance: parts, other_charges, agreed } = summary
  const isNamed = ({ kind }: OtherCharge) => isFee(kind)
  const sumOf = (charges: OtherCharge[]) => charges.reduce((sum, { amount }) => sum + amount, 0)
  const others = sumOf(other_charges.filter((charge) => !isNamed(charge)))
  const today = dayOf(context.now())
  const due = dueOfAccount(summary, today)
  const isAgreed = agreed !== null
  const sentences = [
    owes > 0 ? say.owed(ksh(owes)) : owes < 0 ? say.credit(ksh(-owes)) : say.paidUp,
    isAgreed
      ? say.agreed(
          agreed.kind,
          ksh(agreed.amount),
          agreed.day && formatDay(agreed.day),
          agreed.days_after,
        )
      : due && dueSentence(due, today, say.due),
    say.balanceParts(
      ksh(parts.brought_forward),
      ksh(parts.this_month - sumOf(other_charges)),
      other_charges
        .filter(isNamed)
        .map(
          ({ name, months, amount }) =>
            `${name ?? say.lateFee(monthName(months?.first ?? ''))} ${ksh(amount)}`,
        ),
      others === 0 ? null : ksh(others),
      ksh(parts.paid_this_month),
    ),
  ]
  const text = sentences.filter(Boolean).join(' ')
  // A tenant who has promised all of it isn't offered to pay.
  return owes > 0 && (!isAgreed || agreed.rest > 0)
    ? [
        { type: 'text', text },
        { type: 'flow', flow: 'rent' },
      ]
    : [{ type: 'text', text }]
}

const accountNumber: AnswerFunction = async (context, user, say) => {
  const { account_number, paybill } = await loadAccountNumber(context, user)
  return say.accountNumber(groupByFour(account_number), paybill)
}

const lastPayment: AnswerFunction = async ({ db }, { company_id, id }, say) => {
  const [payment] = await listTransactions(db, { company_id, id }, { limit: 1 })
  if (!payment) return say.noPayment
  const { amount, purpose, paid_at, receipt, own, typed_account } = payment
  const account = own ? null : groupByFour(typed_account ?? '')
  const sum = ksh(amount)
  return say.lastPayment(sum, purpose, account, formatDateTime(paid_at), receipt)
}

const room: AnswerFunction = async (context, user, say) => {
  const { room_number, rate, next_room, next_rate, leaves_on } = await loadPaymentSummary(
    context,
    user,
  )
  const sentences = [
    room_number ? say.room(room_number, ksh(rate ?? 0)) : say.noRoom,
    next_rate && say.nextRent(formatDay(next_rate.from), ksh(next_rate.rate)),
    next_room &&
      say.nextRoom(formatDay(next_room.from), next_room.room_number, ksh(next_room.rate)),
    leaves_on && say.leavesOn(formatDay(leaves_on)),
  ]
  return sentences.filter(Boolean).join(' ')
}

async function runningBundles({ db, now }: Context, { company_id, id }: AuthUser) {
  const rows = await listUnexpired(db, company_id, id, now())
  const used = await listUsedBytes(
    db,
    rows.map((row) => row.code),
  )
  return rows
    .map((row) => toVoucher(row, used.get(row.code) ?? 0, now()))
    .filter(({ state }) => state === 'active')
}

async function wifiCode(
  context: Context,
  user: AuthUser,
  say: OwnSentences,
): Promise<AnswerLine[]> {
  const running = await runningBundles(context, user)
  if (running.length > 0) {
    const lines = running.map(({ code, expires_at, ...voucher }) => {
      const left = formatDataSize(dataLeft(voucher))
      const until = formatDateTime(new Date(expires_at))
      return say.wifiCode(formatDataSize(voucher.data_bytes), formatVoucherCode(code), left, until)
    })
    const text = [...lines, say.wifiCodes].join('\n')
    return [{ type: 'text', text }]
  }
  return [
    { type: 'text', text: say.noBundle },
    { type: 'flow', flow: 'lost_code' },
  ]
}

async function history(
  { db }: Context,
  { company_id, id }: AuthUser,
  say: OwnSentences,
): Promise<AnswerLine[]> {
  const [any] = await listTransactions(db, { company_id, id }, { limit: 1 })
  if (!any) return [{ type: 'text', text: say.noPayment }]
  return [
    { type: 'text', text: say.history },
    { type: 'flow', flow: 'history' },
  ]
}

/** Values of the user that must never be sent to the language model. */
export async function loadPersonalValues({ db }: Context, user: AuthUser): Promise<string[]> {
  const { company_id, id, phone, email } = user
  const [account, vouchers] = await Promise.all([
    findAccountNumber(db, company_id, id),
    listVouchers(db, company_id, id, { limit: MAX_CODES }),
  ])
  const codes = vouchers.map(({ code }) => code)
  const lastNineDigits = phone?.slice(-9)
  return [account?.account_number, lastNineDigits, email, ...codes].filter((value) => value != null)
}

const answerFunctions: Record<
  Exclude<OwnQuestion, 'balance' | 'wifi_code' | 'history'>,
  AnswerFunction
> = {
  account_number: accountNumber,
  last_payment: lastPayment,
  room,
}

async function answerOne(
  context: Context,
  user: AuthUser,
  question: OwnQuestion,
  say: OwnSentences,
): Promise<AnswerLine[]> {
  try {
    if (question === 'balance') return await balance(context, user, say)
    if (question === 'wifi_code') return await wifiCode(context, user, say)
    if (question === 'history') return await history(context, user, say)
    return [{ type: 'text', text: await answerFunctions[question](context, user, say) }]
  } catch (error) {
    // The error's message, such as `Student not found`, is the answer.
    if (error instanceof HttpError && error.status === 404)
      return [{ type: 'text', text: error.message }]
    throw error
  }
}

/** Answers questions about the user's own data from the database, never by the language model. */
export async function answerOwnQuestions(
  context: Context,
  user: AuthUser,
  questions: OwnQuestion[],
  language: Language,
): Promise<AnswerLine[]> {
  const lines: AnswerLine[] = []
  for (const question of questions) {
    if (lines.length > 0) lines.push({ type: 'text', text: '\n' })
    lines.push(...(await answerOne(context, user, question, tables[language].own)))
  }
  return lines
}

/** The flow comes first: a browser whose access token has expired refreshes it and asks again. */
export const signInAnswer = (language: Language): AnswerLine[] => [
  { type: 'flow', flow: 'sign_in' },
  { type: 'text', text: tables[language].own.logIn },
]
