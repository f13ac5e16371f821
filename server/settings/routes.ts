import * as billing from '#contract/billing.ts'
import { changeDepositRule, getDepositRule } from '#contract/deposits.ts'
import * as fees from '#contract/fees.ts'
import * as pictures from '#contract/pictures.ts'
import * as rooms from '#contract/rooms.ts'
import { getSetUp, setUp } from '#contract/set-up.ts'
import * as contract from '#contract/settings.ts'
import * as log from '#contract/staff-log.ts'
import { dayOf } from '#rules/calendar.ts'
import type { AuthUser } from '../auth/access.ts'
import { findBillingRule, listTerms, replaceTerms, updateBillingRule } from '../billing/queries.ts'
import { changeSetting } from '../company/change-setting.ts'
import { listCollegesWithFaculties, replaceColleges } from '../company/colleges.ts'
import { findResidence, listFaq, listServices, lockCompany } from '../company/queries.ts'
import type { Context } from '../context.ts'
import { findDepositRule, updateDepositRule } from '../deposits/queries.ts'
import { listFees, replaceFees } from '../fees/queries.ts'
import { conflict, invalid } from '../http/errors.ts'
import { paged } from '../http/paging.ts'
import type { Serve } from '../http/serve.ts'
import { addressKey, userKey } from '../http/throttle.ts'
import { listLateFeeTerms, replaceLateFeeTerms } from '../late-fees/late-fees.ts'
import { mpesaProgress } from '../payments/check-mpesa.ts'
import { logStaffAction } from '../staff-log.ts'
import { findRooms, insertRooms } from '../tenancy/room-queries.ts'
import { addGalleryPicture, changePicture, findPictures, removeGalleryPicture } from './pictures.ts'
import {
  findProgress,
  replaceFrequentQuestions,
  replaceServices,
  updateResidence,
} from './queries.ts'
import { createResidence, requireNoCompany } from './set-up.ts'
import {
  changeStaffRole,
  inviteAgain,
  inviteStaff,
  listLog,
  listLogPeople,
  listStaff,
  removeStaff,
} from './staff.ts'

export function settingsRoutes(serve: Serve, context: Context) {
  const { db, config, throttles } = context

  serve(getSetUp, async () => {
    await requireNoCompany(db)
    return { open: true as const }
  })
  serve(
    setUp,
    async ({ body, request }) => {
      await throttles.setUp.consume(addressKey(request.ip))
      return createResidence(context, body)
    },
    // Once there is a residence it doesn't matter what was sent.
    async () => {
      await requireNoCompany(db)
      return null
    },
  )

  serve(contract.getResidence, ({ user }) => findResidence(db, user.company_id))
  serve(contract.changeResidence, ({ user, body }) =>
    changeSetting(context, user, 'residence', body, findResidence, updateResidence),
  )

  serve(getDepositRule, ({ user }) => findDepositRule(db, user.company_id))
  serve(changeDepositRule, ({ user, body }) =>
    changeSetting(context, user, 'deposit', body, findDepositRule, updateDepositRule),
  )

  serve(pictures.getPictures, ({ user }) => findPictures(db, user.company_id))
  serve(pictures.changePicture, async ({ user, params, files }) => {
    await throttles.profileImage.consume(userKey(user.company_id, user.id))
    return changePicture(context, user, params.kind, files.picture)
  })
  serve(pictures.removePicture, ({ user, params }) =>
    changePicture(context, user, params.kind, null),
  )

  serve(pictures.addGalleryPicture, async ({ user, body, files }) => {
    await throttles.profileImage.consume(userKey(user.company_id, user.id))
    return addGalleryPicture(context, user, body.caption, files.picture)
  })
  serve(pictures.removeGalleryPicture, ({ user, params }) =>
    removeGalleryPicture(context, user, params.id),
  )

  serve(contract.getFrequentQuestions, ({ user }) => listFaq(db, user.company_id))
  serve(contract.changeFrequentQuestions, ({ user, body }) =>
    changeSetting(context, user, 'faq', body, listFaq, replaceFrequentQuestions),
  )

  const today = () => dayOf(context.now())
  serve(fees.getFees, ({ user }) => listFees(db, user.company_id, today()))
  serve(fees.changeFees, ({ user, body }) =>
    changeSetting(
      context,
      user,
      'fees',
      body,
      (tx, company_id) => listFees(tx, company_id, today()),
      (tx, company_id, list) => replaceFees(tx, company_id, list, today()),
    ),
  )
  serve(billing.getBillingTerms, ({ user }) => listTerms(db, user.company_id))
  serve(billing.changeBillingTerms, ({ user, body }) =>
    changeSetting(context, user, 'billing_terms', body, listTerms, replaceTerms),
  )
  serve(billing.getBillingRule, ({ user }) => findBillingRule(db, user.company_id))
  serve(billing.changeBillingRule, ({ user, body }) =>
    changeSetting(context, user, 'billing', body, findBillingRule, updateBillingRule),
  )
  serve(fees.getLateFees, ({ user }) => listLateFeeTerms(db, user.company_id))
  serve(fees.changeLateFees, ({ user, body }) =>
    changeSetting(context, user, 'late_fees', body, listLateFeeTerms, (tx, company_id, form) =>
      replaceLateFeeTerms(tx, company_id, form, today()),
    ),
  )

  serve(contract.getServices, ({ user }) => listServices(db, user.company_id))
  serve(contract.changeServices, ({ user, body }) =>
    changeSetting(context, user, 'services', body, listServices, replaceServices),
  )

  serve(contract.getColleges, () => listCollegesWithFaculties(db))
  serve(contract.changeColleges, ({ user, body }) =>
    changeSetting(context, user, 'colleges', body, listCollegesWithFaculties, (tx, _, colleges) =>
      replaceColleges(tx, colleges),
    ),
  )

  serve(rooms.addRooms, ({ user, body }) => addRooms(context, user, body))

  serve(contract.listStaff, ({ user }) => listStaff(db, user))
  serve(contract.inviteStaff, async ({ user, body }) => {
    await throttles.invite.consume(userKey(user.company_id, user.id))
    return inviteStaff(context, user, body)
  })
  serve(contract.inviteAgain, async ({ user, params }) => {
    await throttles.invite.consume(userKey(user.company_id, user.id))
    return inviteAgain(context, user, params.id)
  })
  serve(contract.changeStaffRole, ({ user, params, body }) =>
    changeStaffRole(context, user, params.id, body.role),
  )
  serve(contract.removeStaff, ({ user, params }) => removeStaff(context, user, params.id))

  serve(log.listLog, async ({ user, query, request, reply }) => {
    const { from, until } = query
    if (from && until && until < from) {
      throw invalid('until', 'Choose the same day or a later one.')
    }
    const rows = await listLog(db, user.company_id, query)
    return paged(rows, query, { request, reply })
  })

  serve(log.listLogPeople, ({ user }) => listLogPeople(db, user.company_id))

  serve(contract.getChecklist, async ({ user }) => {
    if (config.demo) return []
    const [progress, mpesa] = await Promise.all([
      findProgress(db, user.company_id),
      mpesaProgress(context, user.company_id),
    ])
    const done: Record<contract.ChecklistItem, boolean> = {
      rooms: progress.rooms,
      first_month: progress.first_month,
      bundles: progress.bundles,
      questions: progress.faq,
      services: progress.services,
      terms: progress.terms,
      mpesa: mpesa.isChecked,
      mail: config.smtpUrl !== null && progress.mail_sent,
      staff: progress.staff > 1,
      first_payment: mpesa.isPaid,
    }
    return contract.checklistItems.map((item) => ({ item, done: done[item] }))
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
