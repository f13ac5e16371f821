import { fromPglite, PgBoss } from 'pg-boss'
import { dayOf } from '#rules/calendar.ts'
import { acts } from './acts.ts'
import { settleOverdue } from './approvals/decide.ts'
import { deleteOldSessions } from './auth/session-queries.ts'
import { findUsedProfileImages } from './auth/user-queries.ts'
import { chargeRentForAllCompanies } from './billing/charge-rent.ts'
import type { Context } from './context.ts'
import type { Database } from './db/connect.ts'
import { sweepDocuments } from './documents/store.ts'
import { chargeLateFeesForAllCompanies } from './late-fees/late-fees.ts'
import { requestReconciliation, statementStart } from './payments/statement.ts'
import { findUsedImages } from './posts/images.ts'
import { findUsedPictures } from './settings/pictures.ts'
import { updateRatesOfToday } from './tenancy/room-queries.ts'
import { endTenancies } from './tenancy/stay-queries.ts'
import { removeUnreferencedImages } from './uploads/public-images.ts'
import { anonymizeOldSessions, deleteOldHotspotLogins } from './wifi/queries.ts'

const DAILY = 'daily'
/** A day's work may begin a minute later; an idle server leaves the database alone. */
const POLLING_SECONDS = 60
/** How often acts are looked for that take effect a day after they were asked for. */
const APPROVALS_MS = 60_000
const seldom = { cronWorkerIntervalSeconds: 30, flowIntervalSeconds: 60 }

function storeOf({ engine }: Database) {
  if (engine.kind === 'pglite') {
    return { db: fromPglite(engine.pglite), backend: 'pglite' as const }
  }
  const executeSql = (text: string, values?: unknown[]) => engine.pool.query(text, values)
  return { db: { executeSql } }
}

/**
 * A step that fails is logged and does not stop the others; then the whole job, which may run twice,
 * is retried.
 */
export async function runDailyJobs(context: Context): Promise<void> {
  const now = context.now()
  const steps = {
    // First: a tenancy that has ended owes no more rent.
    tenancies: () =>
      endTenancies(context.db, dayOf(now)).then(() => chargeRentForAllCompanies(context)),
    // After the rent, and before what takes effect by itself: what is waived then was owed.
    lateFees: () => chargeLateFeesForAllCompanies(context),
    roomRates: () => updateRatesOfToday(context.db, dayOf(now)),
    approvals: () => settleOverdue(context, acts),
    requestReconciliation: () => requestReconciliation(context, statementStart(now)),
    deleteOldSessions: () => deleteOldSessions(context.db, now),
    deleteOldHotspotLogins: () => deleteOldHotspotLogins(context.db, now),
    anonymizeOldSessions: () => anonymizeOldSessions(context.db, now),
    sweepDocuments: () => sweepDocuments(context),
    sweepPublicImages: () => sweepPublicImages(context),
  }
  const failed: string[] = []
  for (const [name, step] of Object.entries(steps)) {
    try {
      await step()
    } catch (error) {
      failed.push(name)
      context.log.error({ err: error, step: name }, 'daily work failed')
    }
  }
  if (failed.length > 0) throw new Error(`daily work failed: ${failed.join(', ')}`)
}

/** Removes images of posts, profiles and residences that no row names any more. */
export const sweepPublicImages = (context: Context) =>
  removeUnreferencedImages(context, {
    byName: findUsedImages,
    byPath: async (db, paths) =>
      new Set([
        ...(await findUsedProfileImages(db, paths)),
        ...(await findUsedPictures(db, paths)),
      ]),
  })

/**
 * Durable jobs, once across all nodes: shortly after midnight in Nairobi, and at every start for
 * the days on which nothing ran.
 * @returns a function that stops them after the running job
 */
export async function startJobs(context: Context): Promise<() => Promise<void>> {
  const boss = new PgBoss({ ...storeOf(context.database), ...seldom })
  boss.on('error', (error) => context.log.warn({ err: error }, 'jobs'))
  await boss.start()
  await boss.createQueue(DAILY, { retryLimit: 10, retryDelay: 30, retryBackoff: true })
  // Sent first: what is there when a worker begins is done at once.
  await boss.send(DAILY, {}, { singletonKey: 'at start', singletonSeconds: 60 })
  await boss.work(DAILY, { pollingIntervalSeconds: POLLING_SECONDS }, () => runDailyJobs(context))
  await boss.schedule(DAILY, '1 0 * * *', {}, { tz: 'Africa/Nairobi' })
  let settling = Promise.resolve()
  const timer = setInterval(() => {
    settling = settling
      .then(() => settleOverdue(context, acts))
      .catch((error: unknown) => context.log.error({ err: error }, 'approvals failed'))
  }, APPROVALS_MS)
  return async () => {
    clearInterval(timer)
    await Promise.all([settling, boss.stop({ graceful: true, timeout: 5000 })])
  }
}
