import type { AnswerLine, AssistantData } from '#contract/assistant.ts'
import { keywordAnswer, serviceAnswer, unavailableSentence } from '#rules/assistant.ts'
import { matchFaq } from '#rules/faq.ts'
import { keywordOf } from '#rules/keyword.ts'
import { isLostCode } from '#rules/lost-code.ts'
import { ownQuestionsOf } from '#rules/own-question.ts'
import { serviceAsked } from '#rules/service-asked.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { unavailable } from '../errors.ts'
import { addressKey } from '../throttle.ts'
import { answerOwn, ownValues, signInFirst } from './own.ts'
import { plainText } from './plain.ts'
import { instructionFor, type Said, talkFor } from './prompt.ts'
import { type Company, toldBy } from './told.ts'

export interface Question {
  company: Company
  user: AuthUser | null
  address: string
  text: string
  earlier: Said[]
  /** Aborted once nobody listens any more. */
  gone: AbortSignal
}

type Answer = AsyncIterable<AnswerLine>

const no_key_retry_s = 300
const retry_s = 30

async function* atOnce(lines: AnswerLine[]): AsyncGenerator<AnswerLine, void> {
  yield* lines
}

const said = (text: string): AnswerLine[] | null => (text === '' ? null : [{ type: 'text', text }])

/** Of oneself: a lost code, then what is one's own. */
async function aboutOneself(
  context: Context,
  user: AuthUser,
  text: string,
): Promise<AnswerLine[] | null> {
  if (isLostCode(text)) return [{ type: 'flow', flow: 'lost_code' }]
  const own = ownQuestionsOf(text)
  return own.length > 0 ? answerOwn(context, user, own) : null
}

const isAboutOneself = (text: string) => isLostCode(text) || ownQuestionsOf(text).length > 0

/** What the residence has an answer to: the FAQ, keywords, services, in this order. */
function known({ config }: Context, { company, text }: Question, told: AssistantData) {
  const entry = matchFaq(told.faq, text)
  if (entry) return said(entry.answer)
  const keyword = keywordOf(text, company.name)
  if (keyword) {
    const paybill = config.daraja.shortcode
    return said(keywordAnswer(keyword, company, { ...told, paybill }))
  }
  const service = serviceAsked(text, told.services)
  return service && said(serviceAnswer(service))
}

/** Whoever is signed in is counted alone: visitors who share the address can use nothing of it up. */
async function count({ throttles }: Context, { user, address }: Question, model: boolean) {
  const { modelQuestion, modelQuestionAddress, question, questionAddress } = throttles
  if (user) await (model ? modelQuestion : question).consume(`${user.company_id}:${user.id}`)
  else await (model ? modelQuestionAddress : questionAddress).consume(addressKey(address))
}

/**
 * Answers a question. What fails before there is a first word is thrown, later it is a line.
 * @throws {HttpError} 429, or 503 with the sentence a person reads
 */
export async function answer(context: Context, question: Question): Promise<Answer> {
  const { company, user, text, earlier, gone } = question
  // Counted for nobody, for a browser whose token has run out asks as a visitor first.
  if (!user && isAboutOneself(text)) return atOnce(signInFirst)
  await count(context, question, false)
  const own = user && (await aboutOneself(context, user, text))
  if (own) return atOnce(own)
  const told = await toldBy(context.db, company)
  const lines = known(context, question, told)
  if (lines) return atOnce(lines)
  const { languageModel } = context
  if (!languageModel) throw unavailable('API key is missing.', 'api_key_missing', no_key_retry_s)
  await count(context, question, true)

  const sorry = unavailableSentence(company.phone)
  const note = (error: unknown) => {
    if (gone.aborted) return
    // Its text may hold the talk; its name and status say enough.
    const { name, status } = error as { name?: string; status?: number }
    const reason = name === 'UnusableAnswer' ? (error as Error).message : undefined
    context.log.warn({ name, status, reason }, 'the language model failed')
  }
  const prompt = {
    instruction: instructionFor(told),
    talk: talkFor(earlier, text, user ? await ownValues(context, user) : []),
  }
  const pieces = plainText(
    languageModel(prompt, gone),
    `That is all that fits. Please call ${company.phone}.`,
  )
  const first = await pieces.next().catch(note)
  if (!first || first.done) throw unavailable(sorry, 'assistant_unavailable', retry_s)

  return (async function* (): AsyncGenerator<AnswerLine, void> {
    yield { type: 'text', text: first.value }
    try {
      for await (const piece of pieces) yield { type: 'text', text: piece }
    } catch (error) {
      note(error)
      yield { type: 'failed', message: sorry }
    }
  })()
}
