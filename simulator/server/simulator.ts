import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { createToken } from './auth.ts'
import type { FaultList } from './faults.ts'
import { openJournal } from './journal.ts'
import { balancesOf, chargeFor, type Transfer } from './movements.ts'
import { openOutbox } from './outbox.ts'
import {
  createCheckoutId,
  createReceipt,
  createRequestId,
  isOpen,
  type ManualPayment,
  type Push,
  receiptOf,
  type SimulatedPayment,
  scriptedResult,
} from './payments.ts'
import type { PullRegistration } from './reconciliation.ts'
import { lockedSubscriber, systemBusy, unknownTransaction } from './replies.ts'
import type { PaybillRequest, PushRequest, UrlRegistration } from './requests.ts'
import { type ResultCode, scriptNameOf, scripts } from './scripts.ts'
import { createWebhooks, type ValidationResult } from './webhooks.ts'

interface SimulatorOptions {
  dataDir: string
  /** How long a customer takes. */
  delayMs: number
  now: () => Date
  log: FastifyBaseLogger
  faults: FaultList
  /** How long a business has to say whether a payment may go through. */
  validationMs?: number
}

export type Simulator = ReturnType<typeof openSimulator>

/** An open phone page asks about once a second. */
const PAGE_GONE_AFTER_MS = 3000

/** The state and actions of the pretend M-Pesa, shared by Daraja's routes and the phone page. */
export function openSimulator(options: SimulatorOptions) {
  const { dataDir, delayMs, now, log, faults, validationMs } = options
  const clock = () => now().getTime()
  const journal = openJournal(join(dataDir, 'pretend-daraja'), clock())
  const { payments, registrations, pulls } = journal
  const save = (payment: SimulatedPayment) => journal.write({ payment })
  const webhooks = createWebhooks({ journal, clock, log, faults, validationMs })
  const outbox = openOutbox({ clock, post: webhooks.post, save })
  const byPhone = new Map<string, SimulatedPayment[]>()
  const receipts = new Set<string>()
  /** When the phone page of a number asked last. Not saved: after a restart the page asks again. */
  const pageSeenAt = new Map<string, number>()
  const isPageOpen = (msisdn: string) =>
    clock() - (pageSeenAt.get(msisdn) ?? 0) < PAGE_GONE_AFTER_MS

  function index(payment: SimulatedPayment) {
    const others = byPhone.get(payment.msisdn)
    if (others) others.push(payment)
    else byPhone.set(payment.msisdn, [payment])
    receipts.add(receiptOf(payment))
    if (payment.reversal_receipt) receipts.add(payment.reversal_receipt)
    outbox.add(payment)
  }

  const paymentsOf = (msisdn: string): SimulatedPayment[] => byPhone.get(msisdn) ?? []

  function openPushOf(msisdn: string): Push | undefined {
    const isWaiting = (payment: SimulatedPayment): payment is Push =>
      payment.kind === 'push' && isOpen(payment, clock())
    return paymentsOf(msisdn).findLast(isWaiting)
  }

  function openPushes(): Push[] {
    return [...byPhone.keys()].flatMap((msisdn) => openPushOf(msisdn) ?? [])
  }

  function newReceipt() {
    const receipt = createReceipt(now(), (one) => receipts.has(one))
    receipts.add(receipt)
    return receipt
  }

  /** @throws {DarajaError} when a push is open on this phone, or when the script refuses the submit */
  function submit(request: PushRequest, overrides: Pick<Push, 'result' | 'confirmed'> = {}): Push {
    const pageIsOpen = isPageOpen(request.msisdn)
    const script = scriptNameOf(request.msisdn)
    if (!pageIsOpen && scripts[script].submit === 'busy') throw systemBusy()
    if (openPushOf(request.msisdn)) throw lockedSubscriber()
    const push: Push = {
      ...request,
      kind: 'push',
      id: createCheckoutId(now(), request.msisdn, (id) => payments.has(id)),
      merchant_request_id: createRequestId(),
      receipt: newReceipt(),
      charge_cents: chargeFor(request.amount),
      submitted_at: clock(),
      delay_ms: delayMs,
      script,
      person_since: pageIsOpen || scripts[script].waitsForPhonePage ? clock() : null,
      answer: null,
      ...overrides,
      sent: [],
    }
    save(push)
    index(push)
    return push
  }

  /** @throws {DarajaError} when this business has no such push */
  function findPush(id: string, shortcode: string): Push {
    const push = payments.get(id)
    if (push?.kind !== 'push' || push.shortcode !== shortcode) throw unknownTransaction()
    return push
  }

  /** The phone page of a number is open: an open push now waits for an answer there. */
  function pageOpened(msisdn: string) {
    pageSeenAt.set(msisdn, clock())
    const push = openPushOf(msisdn)
    if (push) waitForPhonePage(push)
  }

  function waitForPhonePage(push: Push) {
    if (push.person_since !== null || !isOpen(push, clock())) return
    push.person_since = clock()
    save(push)
    outbox.add(push)
  }

  /** The PIN was typed on the phone page, or the push cancelled. */
  function answer(push: Push, code: ResultCode) {
    push.person_since ??= clock()
    push.answer = { at: clock(), code }
    save(push)
    outbox.add(push)
  }

  /** Ends the push now; resolves when its deliveries were answered. */
  async function endAtOnce(push: Push) {
    answer(push, scriptedResult(push))
    await outbox.deliver(push)
  }

  /** Pays to the paybill without a push: the business validates the payment, then gets its confirmation. */
  async function payBill(
    request: PaybillRequest,
  ): Promise<{ payment: ManualPayment; validation: ValidationResult }> {
    const payment: ManualPayment = {
      ...request,
      kind: 'paybill',
      id: newReceipt(),
      third_party_id: '',
      charge_cents: chargeFor(request.amount),
      paid_at: clock(),
      sent: [],
    }
    const registration = registrations.get(request.shortcode)
    const validation: ValidationResult = registration
      ? await webhooks.validate(registration, payment)
      : { accepted: true, third_party_id: '' }
    if (validation.accepted) {
      payment.third_party_id = validation.third_party_id
      payment.paid_at = clock()
      save(payment)
      index(payment)
    }
    return { payment, validation }
  }

  /** Sends the money of a payment back to its payer. */
  function reverse(payment: SimulatedPayment): string {
    const receipt = newReceipt()
    payment.reversed_at = clock()
    payment.reversal_receipt = receipt
    save(payment)
    return receipt
  }

  /** An operator moves all that an account holds; null when it holds nothing. */
  function transfer(kind: Transfer['kind'], shortcode: string): Transfer | null {
    const { utility, settlement } = balancesOf(journal.book(shortcode), clock())
    const cents = kind === 'sweep' ? utility : settlement
    if (cents <= 0) return null
    const made: Transfer = { kind, receipt: newReceipt(), shortcode, cents, at: clock() }
    journal.write({ transfer: made })
    return made
  }

  for (const payment of payments.values()) index(payment)
  for (const receipt of journal.transfers.keys()) receipts.add(receipt)
  // A journal of before the portal gave reversals no receipt.
  for (const payment of payments.values()) {
    if (!payment.reversed_at || payment.reversal_receipt) continue
    payment.reversal_receipt = newReceipt()
    save(payment)
  }

  return {
    clock,
    paymentsOf,
    openPushOf,
    openPushes,
    submit,
    findPush,
    pageOpened,
    pageClosed: (msisdn: string) => pageSeenAt.delete(msisdn),
    isPageOpen,
    answer,
    endAtOnce,
    payBill,
    save,
    transfer,
    reverse,
    book: journal.book,
    paymentsTo: (shortcode: string): SimulatedPayment[] =>
      [...payments.values()].filter((payment) => payment.shortcode === shortcode),
    paybills: (): string[] => [...registrations.keys()],
    register: (registration: UrlRegistration) => journal.write({ registration }),
    /** Returns whether it was registered before. */
    registerForPull(pull: PullRegistration): boolean {
      const before = pulls.has(pull.shortcode)
      if (!before) journal.write({ pull })
      return before
    },
    mayPull: (shortcode: string) => pulls.has(shortcode),
    currentToken: () => journal.token,
    newToken() {
      const token = createToken(clock())
      journal.write({ token })
      return token
    },
    /** Makes the current token invalid. */
    refuseToken() {
      if (journal.token) journal.write({ token: { ...journal.token, expires_at: 0 } })
    },
    start: outbox.start,
    pause: outbox.pause,
    async close() {
      await outbox.stop()
      journal.close()
    },
  }
}
