import type { AnswerLine } from '#contract/assistant.ts'
import { keywordAnswer, keywordOf, ownQuestionOf, unavailableSentence } from '#rules/assistant.ts'
import { matchFaq } from '#rules/faq.ts'
import type { Member } from '../auth/access.ts'
import { listServices } from '../company/queries.ts'
import type { Context } from '../context.ts'
import { unavailable } from '../errors.ts'
import { addressKey } from '../throttle.ts'
import { preparedFaq } from './known.ts'
import type { Model } from './model.ts'
import { answerOwn, signInFirst } from './own.ts'
import { plainText } from './plain.ts'
import { instructionFor, type Said, talkFor } from './prompt.ts'
import { type Company, toldBy } from './told.ts'

export interface Question {
  company: Company
  member: Member | null
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

/** What needs no model: the FAQ, questions about oneself, keywords, in this order. */
async function known(context: Context, question: Question): Promise<AnswerLine[] | null> {
  const { company, member, text } = question
  const entry = matchFaq(await preparedFaq(context.db, company.id), text)
  if (entry) return [{ type: 'text', text: entry.answer }]
  const own = ownQuestionOf(text)
  if (own) return answerOwn(context, member, own)
  const keyword = keywordOf(text, company.name)
  if (keyword === 'lost_code') {
    return member ? [{ type: 'flow', flow: 'lost_code' }] : signInFirst
  }
  if (!keyword) return null
  const said = keywordAnswer(keyword, company, await listServices(context.db, company.id))
  return said === '' ? null : [{ type: 'text', text: said }]
}

/** Only what costs money is counted: by person, for visitors by address. */
function spend({ throttles }: Context, { member, address }: Question): Promise<void> {
  return member
    ? throttles.ask.spend(`${member.company_id}:${member.id}`)
    : throttles.askAddress.spend(addressKey(address))
}

/**
 * Answers a question. What fails before there is a first word is thrown, later it is a line.
 * @throws {HttpError} 429, or 503 with the sentence a person reads
 */
export async function answer(
  context: Context,
  model: Model | null,
  question: Question,
): Promise<Answer> {
  const lines = await known(context, question)
  if (lines) return atOnce(lines)
  if (!model) throw unavailable('API key is missing.', 'api_key_missing', no_key_retry_s)
  await spend(context, question)

  const { company, text, earlier, gone } = question
  const sorry = unavailableSentence(company.phone)
  const note = (error: unknown) => {
    if (gone.aborted) return
    // Its text may hold the talk; its name and status say enough.
    const { name, status } = error as { name?: string; status?: number }
    const reason = name === 'UnusableAnswer' ? (error as Error).message : undefined
    context.log.warn({ name, status, reason }, 'the language model failed')
  }
  const prompt = {
    instruction: instructionFor(await toldBy(context.db, company)),
    talk: talkFor(earlier, text),
  }
  const pieces = plainText(
    model(prompt, gone),
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
