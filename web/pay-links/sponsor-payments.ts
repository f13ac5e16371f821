import { getLinkPush, startLinkPush } from '#contract/pay-links.ts'
import type { StkPushState } from '#contract/payments.ts'
import { ApiError, call } from '../api.ts'
import type { PaymentCalls } from '../assistant/use-payment.ts'
import { newUuid } from '../new-uuid.ts'
import { draftStore } from '../ui/draft.ts'

interface PaidBefore {
  submission_id: string
  amount: number
  at: string
}

/** A sponsor's payments over a link, kept in their browser, so that other holders of the link don't see them. */
export interface SponsorPayments {
  /** The phone number last used to pay. */
  phone: string | null
  /**
   * The latest push. Until its reply has arrived (`answered`), an equal request is sent with the same id, so that
   * it starts no second push.
   */
  latest: { submission_id: string; phone_number: string; amount: number; answered: boolean } | null
  /** The completed payments, the latest first. */
  paid: PaidBefore[]
}

const nothing: SponsorPayments = { phone: null, latest: null, paid: [] }
const MAX_KEPT = 24

const storeOf = (token: string) =>
  draftStore<SponsorPayments>(`pay.${token}`, (stored) => ({ ...nothing, ...stored }), 'local')

export const readPayments = (token: string): SponsorPayments => storeOf(token).read() ?? nothing

const changePayments = (token: string, change: Partial<SponsorPayments>) =>
  storeOf(token).save({ ...readPayments(token), ...change })

/** Stores a completed payment, so that its receipt can be found after a reload. */
export function rememberPaid(token: string, push: StkPushState) {
  const { latest, paid } = readPayments(token)
  if (push.status !== 'completed' || !latest) return
  const { submission_id } = latest
  if (paid.some((known) => known.submission_id === submission_id)) return
  const row = { submission_id, amount: push.amount, at: push.transaction_date }
  changePayments(token, { paid: [row, ...paid].slice(0, MAX_KEPT) })
}

/** The push of a submission as the server has it; null when it has none. */
const findPush = (token: string, submission_id: string, signal?: AbortSignal) =>
  call(getLinkPush, { params: { token }, body: { submission_id } }, signal)

/** The API calls for a sponsor's payment. */
export function sponsorCalls(token: string): PaymentCalls {
  const latestPush = async (signal?: AbortSignal) => {
    const { latest } = readPayments(token)
    const reply = latest ? await findPush(token, latest.submission_id, signal) : { data: null }
    if (reply.data) rememberPaid(token, reply.data)
    return reply
  }
  return {
    async start({ phone_number, amount }) {
      const { latest } = readPayments(token)
      const isSame = latest?.phone_number === phone_number && latest.amount === amount
      const submission_id = latest && isSame && !latest.answered ? latest.submission_id : newUuid()
      const sent = { submission_id, phone_number, amount }
      changePayments(token, { phone: phone_number, latest: { ...sent, answered: false } })
      try {
        const reply = await call(startLinkPush, { params: { token }, body: sent })
        changePayments(token, { latest: { ...sent, answered: true } })
        return reply
      } catch (error) {
        const isRefused =
          error instanceof ApiError &&
          ((error.status >= 400 && error.status < 500) || error.code.startsWith('mpesa_'))
        if (isRefused) changePayments(token, { latest: null })
        throw error
      }
    },
    async status(_, signal) {
      const { data } = await latestPush(signal)
      if (!data) throw new ApiError(404, null)
      return { data }
    },
    findOpen: () => latestPush(),
    hasHistory: false,
  }
}
