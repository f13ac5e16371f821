import type { AnswerLine, AssistantData } from '#contract/assistant.ts'
import type { FrequentQuestion, TriedQuestion } from '#contract/settings.ts'
import { isTopicOfTerms, type PreparedAnswer } from '#rules/assistant/answers.ts'
import { languageOf } from '#rules/assistant/language.ts'
import { commonWords } from '#rules/assistant/match.ts'
import { isLostCode, matchOwnQuestions } from '#rules/assistant/own-questions.ts'
import { containsPin } from '#rules/assistant/pin.ts'
import { nearestQuestions, prepareAnswer } from '#rules/assistant/support.ts'
import type { Topic } from '#rules/assistant/topic-rules.ts'
import { findTopic } from '#rules/assistant/topics.ts'
import { unavailableMessage } from '#rules/assistant/unavailable.ts'
import { dayOf, monthOf } from '#rules/calendar.ts'
import { knownTerms } from '#rules/late-fee.ts'
import { findPromiseRules } from '../agreements/queries.ts'
import type { AuthUser } from '../auth/access.ts'
import { findCompanyById, listFaq, listServices, requireCompany } from '../company/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { findDepositRule } from '../deposits/queries.ts'
import { unavailable } from '../http/errors.ts'
import { addressKey, isAllowed, userKey } from '../http/throttle.ts'
import { listLateFeeTerms } from '../late-fees/late-fees.ts'
import { listFreeRooms } from '../tenancy/room-queries.ts'
import { hasOwnTerms } from '../terms/terms.ts'
import { listBundles } from '../wifi/prices.ts'
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
const USED_UP_RETRY_S = 3600

async function* streamLines(lines: AnswerLine[]): AsyncGenerator<AnswerLine, void> {
  yield* lines
}

/** Topics whose answer is better for a signed-in user. A browser whose access token has expired asks again with a new one. */
const betterSignedIn = new Set<Topic | null>(['greeting', 'what_can_you_do', 'lost_payment'])
/** Topics that are answered by rule and, in addition, with the user's last payment. */
const withLastPayment = new Set<Topic | null>(['lost_payment', 'push_problem'])

/** Answers from the user's own data: a lost code first, then everything else. */
async function personalLines(
  context: Context,
  user: AuthUser,
  text: string,
): Promise<AnswerLine[] | null> {
  if (isLostCode(text)) return [{ type: 'flow', flow: 'lost_code' }]
  const language = languageOf(text)
  const own = matchOwnQuestions(text)
  if (own.length > 0) return answerOwnQuestions(context, user, own, language)
  return findTopic(text) === 'paybill'
    ? answerOwnQuestions(context, user, ['account_number'], language)
    : null
}

const isPersonal = (text: string) => isLostCode(text) || matchOwnQuestions(text).length > 0

function linesOf({ text, button }: PreparedAnswer): AnswerLine[] {
  const lines: AnswerLine[] = [{ type: 'text', text }]
  if (!button) return lines
  return [
    ...lines,
    'flow' in button ? { type: 'flow', flow: button.flow } : { type: 'page', page: button.page },
  ]
}

/** Answers by rule: from the FAQ, the other data of the company, and how the app works. */
async function prepare(
  { config, db, now }: Context,
  { company, user, text }: Pick<Question, 'company' | 'user' | 'text'>,
  data: AssistantData,
): Promise<PreparedAnswer | null> {
  const topic = findTopic(text, company.name)
  const asksForRooms = topic === 'free_rooms' || topic === 'room_prices'
  const rooms = asksForRooms ? await listFreeRooms(db, company.id, dayOf(now())) : []
  const terms = topic === 'late_rent' ? await listLateFeeTerms(db, company.id) : []
  return prepareAnswer(text, data.faq, {
    ...data,
    lateFee: knownTerms(terms, monthOf(now())),
    freeRooms: rooms.map(({ rate }) => rate).toSorted((one, other) => one - other),
    paybill: config.daraja.shortcode,
    ...(topic === 'deposit' && { deposit: await findDepositRule(db, company.id) }),
    promises: topic === 'late_rent' && (await findPromiseRules(db, company.id)).allowed,
    hasOwnTerms: topic !== null && isTopicOfTerms(topic) && (await hasOwnTerms(db, company.id)),
    facilities: company.facilities,
    name: user?.first_name ?? null,
  })
}

async function preparedLines(
  context: Context,
  question: Question,
  data: AssistantData,
): Promise<AnswerLine[] | null> {
  const { company, user, text } = question
  const prepared = await prepare(context, question, data)
  if (!prepared) return null
  const topic = findTopic(text, company.name)
  const lines = linesOf(prepared)
  if (!user && betterSignedIn.has(topic)) return [{ type: 'flow', flow: 'sign_in' }, ...lines]
  if (!user || !withLastPayment.has(topic)) return lines
  const last = await answerOwnQuestions(context, user, ['last_payment'], languageOf(text))
  return [...lines, { type: 'text', text: '\n' }, ...last]
}

/** The answer that a question would get with these FAQ entries, for the staff who write them. */
export async function tryQuestion(
  context: Context,
  company: AssistantCompany,
  { question: text, entries }: { question: string; entries: FrequentQuestion[] },
): Promise<TriedQuestion> {
  const nothing = { entry: null, words: [], answer: null, near: [] }
  if (isPersonal(text)) return { ...nothing, kind: 'personal' }
  const data = { ...(await loadAssistantData(context, company)), faq: entries }
  const found = await prepare(context, { company, user: null, text }, data)
  const near = nearestQuestions(text, entries).questions
  if (!found?.source) return { ...nothing, kind: 'nothing', near }
  const { source, text: answer } = found
  if (source.from === 'faq') {
    const words = commonWords(text, source.question)
    return { kind: source.why, entry: source.question, words, answer, near: [] }
  }
  return source.from === 'service'
    ? { ...nothing, kind: 'service', entry: source.name, answer }
    : { ...nothing, kind: 'app', answer }
}

/** Each user has a limit of their own; visitors share one for each IP address. */
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
  const { company, user, text, closed } = question
  const earlier = question.earlier.filter((line) => !containsPin(line.text))
  if (!user) await context.throttles.messageAddress.consume(addressKey(question.address))
  // This doesn't count as a question: a browser whose access token has expired asks as a visitor first.
  if (!user && isPersonal(text)) return streamLines(signInAnswer(languageOf(text)))
  await consumeLimit(context, question, false)
  const personal = user && (await personalLines(context, user, text))
  if (personal) return streamLines(personal)
  const data = await loadAssistantData(context, company)
  const lines = await preparedLines(context, question, data)
  if (lines) return streamLines(lines)
  const { languageModel } = context
  const nearest = { ...nearestQuestions(text, data.faq), language: languageOf(text) }
  if (!languageModel)
    throw unavailable('API key is missing.', 'api_key_missing', MISSING_KEY_RETRY_S, nearest)
  await consumeLimit(context, question, true)
  const { modelQuestionCompany } = context.throttles
  if (!(await isAllowed(modelQuestionCompany, String(company.id)))) {
    const message = `That’s more than I can look up today. I still know about rent, wifi and rooms. For anything else, please call ${company.phone}.`
    throw unavailable(message, 'used_up', USED_UP_RETRY_S, nearest)
  }

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
    `That’s all that fits here. Please call ${company.phone}.`,
  )
  const first = await pieces.next().catch(logFailure)
  if (!first || first.done)
    throw unavailable(failureMessage, 'assistant_unavailable', RETRY_S, nearest)

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

export type AssistantCompany = Awaited<ReturnType<typeof requireCompany>>

/**
 * The company whose assistant answers: the user's own, else the named one, else the first one.
 * @throws {HttpError} 404 when there is no such company
 */
export async function resolveCompany(
  db: Db,
  user: AuthUser | null,
  slug: string | undefined,
): Promise<AssistantCompany> {
  const company = user && (await findCompanyById(db, user.company_id))
  return company ?? requireCompany(db, slug)
}

/** The company's data that the assistant and the language model answer from. */
export async function loadAssistantData(
  { db, now }: Pick<Context, 'db' | 'now'>,
  company: AssistantCompany,
): Promise<AssistantData> {
  const [services, packages, faq] = await Promise.all([
    listServices(db, company.id),
    listBundles(db, company.id, dayOf(now())),
    listFaq(db, company.id),
  ])
  return { company, services, packages: packages.map(toWifiBundle), faq }
}
