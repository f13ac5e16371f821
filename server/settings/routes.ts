import { isDeepStrictEqual } from 'node:util'
import * as pictures from '#contract/pictures.ts'
import { getSetUp, setUp } from '#contract/set-up.ts'
import * as contract from '#contract/settings.ts'
import { dayOf, isoTime } from '#rules/calendar.ts'
import type { AuthUser } from '../auth/access.ts'
import { listCollegesWithFaculties, replaceColleges } from '../company/colleges.ts'
import { listFaq, listServices } from '../company/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { conflict } from '../errors.ts'
import { paged } from '../paging.ts'
import { findLastCheck } from '../payments/check-mpesa.ts'
import type { Serve } from '../serve.ts'
import { logStaffAction } from '../staff-log.ts'
import { addressKey, userKey } from '../throttle.ts'
import { applyDue, applyDuePrices, findPlannedPrices, planPrices } from '../wifi/planned-prices.ts'
import { changePicture, findPictures } from './pictures.ts'
import {
  findProgress,
  findResidence,
  findRooms,
  insertRooms,
  listBundlePrices,
  lockCompany,
  replaceBundlePrices,
  replaceFrequentQuestions,
  replaceServices,
  updateResidence,
} from './queries.ts'
import { createResidence, requireNoCompany } from './set-up.ts'
import { changeStaffRole, inviteStaff, listLog, listStaff, removeStaff } from './staff.ts'

export function settingsRoutes(serve: Serve, context: Context) {
  const { db, config, throttles } = context

  serve(getSetUp, async () => {
    await requireNoCompany(db)
    return { open: true as const }
  })
  serve(setUp, async ({ body, request }) => {
    await throttles.setUp.consume(addressKey(request.ip))
    return createResidence(context, body)
  })

  serve(contract.getResidence, ({ user }) => findResidence(db, user.company_id))
  serve(contract.changeResidence, ({ user, body }) =>
    change(context, user, 'residence', body, findResidence, updateResidence),
  )

  serve(pictures.getPictures, ({ user }) => findPictures(db, user.company_id))
  serve(pictures.changePicture, async ({ user, params, files }) => {
    await throttles.profileImage.consume(userKey(user.company_id, user.id))
    return changePicture(context, user, params.kind, files.picture)
  })
  serve(pictures.removePicture, ({ user, params }) =>
    changePicture(context, user, params.kind, null),
  )

  serve(contract.getBundlePrices, async ({ user: { company_id } }) => {
    await applyDuePrices(db, company_id, dayOf(context.now()))
    return listBundlePrices(db, company_id)
  })
  serve(contract.getPlannedPrices, async ({ user: { company_id } }) => {
    await applyDuePrices(db, company_id, dayOf(context.now()))
    return findPlannedPrices(db, company_id)
  })
  serve(contract.planPrices, ({ user, body }) => planPrices(context, user, body))
  const findPrices = async (tx: Db, company_id: number) => {
    await applyDue(tx, company_id, dayOf(context.now()))
    return listBundlePrices(tx, company_id)
  }
  serve(contract.changeBundlePrices, ({ user, body }) =>
    change(context, user, 'bundles', body, findPrices, replaceBundlePrices),
  )

  serve(contract.getFrequentQuestions, ({ user }) => listFaq(db, user.company_id))
  serve(contract.changeFrequentQuestions, ({ user, body }) =>
    change(context, user, 'faq', body, listFaq, replaceFrequentQuestions),
  )

  serve(contract.getServices, ({ user }) => listServices(db, user.company_id))
  serve(contract.changeServices, ({ user, body }) =>
    change(context, user, 'services', body, listServices, replaceServices),
  )

  serve(contract.getColleges, () => listCollegesWithFaculties(db))
  serve(contract.changeColleges, ({ user, body }) =>
    change(context, user, 'colleges', body, listCollegesWithFaculties, (tx, _, colleges) =>
      replaceColleges(tx, colleges),
    ),
  )

  serve(contract.addRooms, ({ user, body }) => addRooms(context, user, body))

  serve(contract.listStaff, ({ user }) => listStaff(db, user))
  serve(contract.inviteStaff, async ({ user, body }) => {
    await throttles.invite.consume(userKey(user.company_id, user.id))
    return inviteStaff(context, user, body)
  })
  serve(contract.changeStaffRole, ({ user, params, body }) =>
    changeStaffRole(context, user, params.id, body.role),
  )
  serve(contract.removeStaff, ({ user, params }) => removeStaff(context, user, params.id))

  serve(contract.listLog, async ({ user, query, request, reply }) => {
    const rows = await listLog(db, user.company_id, query)
    return paged(rows, query, { request, reply }).map(({ created_at, ...entry }) => ({
      ...entry,
      at: isoTime(created_at),
    }))
  })

  serve(contract.getChecklist, async ({ user }) => {
    if (config.demo) return []
    const [progress, check] = await Promise.all([
      findProgress(db, user.company_id),
      findLastCheck(context, user.company_id),
    ])
    const isTried = (['credentials', 'paybill'] as const).every((step) =>
      check?.verdicts.some((one) => one.step === step && one.verdict === 'ok'),
    )
    const done: Record<contract.ChecklistItem, boolean> = {
      rooms: progress.rooms,
      bundles: progress.bundles,
      questions: progress.faq,
      services: progress.services,
      terms: progress.terms,
      mpesa: !config.simulator && (isTried || progress.payments),
      mail: config.smtpUrl !== null,
      staff: progress.staff > 1,
      first_payment: progress.payments,
    }
    return contract.checklistItems.map((item) => ({ item, done: done[item] }))
  })
}

/**
 * Saves a setting, unless it is no longer as it was when it was loaded.
 * @throws {HttpError} 409
 */
function change<Value>(
  { db }: Context,
  user: AuthUser,
  setting: string,
  { was, now }: { was: unknown; now: Value },
  find: (db: Db, company_id: number) => Promise<Value>,
  save: (tx: Db, company_id: number, value: Value) => Promise<unknown>,
): Promise<Value> {
  const { company_id } = user
  return db.transaction().execute(async (tx) => {
    await lockCompany(tx, company_id)
    const before = await find(tx, company_id)
    if (!isDeepStrictEqual(before, was)) {
      throw conflict(contract.CHANGED_MEANWHILE, 'changed_meanwhile')
    }
    await save(tx, company_id, now)
    const after = await find(tx, company_id)
    await logStaffAction(tx, user, {
      act: `settings.${setting}`,
      subject: 'company',
      subject_id: company_id,
      before,
      after,
    })
    return after
  })
}

interface NewRooms {
  /** The room numbers. */
  pattern: string[]
  rate: number
  capacity: number
}

/** @throws {HttpError} 409 when one of the rooms exists */
function addRooms({ db }: Context, user: AuthUser, { pattern: rooms, rate, capacity }: NewRooms) {
  const { company_id } = user
  return db.transaction().execute(async (tx) => {
    await lockCompany(tx, company_id)
    const existing = await findRooms(tx, company_id, rooms)
    if (existing.length > 0) {
      const message = `${listed(existing)} ${existing.length === 1 ? 'is' : 'are'} there already.`
      throw conflict(message, 'room_exists', { fields: { pattern: message } })
    }
    await insertRooms(
      tx,
      rooms.map((room_number) => ({ company_id, room_number, rate, capacity })),
    )
    await logStaffAction(tx, user, {
      act: 'rooms.add',
      subject: 'company',
      subject_id: company_id,
      before: null,
      after: { rooms, rate, capacity },
    })
    return { added: rooms }
  })
}

/** `A101, A102 and 3 more` */
const listed = (rooms: string[]) =>
  rooms.length <= 5
    ? rooms.join(', ')
    : `${rooms.slice(0, 4).join(', ')} and ${rooms.length - 4} more`
