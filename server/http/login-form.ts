import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import {
  asEmail,
  type Credentials,
  credentials,
  LONGEST_CREDENTIAL,
  type RefusedLogin,
} from '#contract/auth.ts'
import { logInByForm } from '../auth/log-in.ts'
import type { Context } from '../context.ts'
import { answerTo, parseInput } from './errors.ts'

/**
 * Logs in before the scripts of the login page run: the browser posts the form by itself, and is led home.
 * @param refuse answers with the login page that says why the form was refused
 */
export async function installLoginForm(
  app: FastifyInstance,
  context: Context,
  refuse: (
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    refused: RefusedLogin,
  ) => Promise<unknown>,
) {
  await app.register(async (forms) => {
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    // A browser that waits for a page gets one, whatever went wrong.
    forms.setErrorHandler((error: Error, request, reply) => {
      const { status, body, retryAfter } = answerTo(error, request)
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter)
      const { email = '' } = (request.body ?? {}) as { email?: string }
      const username = email.slice(0, LONGEST_CREDENTIAL)
      return refuse(request, reply, status, { username, message: body.message })
    })
    forms.post('/auth/login', { schema: { hide: true } }, async (request, reply) => {
      const { value, error } = parseInput(credentials, request.body, request.log)
      if (error) throw error
      const typed = value as Credentials
      await logInByForm(context, request, reply, { ...typed, email: asEmail(typed.email) })
      return reply.redirect('/', 303)
    })
  })
}
