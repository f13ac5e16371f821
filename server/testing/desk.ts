import { expect } from 'vitest'
import {
  assignDeskItem,
  attachDeskItem,
  confirmDeskItem,
  correctDeskItem,
  type DeskAct,
  type DeskEffect,
  type DeskItem,
  dismissDeskItem,
  getDeskItem,
  listDesk,
  previewDeskAct,
  reopenDeskItem,
  reverseDeskItem,
  type splitDeskItem,
} from '#contract/desk.ts'
import type { CallInput } from '#contract/endpoint.ts'
import { getPushStatus, initiatePush, type StkPushState } from '#contract/payments.ts'
import { toMpesaTime } from '#rules/calendar.ts'
import { applyResult, NO_PAYMENT_DETAILS } from '../payments/settle.ts'
import { testNow } from './clock.ts'
import {
  confirmation,
  confirmTo,
  newReceipt,
  paidCallback,
  postTo,
  startFakeDaraja,
} from './fake-daraja.ts'
import {
  addTenant,
  type NewTenant,
  signInGrace,
  type TestPerson,
  type TestTenant,
} from './people.ts'
import { type Caller, type DatabaseKind, endServer, startServer } from './server.ts'

type ActEndpoint =
  | typeof assignDeskItem
  | typeof splitDeskItem
  | typeof attachDeskItem
  | typeof confirmDeskItem
  | typeof reverseDeskItem

interface Act<E extends ActEndpoint> {
  params: { id: string | number }
  body: Omit<NonNullable<CallInput<E>['body']>, 'expected'>
}

/**
 * Does an act on the desk as the page does: looks first, sends what was shown along, and looks again when it has changed
 * meanwhile. The refusal of a look is the answer.
 */
export async function act<E extends ActEndpoint>(
  staff: Caller,
  endpoint: E,
  { params, body }: Act<E>,
) {
  const name = endpoint.path.split('/').at(-2)
  const look = { act: name, ...body } as DeskAct
  const preview = await staff.call(previewDeskAct, { params, body: look })
  const send = (expected: DeskEffect) =>
    staff.call(endpoint, { params, body: { ...body, expected } } as never as CallInput<E>)
  if (preview.status !== 200) return preview as never as Awaited<ReturnType<typeof send>>
  let answer = await send(preview.body)
  for (let more = 0; more < 100 && answer.body.code === 'changed_meanwhile'; more++) {
    answer = await send(answer.body.effect as DeskEffect)
  }
  return answer
}

/** A push that a tenant has started, and what M-Pesa reports of it. */
export interface TestPush {
  darajaId: string
  callback(body: unknown): Promise<Response>
  paid(receipt: string, amount: number | string): Promise<Response>
  status(): Promise<StkPushState>
}

/** An item of the desk whose M-Pesa code is known. */
type Arrived = DeskItem & { receipt: string }
type Found = { id: number | string } | undefined
export type TestDesk = Awaited<ReturnType<typeof openDesk>>

const paramsOf = (item: Found) => ({ id: String(item?.id) })

let phones = 0
let amounts = 3000

/** A sum that nobody else pays: another payment of the same one might be the same money. */
export const newAmount = () => ++amounts

/** Grace at the desk of a residence whose M-Pesa reports only what a test posts, and whose time stands still. */
export async function openDesk(kind: DatabaseKind, settings: Record<string, string> = {}) {
  let at = testNow().getTime()
  const daraja = await startFakeDaraja()
  const server = await startServer(
    kind,
    { ...daraja.settings, THROTTLE: 'off', ...settings },
    () => new Date(at),
  )
  const { context } = server.running
  const { db } = context
  const grace = await signInGrace(server)

  const listOpen = async () => (await grace.call(listDesk, { query: { limit: '100' } })).body
  async function itemOf(what: Partial<DeskItem>): Promise<DeskItem> {
    const found = (await listOpen()).find((item) =>
      Object.entries(what).every(([name, value]) => item[name as keyof DeskItem] === value),
    )
    if (!found) throw new Error(`nothing on the desk like ${JSON.stringify(what)}`)
    return found
  }

  /** A payment to the paybill; its M-Pesa code. */
  async function report(
    typed: string,
    amount: number | string,
    changes: object = {},
    code = newReceipt(),
  ) {
    const body = { ...confirmation(code, typed, String(amount)), ...changes }
    // On a machine so busy that the database doesn't answer in time it is refused, and nothing after it is what it seems.
    expect((await confirmTo(server, body)).status).toBe(200)
    return code
  }

  async function addDeskItem(
    typed: string,
    amount: number | string,
    changes: object = {},
  ): Promise<Arrived> {
    const receipt = await report(typed, amount, changes)
    return { ...(await itemOf({ receipt })), receipt }
  }

  async function push(
    who: TestTenant,
    amount: number,
    account_reference = who.account,
    changes: object = {},
  ): Promise<TestPush> {
    const phone_number = `07480${String(++phones).padStart(5, '0')}`
    const body = { phone_number, amount, account_reference, ...changes }
    const answer = await who.call(initiatePush, { body })
    if (answer.status !== 200) throw new Error(answer.body.message)
    const { checkout_request_id } = answer.body.data
    const path = new URL(daraja.pushes.at(-1)?.CallBackURL ?? '').pathname
    const darajaId = daraja.checkoutId(daraja.pushes.length - 1)
    const callback = (body: unknown) => postTo(server, path, body)
    return {
      darajaId,
      callback,
      paid: (receipt, amount) => callback(paidCallback(darajaId, receipt, amount)),
      status: async () =>
        (await who.call(getPushStatus, { body: { checkout_request_id } })).body.data,
    }
  }
  const rowOf = ({ darajaId }: TestPush) =>
    db
      .selectFrom('payment_requests')
      .where('daraja_checkout_id', '=', darajaId)
      .selectAll()
      .executeTakeFirstOrThrow()

  /** A status query says that a push was paid, and names no receipt. */
  async function paidByQuery(opened: TestPush) {
    const { company_id, id } = await rowOf(opened)
    const result = { via: 'query', code: '0', description: 'Paid', ...NO_PAYMENT_DETAILS } as const
    await applyResult(context, company_id, id, result)
  }

  const withNote =
    (endpoint: typeof confirmDeskItem) =>
    (item: Found, note = 'Looked it up') =>
      act(grace, endpoint, { params: paramsOf(item), body: { note } })

  return {
    ...{ server, daraja, db, grace, listOpen, itemOf, report, addDeskItem, push, rowOf },
    paidByQuery,
    now: () => new Date(at),
    /** Goes on at another time; the sessions of these people may have ended by then. */
    async later(ms: number, ...people: TestPerson[]) {
      at += ms
      for (const one of [grace, ...people]) await one.signIn()
    },
    addTenant: (wanted?: NewTenant) => addTenant(server, wanted),
    listClosed: async () => (await grace.call(listDesk, { query: { state: 'closed' } })).body,
    detail: async (item: Found) => (await grace.call(getDeskItem, { params: paramsOf(item) })).body,
    /** A push that counts without a receipt, since a status query has settled it. */
    async receiptless(who: TestTenant, amount: number, account_reference?: string) {
      const opened = await push(who, amount, account_reference)
      const { darajaId } = opened
      const others = daraja.answerQuery
      const paid = { status: 200, body: { ResultCode: '0', ResultDesc: 'Done' } }
      daraja.answerQuery = (id) => (id === darajaId ? paid : others(id))
      await db
        .updateTable('payment_requests')
        .set({ next_query_at: new Date(at) })
        .where('daraja_checkout_id', '=', darajaId)
        .execute()
      await server.running.followUp.tick()
      expect(await opened.status()).toMatchObject({ status: 'completed' })
      daraja.answerQuery = others
      return opened
    },
    /** Money that came now, and may be the same as that of a push without a receipt. */
    async addTwin(who: TestTenant, amount: number): Promise<Arrived> {
      const item = await addDeskItem(who.account, amount, { TransTime: toMpesaTime(new Date(at)) })
      expect(item.reason).toBe('possible_twin')
      return item
    },

    assign: (item: Found, account_number: string, amount?: number) =>
      act(grace, assignDeskItem, {
        params: paramsOf(item),
        body: { account_number, ...(amount !== undefined && { amount }) },
      }),
    attach: (item: Found, payment_id = 0) =>
      act(grace, attachDeskItem, { params: paramsOf(item), body: { payment_id } }),
    reverse: (item: Found, payment_id = 999_999, note = 'Of another tenant') =>
      act(grace, reverseDeskItem, { params: paramsOf(item), body: { payment_id, note } }),
    confirm: withNote(confirmDeskItem),
    correct: withNote(correctDeskItem),
    dismiss: withNote(dismissDeskItem),
    reopen: withNote(reopenDeskItem),

    async close() {
      await endServer(server)
      await daraja.close()
    },
  }
}
