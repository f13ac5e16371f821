import { getDeskItem } from '#contract/desk.ts'
import { listLedger } from '#contract/ledger.ts'
import { previewTakeBack, takeBackPayment } from '#contract/wrong-account.ts'
import { openDesk } from './desk.ts'
import { addStaff, type TestPerson } from './people.ts'
import type { Caller, DatabaseKind } from './server.ts'

export const reason = 'Meant for the other room'
export type WrongAccounts = Awaited<ReturnType<typeof openWrongAccounts>>

/** Accounts to which M-Pesa's payments are credited by themselves, and two staff who take them back. */
export async function openWrongAccounts(kind: DatabaseKind) {
  const desk = await openDesk(kind)
  const { grace } = desk
  const manager = await addStaff(desk.server, 'manager')
  return {
    ...{ ...desk, manager },
    later: (ms: number, ...people: TestPerson[]) => desk.later(ms, manager, ...people),

    /** A tenant who owes 6,500, and what happens on their account. */
    async addPayer() {
      const payer = await desk.addTenant({ owes: 6500 })
      // The ledger lists by time: their rent is older than all that follows.
      await desk.later(1000)
      const { params } = payer
      const ledger = async () => (await grace.call(listLedger, { params })).body
      async function numberOf(code: string) {
        const entry = (await ledger()).find(
          (one) => one.mpesa_receipt_number === code && !one.voided && one.takes_back === null,
        )
        return { params: { number: entry?.receipt_number ?? '' } }
      }
      return {
        ...{ payer, account: payer.account, due: payer.owed, ledger, numberOf },
        /** A payment to the paybill that counts for them. */
        async credited(amount: number) {
          const code = await desk.report(payer.account, amount)
          return { code, ...(await numberOf(code)) }
        },
      }
    },

    async takeBack(params: { number: string }, staff: Caller = grace) {
      const { body: expected } = await staff.call(previewTakeBack, { params })
      return staff.call(takeBackPayment, { params, body: { reason, expected } })
    },
    async itemOf(item: number | null) {
      const params = { id: String(item) }
      return { params, detail: (await grace.call(getDeskItem, { params })).body }
    },
  }
}
