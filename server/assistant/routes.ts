import { askAssistant, getAssistant } from '#contract/assistant.ts'
import { authenticateRequest } from '../auth/access.ts'
import type { Context } from '../context.ts'
import type { Serve } from '../serve.ts'
import { answer } from './answer.ts'
import { companyAsked, toldBy } from './told.ts'

/** Some dozens are usual; more would weigh on every visit, while any of them answers its question. */
const most_faq_entries = 100

export function assistantRoutes(serve: Serve, context: Context) {
  const { db } = context

  serve(getAssistant, async ({ query, request }) => {
    const user = await authenticateRequest(context, request)
    const told = await toldBy(db, await companyAsked(db, user, query.slug))
    return { ...told, faq: told.faq.slice(0, most_faq_entries) }
  })

  serve(askAssistant, async ({ body, request, reply }) => {
    const hungUp = new AbortController()
    reply.raw.once('close', () => hungUp.abort())
    const { text, earlier, slug } = body
    const user = await authenticateRequest(context, request)
    const company = await companyAsked(db, user, slug)
    return answer(context, {
      ...{ company, user, text, earlier },
      address: request.ip,
      gone: hungUp.signal,
    })
  })
}
