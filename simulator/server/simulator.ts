import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { openJournal } from './journal.ts'
import { openOutbox } from './outbox.ts'
import type { PullRegistration } from './pull.ts'
import {
  isOpen,
  type PaybillPayment,
  type Payment,
  type Push,
  receiptOf,
  scriptedResult,
} from './pushes.ts'
import { makeCheckoutId, makeReceipt, makeRequestId } from './receipts.ts'
import type { PushRequest, Registration, Simulation } from './requests.ts'
import { type ResultCode, scriptNameOf, scripts } from './script.ts'
import { makeToken } from './tokens.ts'
import type { Troubles } from './trouble.ts'
import { openNotices, type Verdict } from './webhooks.ts'
import { lockedSubscriber, systemBusy, unknownTransaction } from './wire-error.ts'

export interface SimulatorOptions {
  dataDir: string
  /** How long a customer takes. */
  delayMs: number
  now: () => Date
  log: FastifyBaseLogger
  troubles: Troubles
  /** How long a business has to say whether a payment may go through. */
  validationMs?: number
}

export type Simulator = ReturnType<typeof openSimulator>

/** The pretend M-Pesa itself: what the wire and the phone page both act on. */
export function openSimulator(options: SimulatorOptions) {
  const { dataDir, delayMs, now, log, troubles, validationMs } = options
  const clock = () => now().getTime()
  const journal = openJournal(join(dataDir, 'pretend-daraja'), clock())
  const { payments, registrations, pulls } = journal
  const keep = (payment: Payment) => journal.keep({ payment })
  const notices = openNotices({ journal, clock, log, troubles, validationMs })
  const outbox = openOutbox({ clock, post: notices.post, keep })
  const by_phone = new Map<string, Payment[]>()
  const receipts = new Set<string>()

  function file(payment: Payment) {
    const others = by_phone.get(payment.msisdn)
    if (others) others.push(payment)
    else by_phone.set(payment.msisdn, [payment])
    receipts.add(receiptOf(payment))
    outbox.add(payment)
  }

  const paymentsOf = (msisdn: string): Payment[] => by_phone.get(msisdn) ?? []

  function openPushOf(msisdn: string): Push | undefined {
    const isWaiting = (payment: Payment): payment is Push =>
      payment.kind === 'push' && isOpen(payment, clock())
    return paymentsOf(msisdn).findLast(isWaiting)
  }

  function openPushes(): Push[] {
    return [...by_phone.keys()].flatMap((msisdn) => openPushOf(msisdn) ?? [])
  }

  const newReceipt = () => makeReceipt(now(), (receipt) => receipts.has(receipt))

  /** @throws {DarajaError} when the phone is busy already, or its script has the submit refused */
  function submit(
    request: PushRequest,
    person_is_there: boolean,
    wished: Pick<Push, 'result' | 'confirmed'> = {},
  ): Push {
    const script = scriptNameOf(request.msisdn)
    if (!person_is_there && scripts[script].submit === 'busy') throw systemBusy()
    if (openPushOf(request.msisdn)) throw lockedSubscriber()
    const push: Push = {
      ...request,
      kind: 'push',
      id: makeCheckoutId(now(), request.msisdn, (id) => payments.has(id)),
      merchant_request_id: makeRequestId(),
      receipt: newReceipt(),
      submitted_at: clock(),
      delay_ms: delayMs,
      script,
      person_since: person_is_there || scripts[script].person ? clock() : null,
      answer: null,
      ...wished,
      sent: [],
    }
    keep(push)
    file(push)
    return push
  }

  /** @throws {DarajaError} when there is none of that id for that business */
  function findPush(id: string, shortcode: string): Push {
    const push = payments.get(id)
    if (push?.kind !== 'push' || push.shortcode !== shortcode) throw unknownTransaction()
    return push
  }

  /** From now on the push waits for the person at the phone page. */
  function hold(push: Push) {
    if (push.person_since !== null || !isOpen(push, clock())) return
    push.person_since = clock()
    keep(push)
    outbox.add(push)
  }

  /** The person has typed the PIN or cancelled. */
  function answer(push: Push, code: ResultCode) {
    push.person_since ??= clock()
    push.answer = { at: clock(), code }
    keep(push)
    outbox.add(push)
  }

  /** The push ends this moment, and the business has been told when this is done. */
  async function endAtOnce(push: Push) {
    answer(push, scriptedResult(push))
    await outbox.deliver(push)
  }

  /** Money sent to the paybill unasked: first the business is asked, then it is told. */
  async function payBill(
    request: Simulation,
  ): Promise<{ payment: PaybillPayment; verdict: Verdict }> {
    const payment: PaybillPayment = {
      ...request,
      kind: 'paybill',
      id: newReceipt(),
      third_party_id: '',
      paid_at: clock(),
      sent: [],
    }
    receipts.add(payment.id)
    const registration = registrations.get(request.shortcode)
    const verdict: Verdict = registration
      ? await notices.validate(registration, payment)
      : { accepted: true, third_party_id: '' }
    if (verdict.accepted) {
      payment.third_party_id = verdict.third_party_id
      payment.paid_at = clock()
      keep(payment)
      file(payment)
    }
    return { payment, verdict }
  }

  for (const payment of payments.values()) file(payment)

  return {
    clock,
    paymentsOf,
    openPushOf,
    openPushes,
    submit,
    findPush,
    hold,
    answer,
    endAtOnce,
    payBill,
    keep,
    paymentsTo: (shortcode: string): Payment[] =>
      [...payments.values()].filter((payment) => payment.shortcode === shortcode),
    paybills: (): string[] => [...registrations.keys()],
    register: (registration: Registration) => journal.keep({ registration }),
    /** Says whether it was registered before. */
    registerForPull(pull: PullRegistration): boolean {
      const before = pulls.has(pull.shortcode)
      if (!before) journal.keep({ pull })
      return before
    },
    mayPull: (shortcode: string) => pulls.has(shortcode),
    currentToken: () => journal.token,
    newToken() {
      const token = makeToken(clock())
      journal.keep({ token })
      return token
    },
    /** The current token is taken for invalid from now on. */
    refuseToken() {
      if (journal.token) journal.keep({ token: { ...journal.token, expires_at: 0 } })
    },
    start: outbox.start,
    pause: outbox.pause,
    async close() {
      await outbox.stop()
      journal.close()
    },
  }
}
