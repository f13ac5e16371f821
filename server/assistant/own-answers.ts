import type { AnswerLine } from '#contract/assistant.ts'
import { groupByFour } from '#rules/account-number.ts'
import type { OwnQuestion } from '#rules/assistant/own-questions.ts'
import { formatDateTime, formatDay } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { formatDataSize, formatVoucherCode } from '#rules/wifi.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { HttpError } from '../errors.ts'
import { loadAccountNumber, loadPaymentSummary } from '../tenancy/summary.ts'
import { findAccountNumber } from '../tenancy/tenant-queries.ts'
import { listTransactions } from '../transactions/queries.ts'
import { listUnexpired, listUsedBytes, listVouchers } from '../wifi/queries.ts'
import { toVoucher } from '../wifi/shape.ts'

/** Older codes have expired. */
const MAX_CODES = 100

const NO_PAYMENT = 'We have no payment of yours yet.'

type AnswerFunction = (context: Context, user: AuthUser) => Promise<string>

async function balance(context: Context, user: AuthUser): Promise<string> {
  const { current_month_balance: due, balance: parts } = await loadPaymentSummary(context, user)
  const how = `Brought forward ${ksh(parts.brought_forward)}, rent this month ${ksh(parts.this_month)}, paid this month ${ksh(parts.paid_this_month)}.`
  if (due > 0) return `You owe ${ksh(due)} now. ${how}`
  if (due < 0) return `Nothing to pay: you have ${ksh(-due)} credit. ${how}`
  return `Nothing to pay: you are paid up. ${how}`
}

async function accountNumber(context: Context, user: AuthUser): Promise<string> {
  const { account_number, paybill } = await loadAccountNumber(context, user)
  return `Your account number is ${groupByFour(account_number)}. Quote it when you pay to paybill ${paybill}.`
}

async function lastPayment({ db }: Context, { company_id, id }: AuthUser): Promise<string> {
  const [payment] = await listTransactions(db, { company_id, id }, { limit: 1 })
  if (!payment) return NO_PAYMENT
  const { amount, purpose, paid_at, receipt, own, typed_account } = payment
  const whose = own ? '' : ` of account ${groupByFour(typed_account ?? '')}`
  const code = receipt ? `M-Pesa receipt ${receipt}` : 'M-Pesa hasn’t sent its receipt yet'
  return `Your last payment was ${ksh(amount)} for ${purpose}${whose}, on ${formatDateTime(paid_at)}. ${code}.`
}

async function room(context: Context, user: AuthUser): Promise<string> {
  const { room_number, rate, next_room, leaves_on } = await loadPaymentSummary(context, user)
  const sentences = [
    room_number
      ? `You are in room ${room_number}, at ${ksh(rate ?? 0)} a month.`
      : 'You have no room at the moment.',
    next_room &&
      `From ${formatDay(next_room.from)} you are in room ${next_room.room_number}, at ${ksh(next_room.rate)} a month.`,
    leaves_on && `Your place is free again on ${formatDay(leaves_on)}.`,
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

async function wifiCode(context: Context, user: AuthUser): Promise<AnswerLine[]> {
  const running = await runningBundles(context, user)
  if (running.length > 0) {
    const lines = running.map(({ code, data_bytes, used_bytes, expires_at }) => {
      const left = formatDataSize(data_bytes - used_bytes)
      const until = formatDateTime(new Date(expires_at))
      return `The code of your ${formatDataSize(data_bytes)} wifi bundle is ${formatVoucherCode(code)}: ${left} left, until ${until}.`
    })
    const text = [...lines, 'You find your bundles and codes under My wifi.'].join('\n')
    return [{ type: 'text', text }]
  }
  return [
    { type: 'text', text: 'No wifi bundle of yours is running at the moment.' },
    { type: 'flow', flow: 'lost_code' },
  ]
}

async function history({ db }: Context, { company_id, id }: AuthUser): Promise<AnswerLine[]> {
  const [any] = await listTransactions(db, { company_id, id }, { limit: 1 })
  if (!any) return [{ type: 'text', text: NO_PAYMENT }]
  return [
    {
      type: 'text',
      text: 'Your transaction history shows everything you’ve paid, month by month.',
    },
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

const answerFunctions: Record<Exclude<OwnQuestion, 'wifi_code' | 'history'>, AnswerFunction> = {
  balance,
  account_number: accountNumber,
  last_payment: lastPayment,
  room,
}

async function answerOne(
  context: Context,
  user: AuthUser,
  question: OwnQuestion,
): Promise<AnswerLine[]> {
  try {
    if (question === 'wifi_code') return await wifiCode(context, user)
    if (question === 'history') return await history(context, user)
    return [{ type: 'text', text: await answerFunctions[question](context, user) }]
  } catch (error) {
    // `Student not found` is the answer.
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
): Promise<AnswerLine[]> {
  const lines: AnswerLine[] = []
  for (const question of questions) {
    if (lines.length > 0) lines.push({ type: 'text', text: '\n' })
    lines.push(...(await answerOne(context, user, question)))
  }
  return lines
}

/** The flow comes first: a browser whose access token has expired refreshes it and asks again. */
export const signInAnswer: AnswerLine[] = [
  { type: 'flow', flow: 'sign_in' },
  { type: 'text', text: 'Please log in first, then I can look that up for you.' },
]
