import { nextStatus, type PushStatus, SILENT_AFTER_MS } from '#rules/payment.ts'
import type { Db } from '../db/connect.ts'
import { autoResolveWaiting } from './desk-queries.ts'
import { releasePhone } from './phone-queries.ts'
import { type StkPushRow, updatePush } from './queries.ts'

export interface Ending {
  outcome: PushStatus | 'unknown'
  /** Null when M-Pesa gave none (a refused submit). */
  code: string | null
  description: string
  at: Date
}

/**
 * Takes a locked push where its state machine allows: the only place that changes a status. An
 * ended push frees its phone and is asked about no more.
 * @returns whether anything changed
 */
export async function endPush(tx: Db, push: StkPushRow, ending: Ending): Promise<boolean> {
  const status = nextStatus(push.status, ending.outcome)
  if (status === push.status) return false
  await releasePhone(tx, push.company_id, push.id, push.phone)
  await updatePush(tx, push.company_id, push.id, {
    status,
    result_code: ending.code,
    result_desc: ending.description,
    ended_at: ending.at,
    next_query_at: null,
  })
  if (ending.at.getTime() >= push.initiated_at.getTime() + SILENT_AFTER_MS) {
    await autoResolveWaiting(tx, push.company_id, push.id, ending.at)
  }
  return true
}
