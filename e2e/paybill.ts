import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toMpesaTime } from '#rules/calendar.ts'
import type { AppServer } from './fixtures.ts'

/** A receipt as M-Pesa makes them. */
export const newReceipt = () => `UK${randomBytes(4).toString('hex').toUpperCase()}`

/** The registered confirmation URL, from the simulator's journal. */
function confirmationUrl({ dataDir }: AppServer): string {
  const journal = readFileSync(join(dataDir, 'pretend-daraja', 'journal.jsonl'), 'utf8')
  const url = [...journal.matchAll(/"confirmation_url":"([^"]+)"/g)].at(-1)?.[1]
  if (!url) throw new Error('the paybill is not registered')
  return url
}

/** Posts a paybill confirmation as M-Pesa does, without a validation before it. */
export function postConfirmation(server: AppServer, body: object): Promise<Response> {
  return fetch(confirmationUrl(server), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

/** Money arrives at the paybill with any text as account number; returns its receipt. */
export async function arrive(server: AppServer, typed: string, amount: string): Promise<string> {
  const receipt = newReceipt()
  const answer = await postConfirmation(server, {
    TransactionType: 'Pay Bill',
    TransID: receipt,
    TransTime: toMpesaTime(new Date()),
    TransAmount: amount,
    BusinessShortCode: '174379',
    BillRefNumber: typed,
    InvoiceNumber: '',
    OrgAccountBalance: '100000.00',
    ThirdPartyTransID: '',
    MSISDN: '2547 ***** 126',
    FirstName: 'PRETEND',
    MiddleName: '',
    LastName: '',
  })
  if (answer.status !== 200) throw new Error(`not accepted: ${answer.status}`)
  return receipt
}
