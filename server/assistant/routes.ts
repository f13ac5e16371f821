import { askAssistant, getAssistant } from '#contract/assistant.ts'
import * as settings from '#contract/settings.ts'
import { authenticateRequest } from '../auth/access.ts'
import type { Context } from '../context.ts'
import type { Serve } from '../http/serve.ts'
import { answer, loadAssistantData, resolveCompany, tryQuestion } from './answer.ts'

/** The page shows no more than these; questions are matched against all. */
const MAX_SHOWN_FAQ = 100

export function assistantRoutes(serve: Serve, context: Context) {
  const { db } = context

  serve(settings.tryQuestion, async ({ user, body }) =>
    tryQuestion(context, await resolveCompany(db, user, undefined), body),
  )

  serve(getAssistant, async ({ query, request }) => {
    const user = await authenticateRequest(context, request)
    const data = await loadAssistantData(context, await resolveCompany(db, user, query.slug))
    return { ...data, faq: data.faq.slice(0, MAX_SHOWN_FAQ) }
  })

  serve(askAssistant, async ({ body, request, reply }) => {
    const closed = new AbortController()
    reply.raw.once('close', () => closed.abort())
    const { text, earlier, slug } = body
    const user = await authenticateRequest(context, request)
    const company = await resolveCompany(db, user, slug)
    return answer(context, {
      company,
      user,
      text,
      earlier,
      address: request.ip,
      closed: closed.signal,
    })
  })
}
