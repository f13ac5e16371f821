import type { ShownRow } from '#contract/statements.ts'
import { findAccountNumber } from '#rules/account-number.ts'
import { dayOf, isoTime } from '#rules/calendar.ts'
import { suggestAccounts } from '#rules/desk.ts'
import { findMpesaCode } from '#rules/mpesa-code.ts'
import { receiptNumber } from '#rules/receipt.ts'
import { rowReference } from '#rules/statement.ts'
import type { Db } from '../db/connect.ts'
import { listAccounts, listParts } from '../desk/queries.ts'
import { findPayers, type RowRecord } from './queries.ts'

/** Rows as staff of a residence see them: of another one they see no more than that it has the money. */
export async function viewRows(
  db: Db,
  now: Date,
  company_id: number,
  rows: RowRecord[],
): Promise<ShownRow[]> {
  const today = dayOf(now)
  const ids = rows.flatMap(({ payment_id, paid_company }) =>
    payment_id !== null && paid_company === company_id ? [payment_id] : [],
  )
  const shared = (await listParts(db, company_id, ids)).filter(({ id, first }, _, all) =>
    all.some((other) => other.first === first && other.id !== id),
  )
  const everybody = [...new Set([...ids, ...shared.map(({ id }) => id)])]
  const payers = await findPayers(db, company_id, everybody, today)
  const accounts = rows.some(({ state }) => state === 'to_enter')
    ? await listAccounts(db, company_id, today)
    : []
  return rows.map((row) => {
    const { id, receipt, details, kind, state, cents, reference, payer, item, payment_id } = row
    const account = row.paid_company === company_id ? payers.get(payment_id ?? 0) : undefined
    return {
      ...{ id, receipt, details, kind, state, cents, reference, payer, item },
      at: isoTime(row.at),
      account: account ?? null,
      receipt_number: account && payment_id !== null ? receiptNumber(payment_id) : null,
      parts: shared
        .filter(({ first }) => account && first === payment_id)
        .flatMap(({ id, amount }) => {
          const account = payers.get(id)
          return account
            ? [{ account, receipt_number: receiptNumber(id), cents: amount * 100 }]
            : []
        }),
      suggestion: state === 'to_enter' ? suggestionFor(row, accounts) : null,
      entry_reference: state === 'to_enter' ? entryReference(row) : null,
    }
  })
}

/** The bank's code; where it is none that can be entered, the row itself. */
const entryReference = ({ id, receipt }: RowRecord): string =>
  receipt === null || findMpesaCode(receipt) ? rowReference(id) : receipt

type Account = Awaited<ReturnType<typeof listAccounts>>[number]

/** The account this money may belong to: by the account number in the bank's text, else by a room or a name that is likely. */
function suggestionFor({ details, cents }: RowRecord, accounts: Account[]) {
  const number = findAccountNumber(details)
  const [likely] = suggestAccounts(details, cents / 100, accounts).filter(({ likely }) => likely)
  const found = accounts.find(({ account_number }) => account_number === number) ?? likely?.account
  if (!found) return null
  const { user_id, account_number, full_name, room_number } = found
  return { user_id, account_number, full_name, room_number }
}
