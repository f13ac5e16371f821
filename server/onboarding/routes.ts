import {
  getOnboardingCompany,
  listFreeRooms as listFreeRoomsEndpoint,
  type OnboardingForm,
  onboardTenant,
} from '#contract/onboarding.ts'
import { type Day, dayOf } from '#rules/calendar.ts'
import { agreedEndError, startDateError } from '#rules/tenancy.ts'
import { type AuthUser, authenticateRequest } from '../auth/access.ts'
import { requireCompany } from '../company/queries.ts'
import type { Context } from '../context.ts'
import { findDepositRule } from '../deposits/queries.ts'
import { conflict, invalidFields, unauthorised } from '../http/errors.ts'
import { requirePermission, type Serve } from '../http/serve.ts'
import { consumeForm, userKey } from '../http/throttle.ts'
import { listFreeRooms } from '../tenancy/room-queries.ts'
import { findTermsVersion } from '../terms/terms.ts'
import { enrol } from './enrol.ts'
import { findSubmission } from './queries.ts'

export function onboardingRoutes(serve: Serve, context: Context) {
  const { db, config, throttles, now } = context

  serve(getOnboardingCompany, async ({ params }) => {
    const company = await requireCompany(db, params.slug)
    const [terms_version, deposit] = await Promise.all([
      findTermsVersion(db, company.id),
      findDepositRule(db, company.id),
    ])
    return { ...company, terms_version, deposit }
  })

  serve(listFreeRoomsEndpoint, async ({ params, query }) => {
    const company = await requireCompany(db, params.slug)
    return listFreeRooms(db, company.id, query.from ?? dayOf(now()))
  })

  serve(
    onboardTenant,
    async ({ params, body, files, request }) => {
      const company = await requireCompany(db, params.slug)
      const { shortcode: paybill } = config.daraja
      const earlier = await findEarlierReply(company.id, body)
      if (earlier) return { ...earlier, paybill }
      const user = await authenticateRequest(context, request)
      // An expired session must not lead to a second account.
      if (!user && request.headers.authorization) throw unauthorised('not_signed_in')
      if (user) requireOwnCompany(user, company.id)
      // Staff fill in the form for somebody else.
      if (user?.is_staff)
        await requirePermission(
          context,
          {
            user,
            method: request.method,
            routeOptions: request.routeOptions,
            params: request.params,
          },
          'tenancies',
          'move a tenant in',
        )
      const people = user?.is_staff ? { user: null, staff: user } : { user, staff: null }
      requireValidDates(body, dayOf(now()), people.staff !== null)
      try {
        return { ...(await enrol(context, company, body, files, people)), paybill }
      } catch (error) {
        // The form was sent twice at once, and the other request succeeded.
        const other = await findEarlierReply(company.id, body)
        if (other) return { ...other, paybill }
        throw error
      }
    },
    async (request) => {
      const user = await authenticateRequest(context, request)
      return user?.is_staff
        ? throttles.onboardingByStaff.consume(userKey(user.company_id, user.id))
        : consumeForm(throttles, 'onboarding', request.ip)
    },
  )

  /** The reply to a form that was processed already but whose reply was lost. */
  async function findEarlierReply(company_id: number, form: OnboardingForm) {
    if (!form.submission_id) return null
    const submission = await findSubmission(db, form.submission_id)
    // The submission id alone must not reveal the reply.
    if (submission?.company_id !== company_id || submission.id_number !== form.id_number)
      return null
    const { account_number, room_number, rate, deposit, username } = submission
    const { must_change_password: default_password } = submission
    return { account_number, room_number, rate, deposit, username, default_password }
  }
}

function requireOwnCompany(user: AuthUser, company_id: number) {
  if (user.company_id === company_id) return
  const name = user.company_name
  throw conflict(
    `Your account belongs to ${name}. Log out to move in somewhere else.`,
    'other_company',
  )
}

function requireValidDates({ start_date, end_date }: OnboardingForm, today: Day, byStaff: boolean) {
  const start = startDateError(start_date, today, byStaff)
  const end = agreedEndError(end_date, start_date, today)
  if (start || end) {
    throw invalidFields({ ...(start && { start_date: start }), ...(end && { end_date: end }) })
  }
}
