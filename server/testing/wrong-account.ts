import { getUser } from '#contract/auth.ts'
import { getDeskItem, listAccounts } from '#contract/desk.ts'
import { listLedger } from '#contract/ledger.ts'
import { initiatePush } from '#contract/payments.ts'
import { getAccountNumber, getPaymentSummary } from '#contract/tenancy.ts'
import { previewTakeBack, takeBackPayment } from '#contract/wrong-account.ts'
import {
  confirmation,
  confirmTo,
  newReceipt,
  paidCallback,
  postTo,
  startFakeDaraja,
} from './fake-daraja.ts'
import { addPerson, password } from './people.ts'
import { type Caller, type DatabaseKind, endServer, startServer } from './server.ts'

export const reason = 'Meant for the other room'
export type WrongAccounts = Awaited<ReturnType<typeof openWrongAccounts>>

/** Amina's account, to which M-Pesa's payments are credited by themselves, and two staff who take them back. */
export async function openWrongAccounts(kind: DatabaseKind) {
  let at = Date.parse('2026-11-20T09:00:00Z')
  const daraja = await startFakeDaraja()
  const settings = { ...daraja.settings, THROTTLE: 'off' }
  const server = await startServer(kind, settings, () => new Date(at))
  await addPerson(server.running.context.db, 1, 'manager@acacia.example', { staff_role: 'manager' })
  const signIn = async () => ({
    grace: await server.signIn('staff@acacia.example', 'staff-demo-2026'),
    manager: await server.signIn('manager@acacia.example', password),
    amina: await server.signIn('0712345678', '12345678'),
    brian: await server.signIn('0722000002', '23456789'),
  })
  let people = await signIn()
  const account = (await people.amina.call(getAccountNumber, {})).body.account_number
  const id = String((await people.amina.call(getUser, {})).body.id)
  const confirm = (code: string, typed: string, amount: number) =>
    confirmTo(server, confirmation(code, typed, String(amount)))
  const ledger = async () => (await people.grace.call(listLedger, { params: { id } })).body
  async function numberOf(code: string) {
    const entry = (await ledger()).find(
      (one) => one.mpesa_receipt_number === code && !one.voided && one.takes_back === null,
    )
    return { params: { number: entry?.receipt_number ?? '' } }
  }
  return {
    ...{ server, daraja, account, id, confirm, ledger, numberOf },
    now: () => at,
    people: () => people,
    /** Goes on at another time, when all sessions have ended. */
    async later(ms: number) {
      at += ms
      people = await signIn()
    },
    async due(who: Caller = people.amina) {
      return (await who.call(getPaymentSummary, {})).body.current_month_balance
    },
    /** A payment to the paybill that counts for Amina. */
    async credited(amount: number) {
      const code = newReceipt()
      await confirm(code, account, amount)
      return { code, ...(await numberOf(code)) }
    },
    /** Asks a phone for rent; what it returns reports a receipt for it. */
    async push(phone_number: string, amount: number) {
      const body = { phone_number, amount, account_reference: account }
      const { status } = await people.amina.call(initiatePush, { body })
      if (status !== 200) throw new Error(`the push was answered with ${status}`)
      const path = new URL(daraja.pushes.at(-1)?.CallBackURL ?? '').pathname
      const checkout = daraja.checkoutId(daraja.pushes.length - 1)
      return (code: string) => postTo(server, path, paidCallback(checkout, code, amount))
    },
    async takeBack(params: { number: string }, staff: Caller = people.grace) {
      const { body: expected } = await staff.call(previewTakeBack, { params })
      return staff.call(takeBackPayment, { params, body: { reason, expected } })
    },
    async itemOf(item: number | null) {
      const params = { id: String(item) }
      return { params, detail: (await people.grace.call(getDeskItem, { params })).body }
    },
    async othersAccount() {
      const accounts = (await people.grace.call(listAccounts, {})).body
      return accounts.find(({ full_name }) => full_name === 'Brian Kamau')?.account_number ?? ''
    },
    async close() {
      await endServer(server)
      await daraja.close()
    },
  }
}
