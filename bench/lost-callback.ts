import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { initiatePush } from '#contract/payments.ts'
import { getAccountNumber } from '#contract/tenancy.ts'
import { toMpesaDateTime } from '#rules/calendar.ts'
import { amina } from '../server/demo/people.ts'
import { startFakeDaraja } from '../server/testing/fake-daraja.ts'
import { signInAt } from '../server/testing/server.ts'
import type { Row } from './row.ts'
import { newDatabase, startProcess } from './server-process.ts'

/** When the person types the PIN, in seconds: soon, and just after M-Pesa was asked. */
const typed_after = [2, 11, 31]
const patience_ms = 120_000

/** From the money's leaving to its credit when M-Pesa never calls back: the real schedule, in real time. */
export async function lostCallback(): Promise<Row[]> {
  const daraja = await startFakeDaraja()
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL, ...daraja.settings })
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  const person = await signInAt(server.url, `0${amina.phone.slice(3)}`, amina.id_number)
  const account_reference = (await person.call(getAccountNumber, {})).body.account_number
  const paid = new Map<string, number>()
  daraja.answerQuery = (id) =>
    paid.has(id)
      ? { status: 200, body: { ResultCode: '0', ResultDesc: 'Done' } }
      : { status: 200, body: { ResultCode: '4999', ResultDesc: 'Still under processing' } }

  /** The seconds from the PIN to the credit. */
  async function payAndWait(index: number, after: number, inTheStatement: boolean) {
    const amount = 100 + index
    const phone_number = `074600000${index}`
    await person.call(initiatePush, { body: { phone_number, amount, account_reference } })
    const push = daraja.pushes[index]
    if (!push) throw new Error('no push has arrived')
    await pause(after * 1000)
    const at = Date.now()
    paid.set(daraja.checkoutId(index), at)
    if (inTheStatement) {
      daraja.statement.push({
        transactionId: `UKL410000${index}`,
        billreference: push.AccountReference,
        amount: `${amount}.00`,
        trxDate: `${toMpesaDateTime(new Date(at))}Z`,
      })
    }
    while (Date.now() < at + patience_ms) {
      const { rows } = await client.query('select 1 from payments where amount = $1', [amount])
      if (rows.length > 0) return (Date.now() - at) / 1000
      await pause(100)
    }
    throw new Error('a payment was never credited')
  }

  const asked: Promise<number>[] = []
  for (const [index, after] of typed_after.entries()) {
    asked.push(payAndWait(index, after, false))
    while (daraja.pushes.length <= index) await pause(20)
  }
  daraja.answerPush = () => ({ status: 502, body: 'Bad Gateway' })
  const listed = payAndWait(typed_after.length, 2, true)
  const slowest = Math.max(...(await Promise.all(asked)))
  const fromStatement = await listed
  await client.end()
  await server.end()
  await daraja.close()
  const row = (what: string, seconds: number): Row => ({
    what,
    figure: `${seconds.toFixed(1)} s`,
    floor: '',
    ratio: '',
    wanted: '< 60 s',
  })
  return [
    row(`callback lost: PIN to credit, slowest of ${typed_after.length}`, slowest),
    row("the submit's reply lost too", fromStatement),
  ]
}
