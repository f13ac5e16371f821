import type { FastifyBaseLogger } from 'fastify'
import type { Trouble } from '#contract/simulator.ts'
import { postJson } from './post-json.ts'
import { makeConversationId, makeReceipt, makeRequestId } from './receipts.ts'
import { swapTypes } from './swap-types.ts'

/** A question that is answered later, at an address. */
export interface Asynchronous {
  shortcode: string
  result_url: string
  timeout_url: string
  occasion: string
}

export interface Outcome {
  code: number | string
  description: string
  parameters?: { Key: string; Value?: string }[]
}

const longest_wait_ms = 2000
const listens_ms = 10_000

/** Posts results once, a little after the question; whoever still waits after a restart asks again. */
export function openResults(options: {
  clock: () => number
  delayMs: number
  log: FastifyBaseLogger
}) {
  const { clock, log } = options
  const now = () => new Date(clock())
  const wait_ms = Math.min(options.delayMs / 10, longest_wait_ms)
  const stopped = new AbortController()
  const waiting = new Set<NodeJS.Timeout>()

  async function post(url: string, body: object, conversation: string) {
    const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(listens_ms)])
    try {
      const { status } = await postJson(url, body, { signal })
      log.info({ conversation, status }, 'pretend M-Pesa: result delivered')
    } catch (error) {
      log.warn({ conversation, reason: String(error) }, 'pretend M-Pesa: result lost')
    }
  }

  /** Says that the answer will come; `outcome` is found out when it goes out. */
  function accept(question: Asynchronous, trouble: Trouble | null, outcome: () => Outcome) {
    const ids = {
      OriginatorConversationID: makeRequestId(),
      ConversationID: makeConversationId(now()),
    }

    function send() {
      waiting.delete(timer)
      const timed_out = trouble?.kind === 'queue_timeout'
      const body = resultBody(question, ids, timed_out ? queueTimeout : outcome(), now())
      const url = timed_out ? question.timeout_url : question.result_url
      const posted = trouble?.kind === 'types_swapped' ? swapTypes(body) : body
      if (trouble?.kind !== 'lost') void post(url, posted, ids.ConversationID)
    }

    const timer = setTimeout(send, wait_ms)
    waiting.add(timer)
    return {
      ...ids,
      ResponseCode: '0',
      ResponseDescription: 'Accept the service request successfully.',
    }
  }

  function stop() {
    for (const timer of waiting) clearTimeout(timer)
    stopped.abort()
  }

  return { accept, stop }
}

const queueTimeout: Outcome = { code: 1, description: 'The request timed out in the queue.' }

/** An occasion that was not given, and a parameter without a value, come as a bare key. */
const resultBody = (question: Asynchronous, ids: object, outcome: Outcome, instant: Date) => ({
  Result: {
    ResultType: 0,
    ResultCode: outcome.code,
    ResultDesc: outcome.description,
    ...ids,
    TransactionID: makeReceipt(instant, () => false),
    ...(outcome.parameters && { ResultParameters: { ResultParameter: outcome.parameters } }),
    ReferenceData: {
      ReferenceItem: { Key: 'Occasion', ...(question.occasion && { Value: question.occasion }) },
    },
  },
})
