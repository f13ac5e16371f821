import { askAssistant, getAssistant } from '#contract/assistant.ts'
import { memberOf } from '../auth/access.ts'
import { findCompanyById } from '../company/queries.ts'
import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import type { Serve } from '../serve.ts'
import { answer } from './answer.ts'
import { openModel } from './model.ts'
import { companyFor, toldBy } from './told.ts'

export function assistantRoutes(serve: Serve, context: Context) {
  const { db, config } = context
  const model = config.gemini && openModel(config.gemini)

  serve(getAssistant, async ({ query, request }) => {
    const member = query.slug ? null : await memberOf(context, request)
    const company = member
      ? await findCompanyById(db, member.company_id)
      : await companyFor(db, query.slug)
    if (!company) throw notFound('There is no such residence.')
    return toldBy(db, company)
  })

  serve(askAssistant, async ({ body, request, reply }) => {
    const left = new AbortController()
    reply.raw.once('close', () => left.abort())
    const { text, earlier, slug } = body
    const member = await memberOf(context, request)
    // Whoever is signed in asks their own residence, whichever they look at.
    const company = member
      ? await findCompanyById(db, member.company_id)
      : await companyFor(db, slug)
    if (!company) throw notFound('There is no such residence.')
    return answer(context, model, {
      ...{ company, member, text, earlier },
      address: request.ip,
      gone: left.signal,
    })
  })
}
