import { listOfferedRooms, onboardStudent, type StudentOnboarding } from '#contract/onboarding.ts'
import { type Day, dayOf } from '#rules/calendar.ts'
import { endProblem, startProblem } from '#rules/tenancy.ts'
import { type AuthUser, authenticateRequest } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { conflict, invalidFields, notFound, unauthorised } from '../errors.ts'
import type { Serve } from '../serve.ts'
import { listFreeRooms } from '../tenancy/room-queries.ts'
import { addressKey } from '../throttle.ts'
import { enrol } from './enrol.ts'
import { findCompanyBySlug, findSubmission } from './queries.ts'

export function onboardingRoutes(serve: Serve, context: Context) {
  const { db, config, throttles, now } = context

  async function companyOf(slug: string) {
    const company = await findCompanyBySlug(db, slug)
    if (!company) throw notFound('There is no such residence.', 'company_not_found')
    return company
  }

  serve(listOfferedRooms, async ({ params, query }) => {
    const company = await companyOf(params.slug)
    return listFreeRooms(db, company.id, query.from ?? dayOf(now()))
  })

  serve(
    onboardStudent,
    async ({ params, body, files, request }) => {
      const company = await companyOf(params.slug)
      const { shortcode: paybill } = config.daraja
      const before = await answeredBefore(company.id, body)
      if (before) return { ...before, paybill }
      const user = await authenticateRequest(context, request)
      // Somebody who believes to be signed in does not get a second account.
      if (!user && request.headers.authorization) throw unauthorised('not_signed_in')
      if (user) mayMoveIn(user, company.id)
      checkDates(body, dayOf(now()))
      try {
        return { ...(await enrol(context, company, body, files, user)), paybill }
      } catch (error) {
        // The same form, sent twice at once: the other one has done it.
        const other = await answeredBefore(company.id, body)
        if (other) return { ...other, paybill }
        throw error
      }
    },
    (request) => throttles.onboarding.consume(addressKey(request.ip)),
  )

  /** The answer to a form that has been taken in already: its reply was lost. */
  async function answeredBefore(company_id: number, form: StudentOnboarding) {
    if (!form.submission_id) return null
    const made = await findSubmission(db, form.submission_id)
    // Whoever knows the form's own mark has its ID number too.
    if (!made || made.company_id !== company_id || made.id_number !== form.id_number) return null
    const { account_number, room_number, rate, username, must_change_password } = made
    return { account_number, room_number, rate, username, default_password: must_change_password }
  }
}

function mayMoveIn(user: AuthUser, company_id: number) {
  if (user.is_staff) {
    throw conflict('You are signed in as staff. Log out to fill in this form.', 'staff')
  }
  if (user.company_id !== company_id) {
    const name = user.company_name
    throw conflict(
      `Your account belongs to ${name}. Log out to move in somewhere else.`,
      'other_company',
    )
  }
}

function checkDates({ start_date, end_date }: StudentOnboarding, today: Day) {
  const start = startProblem(start_date, today)
  const end = endProblem(end_date, start_date)
  if (start || end) {
    throw invalidFields({ ...(start && { start_date: start }), ...(end && { end_date: end }) })
  }
}
