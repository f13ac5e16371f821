import {
  changeProfileImage,
  forgotPassword,
  register,
  resetPasswordByLink,
  updateUser,
} from '#contract/account.ts'
import { getUser, login, logout, refreshToken } from '#contract/auth.ts'
import {
  endOtherSessions,
  endOwnSession,
  listSessions,
  type OwnSession,
} from '#contract/sessions.ts'
import { isoTime } from '#rules/calendar.ts'
import { COMPANY_COOKIE, setCompanyCookie } from '../company/cookie.ts'
import type { Context } from '../context.ts'
import { notFound } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { addressKey, consumeForm, userKey } from '../http/throttle.ts'
import type { AuthUser } from './access.ts'
import { registerUser, toUser, updateProfile, updateProfileImage } from './account.ts'
import { logIn } from './log-in.ts'
import { resetLoginAttempts } from './login-attempts.ts'
import { composeResetEmail, setPasswordByLink } from './password-reset.ts'
import { refreshSession, stopSession } from './session.ts'
import { endSessionOf, endUserSessions, listUserSessions } from './session-queries.ts'
import { loginKey } from './user-queries.ts'

async function listOwnSessions({ db, now }: Context, user: AuthUser): Promise<OwnSession[]> {
  const sessions = await listUserSessions(db, user, now())
  return sessions.map(({ id, device, created_at, used_at }) => ({
    id,
    device,
    signed_in_at: isoTime(created_at),
    last_used_at: isoTime(used_at),
    is_this: id === user.session_id,
  }))
}

export function authRoutes(serve: Serve, context: Context) {
  serve(login, async ({ body, request, reply }) => ({
    access_token: await logIn(context, request, reply, body),
  }))

  serve(refreshToken, async ({ request, reply }) => ({
    access: await refreshSession(context, request, reply),
  }))

  serve(logout, ({ request, reply }) => stopSession(context, request, reply))

  serve(listSessions, ({ user }) => listOwnSessions(context, user))

  serve(endOwnSession, async ({ user, params }) => {
    if (!(await endSessionOf(context.db, user, params.id, context.now()))) {
      throw notFound('This session has already ended.', 'session_not_found')
    }
    context.sockets.dropSession(params.id)
  })

  serve(endOtherSessions, async ({ user }) => {
    const { company_id, id, session_id } = user
    const ended = await endUserSessions(context.db, company_id, id, context.now(), session_id)
    for (const session of ended) context.sockets.dropSession(session)
    return listOwnSessions(context, user)
  })

  serve(getUser, ({ user, request, reply }) => {
    // A signed-in user sees the pages of their own company, even after following a link to another.
    if (request.cookies[COMPANY_COOKIE] !== user.company_slug) {
      setCompanyCookie(reply, context.config, user.company_slug)
    }
    return toUser(user)
  })

  serve(updateUser, async ({ body, user }) => {
    if (body.password) {
      await context.throttles.password.consume(userKey(user.company_id, user.id))
    }
    return updateProfile(context, user, body)
  })

  serve(
    changeProfileImage,
    ({ files, user }) => updateProfileImage(context, user, files?.picture),
    async ({ user }) => {
      // A refused picture counts too: it was received and examined.
      await context.throttles.profileImage.consume(`${user?.company_id}:${user?.id}`)
      return null
    },
  )

  serve(register, async ({ body, request }) => {
    const { company, password2: _, ...details } = body
    const giveBack = await consumeForm(context.throttles, 'register', request.ip)
    try {
      await registerUser(context, details, company)
    } catch (error) {
      await giveBack()
      throw error
    }
    return { message: 'Welcome. Please log in with your email address.' }
  })

  serve(forgotPassword, async ({ body, request }) => {
    await context.throttles.reset.consume(addressKey(request.ip))
    context.mail.sendLater(() => composeResetEmail(context, loginKey(body.email)))
    return {
      message:
        'If that account has an email, we’ve sent a link. It works once, for 30 minutes. Check your spam folder.',
    }
  })

  serve(resetPasswordByLink, async ({ body, request }) => {
    await context.throttles.reset.consume(addressKey(request.ip))
    await resetLoginAttempts(context, await setPasswordByLink(context, body))
    return { message: 'Your password has been changed. Please log in with it.' }
  })
}
