import type { AnswerLine, AssistantData } from '#contract/assistant.ts'
import { keywordAnswer, serviceAnswer, unavailableMessage } from '#rules/assistant/answers.ts'
import { matchFaq, matchKeyword, matchService } from '#rules/assistant/match.ts'
import { isLostCode, matchOwnQuestions } from '#rules/assistant/own-questions.ts'
import type { AuthUser } from '../auth/access.ts'
import {
  findCompanyById,
  findCompanyBySlug,
  findFirstCompany,
  listFaq,
  listServices,
} from '../company/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { notFound, unavailable } from '../errors.ts'
import { addressKey, userKey } from '../throttle.ts'
import { listBundles } from '../wifi/queries.ts'
import { toWifiBundle } from '../wifi/shape.ts'
import { plainText } from './model.ts'
import { answerOwnQuestions, loadPersonalValues, signInAnswer } from './own-answers.ts'
import { type ConversationLine, conversationFor, instructionFor } from './prompt.ts'

export interface Question {
  company: AssistantCompany
  user: AuthUser | null
  address: string
  text: string
  earlier: ConversationLine[]
  /** Aborted when the connection closes. */
  closed: AbortSignal
}

type Answer = AsyncIterable<AnswerLine>

const MISSING_KEY_RETRY_S = 300
const RETRY_S = 30

async function* streamLines(lines: AnswerLine[]): AsyncGenerator<AnswerLine, void> {
  yield* lines
}

const textLines = (text: string): AnswerLine[] | null =>
  text === '' ? null : [{ type: 'text', text }]

/** Answers from the user's own data: a lost code first, then everything else. */
async function personalLines(
  context: Context,
  user: AuthUser,
  text: string,
): Promise<AnswerLine[] | null> {
  if (isLostCode(text)) return [{ type: 'flow', flow: 'lost_code' }]
  const own = matchOwnQuestions(text)
  return own.length > 0 ? answerOwnQuestions(context, user, own) : null
}

const isPersonal = (text: string) => isLostCode(text) || matchOwnQuestions(text).length > 0

/** Prepared answers: the FAQ, keywords, services, in this order. */
function preparedLines({ config }: Context, { company, text }: Question, data: AssistantData) {
  const entry = matchFaq(data.faq, text)
  if (entry) return textLines(entry.answer)
  const keyword = matchKeyword(text, company.name)
  if (keyword) {
    return textLines(keywordAnswer(keyword, { ...data, paybill: config.daraja.shortcode }))
  }
  const service = matchService(text, data.services)
  return service && textLines(serviceAnswer(service))
}

/** Users have a limit of their own, visitors one for each address. */
async function consumeLimit({ throttles }: Context, { user, address }: Question, model: boolean) {
  const { modelQuestion, modelQuestionAddress, question, questionAddress } = throttles
  if (user) await (model ? modelQuestion : question).consume(userKey(user.company_id, user.id))
  else await (model ? modelQuestionAddress : questionAddress).consume(addressKey(address))
}

/**
 * Answers a question. A failure before the first piece of text is thrown, a later one becomes a line.
 * @throws {HttpError} 429, or 503 with a sentence for the user
 */
export async function answer(context: Context, question: Question): Promise<Answer> {
  const { company, user, text, earlier, closed } = question
  // Consumes no limit: a browser whose access token has expired asks as a visitor first.
  if (!user && isPersonal(text)) return streamLines(signInAnswer)
  await consumeLimit(context, question, false)
  const personal = user && (await personalLines(context, user, text))
  if (personal) return streamLines(personal)
  const data = await loadAssistantData(context.db, company)
  const lines = preparedLines(context, question, data)
  if (lines) return streamLines(lines)
  const { languageModel } = context
  if (!languageModel)
    throw unavailable('API key is missing.', 'api_key_missing', MISSING_KEY_RETRY_S)
  await consumeLimit(context, question, true)

  const failureMessage = unavailableMessage(company.phone)
  const logFailure = (error: unknown) => {
    if (closed.aborted) return
    // The message is not logged: it may contain the conversation.
    const { name, status } = error as { name?: string; status?: number }
    const reason = name === 'UnusableAnswer' ? (error as Error).message : undefined
    context.log.warn({ name, status, reason }, 'the language model failed')
  }
  const prompt = {
    instruction: instructionFor(data),
    conversation: conversationFor(
      earlier,
      text,
      user ? await loadPersonalValues(context, user) : [],
    ),
  }
  const pieces = plainText(
    languageModel(prompt, closed),
    `That is all that fits. Please call ${company.phone}.`,
  )
  const first = await pieces.next().catch(logFailure)
  if (!first || first.done) throw unavailable(failureMessage, 'assistant_unavailable', RETRY_S)

  return (async function* (): AsyncGenerator<AnswerLine, void> {
    yield { type: 'text', text: first.value }
    try {
      for await (const piece of pieces) yield { type: 'text', text: piece }
    } catch (error) {
      logFailure(error)
      yield { type: 'failed', message: failureMessage }
    }
  })()
}

export type AssistantCompany = NonNullable<Awaited<ReturnType<typeof findFirstCompany>>>

/**
 * The company whose assistant answers: the user's own, else the named one, else the first one.
 * @throws {HttpError} 404 when there is no such company
 */
export async function resolveCompany(
  db: Db,
  user: AuthUser | null,
  slug: string | undefined,
): Promise<AssistantCompany> {
  const company = user
    ? await findCompanyById(db, user.company_id)
    : await (slug ? findCompanyBySlug(db, slug) : findFirstCompany(db))
  if (!company) throw notFound('There is no such residence.')
  return company
}

/** What the assistant and the language model know about a company. */
export async function loadAssistantData(db: Db, company: AssistantCompany): Promise<AssistantData> {
  const [services, packages, faq] = await Promise.all([
    listServices(db, company.id),
    listBundles(db, company.id),
    listFaq(db, company.id),
  ])
  return { company, services, packages: packages.map(toWifiBundle), faq }
}
