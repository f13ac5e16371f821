import { expect } from 'vitest'
import { findPayment, listClaims } from '#contract/claims.ts'
import { openDesk } from './desk.ts'
import { postTo, transactionStatus } from './fake-daraja.ts'
import type { NewTenant } from './people.ts'
import type { Caller, DatabaseKind } from './server.ts'

export type ClaimsDesk = Awaited<ReturnType<typeof openClaims>>

/** The desk of a residence whose tenants say by which code they paid; each question counts against a limit of its own. */
export async function openClaims(kind: DatabaseKind) {
  const desk = await openDesk(kind, { THROTTLE: 'on' })
  const { server, daraja, db } = desk
  const forgetTries = () => db.deleteFrom('throttles').execute()

  async function ask(who: Caller, text: string) {
    await forgetTries()
    return who.call(findPayment, { body: { text } })
  }

  /** M-Pesa is asked about a code; what it answers is posted to where it was told to. */
  async function asked(code: string) {
    const find = () => daraja.statusAsked.filter((one) => one.TransactionID === code)
    await expect.poll(() => find().length, { timeout: 10_000 }).toBeGreaterThan(0)
    const [query, ...more] = find()
    expect(more).toEqual([])
    return (body: unknown) => postTo(server, new URL(query?.ResultURL ?? '').pathname, body)
  }
  /** What M-Pesa answers of a payment to the residence. */
  const paid = (code: string, amount: number | string) =>
    transactionStatus(code, amount, server.running.context.config.daraja.shortcode)

  return {
    ...{ ...desk, ask, asked, paid },
    async addTenant(wanted?: NewTenant) {
      await forgetTries()
      return desk.addTenant(wanted)
    },
    find: async (who: Caller, text: string) => (await ask(who, text)).body,
    own: async (who: Caller, code: string) =>
      (await who.call(listClaims, {})).body.find(({ receipt }) => receipt === code),
    /** M-Pesa says that it has this payment. */
    answerPaid: async (code: string, amount: number | string) =>
      (await asked(code))(paid(code, amount)),
    /** What waits of this code. */
    waitsFor: async (code: string) =>
      (await desk.listOpen()).find(({ receipt }) => receipt === code),
  }
}
