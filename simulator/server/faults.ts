import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import {
  type Fault,
  type FaultKind,
  type FaultPlace,
  getFaults,
  setFaults,
} from '#contract/simulator.ts'
import { invalidInput } from '../../server/http/errors.ts'
import type { SimulatedPayment } from './payments.ts'
import {
  DarajaError,
  lockedSubscriber,
  systemBusy,
  unknownTransaction,
  wrongCredentials,
} from './replies.ts'

export interface FaultList {
  /** Replaces the whole list. */
  set(list: Fault[]): void
  remaining(): Fault[]
  /** The next fault of this place; each happens `times` times. */
  take(place: FaultPlace): Fault | null
}

/** The faults that were ordered and have not happened yet. In memory only: a restart clears them. */
export function createFaultList(): FaultList {
  let list: Fault[] = []
  return {
    set(faults) {
      list = faults.map((fault) => ({ ...fault }))
    },
    remaining: () => list,
    take(place) {
      const fault = list.find(({ on }) => on === place)
      if (!fault) return null
      fault.times -= 1
      list = list.filter(({ times }) => times > 0)
      return fault
    },
  }
}

/** Lets tests order faults. Errors are answered by the error handler of the app (server/http/errors.ts). */
export async function faultRoutes(app: FastifyInstance, { faults }: { faults: FaultList }) {
  const path = getFaults.path.replace(app.prefix, '')

  app.get(path, async () => ({ trouble: faults.remaining() }))

  app.put(path, async (request) => {
    const parsed = setFaults.body.safeParse(request.body)
    if (!parsed.success) throw invalidInput(parsed.error)
    faults.set(parsed.data.trouble)
    return { trouble: faults.remaining() }
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The fault that happens to this call. */
    fault: Fault | null
  }
  interface FastifyContextConfig {
    /** The place under which faults of this call are ordered. */
    faultPlace?: FaultPlace
  }
}

/** Closes the connection without an answer. */
export function hangUp(reply: FastifyReply) {
  reply.hijack()
  reply.raw.socket?.destroy()
}

/** Hooks that apply faults to calls; a route names its place in its config. */
export function installFaults(
  app: FastifyInstance,
  { faults, refuseToken }: { faults: FaultList; refuseToken: () => void },
) {
  app.decorateRequest('fault', null)

  app.addHook('onRequest', async (request, reply) => {
    const place = request.routeOptions.config.faultPlace
    const fault = place ? faults.take(place) : null
    request.fault = fault
    if (!fault) return
    request.log.info({ place, kind: fault.kind }, 'pretend M-Pesa: trouble')
    if (fault.kind === 'refused') return hangUp(reply)
    if (fault.kind.startsWith('token_refused')) refuseToken()
    const answer = faultReplies[fault.kind]?.()
    if (answer instanceof DarajaError) throw answer
    if (answer) return reply.code(answer.status).type(answer.type).send(answer.body)
  })

  app.addHook('preSerialization', async ({ fault }, _, payload) =>
    fault?.kind === 'types_swapped' && typeof payload === 'object' && payload
      ? swapTypes(payload)
      : payload,
  )

  app.addHook('onSend', async ({ fault }, reply, payload) => {
    if (fault?.kind === 'slow') await sleep(fault.ms, null, { ref: false })
    if (fault?.kind === 'dropped') hangUp(reply)
    if (fault?.kind !== 'empty') return payload
    reply.code(200)
    return ''
  })
}

/** A reply in another format than Daraja's errors. */
interface RawReply {
  status: number
  type: string
  body: string | object
}

/** The gateway in front of Daraja has an error format of its own. */
const spikeArrest = (status: number): RawReply => ({
  status,
  type: 'application/json',
  body: {
    fault: {
      faultstring:
        'Spike arrest violation. Allowed rate : MessageRate{messagesPerPeriod=5, periodInMicroseconds=1000000}',
      detail: { errorcode: 'policies.ratelimit.SpikeArrestViolation' },
    },
  },
})

const badGateway: RawReply = {
  status: 502,
  type: 'text/html',
  body: '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>',
}

/** The replies of faults that keep the request from being carried out. */
const faultReplies: Partial<Record<FaultKind, () => DarajaError | RawReply>> = {
  token_refused_401: () =>
    new DarajaError(401, '401.003.01', 'Error Occurred: Invalid Access Token'),
  busy: systemBusy,
  spike_arrest: () => spikeArrest(500),
  spike_429: () => spikeArrest(429),
  quota: () => new DarajaError(500, '500.003.03', 'Error Occurred: Quota Violation'),
  locked: lockedSubscriber,
  wrong_credentials: wrongCredentials,
  bad_phone: () => new DarajaError(400, '400.002.02', 'Bad Request - Invalid PhoneNumber'),
  being_processed: () => new DarajaError(500, '500.001.1001', 'The transaction is being processed'),
  empty_message: () => new DarajaError(200, '500.001.1001', ''),
  does_not_exist: unknownTransaction,
  html: () => badGateway,
}

/** Replaces the last character by another one. */
const changeLastCharacter = (text: string) => text.slice(0, -1) + (text.endsWith('0') ? '1' : '0')

/** Alters the last path segment of an URL, which holds a payment's secret. */
export const withWrongSecret = (url: string) =>
  url.replace(/[^/]+(?=\/*$)/, (segment) => changeLastCharacter(segment))

/** The payment that is reported to the business instead of the real one. */
export const alteredPayments: Partial<
  Record<FaultKind, (payment: SimulatedPayment) => SimulatedPayment>
> = {
  unknown_checkout: (payment) => ({ ...payment, id: changeLastCharacter(payment.id) }),
  other_amount: (payment) => ({ ...payment, amount: payment.amount - 1 }),
}

/** Without leading zeros: those would be lost in a number. */
const plainNumber = /^(0|[1-9]\d{0,14})(\.\d{1,2})?$/

/** Turns numbers into strings and numeric strings into numbers. */
export const swapTypes = (body: object): object => swap(body) as object

function swap(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return plainNumber.test(value) ? Number(value) : value
  if (Array.isArray(value)) return value.map(swap)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, swap(one)]))
}
