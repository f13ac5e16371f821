import * as z from 'zod/mini'
import { company } from './company.ts'
import { endpoint } from './endpoint.ts'
import { multilineText } from './form.ts'
import { wifiPackage } from './wifi.ts'

/** What the residence offers; told alike by site, assistant and language model. */
export const service = z.object({
  name: z.string(),
  description: z.string(),
  /** Announced, not there yet. */
  coming_soon: z.boolean(),
})

export const faqEntry = z.object({ question: z.string(), answer: z.string() })

export const getAssistant = endpoint({
  method: 'GET',
  path: '/assistant/',
  who: 'anyone',
  summary: 'What the assistant can tell and sell: the named residence, else the first',
  query: z.object({ slug: z.optional(z.string().check(z.maxLength(80))) }),
  reply: z.object({
    company,
    services: z.array(service),
    packages: z.array(wifiPackage),
    faq: z.array(faqEntry),
  }),
})
export type AssistantData = z.infer<typeof getAssistant.reply>

const blank = 'Please type a question.'
export const longest_question = 500
/** So much of the talk before it is sent along, for the language model only. */
export const most_earlier = 6
export const longest_earlier = 2000

/** One line of an answer, as it comes. */
export const answerLine = z.discriminatedUnion('type', [
  /** A piece of the answer: plain text, to be shown as text. */
  z.object({ type: z.literal('text'), text: z.string() }),
  /**
   * What helps is a flow of the assistant: it asks for the payment reference or to sign in, or shows
   * what was paid.
   */
  z.object({ type: z.literal('flow'), flow: z.enum(['lost_code', 'sign_in', 'history']) }),
  /** It broke off; what the person reads instead (spec 8). */
  z.object({ type: z.literal('failed'), message: z.string() }),
])
export type AnswerLine = z.infer<typeof answerLine>

export const askAssistant = endpoint({
  method: 'POST',
  path: '/assistant/ask/',
  who: 'anyone',
  summary: 'Asks a question; the answer comes line by line (NDJSON)',
  body: z.object({
    text: multilineText(blank, longest_question),
    slug: z.optional(z.string().check(z.maxLength(80))),
    earlier: z._default(
      z
        .array(
          z.object({
            from: z.enum(['person', 'assistant']),
            text: z.string().check(z.maxLength(longest_earlier)),
          }),
        )
        .check(z.maxLength(most_earlier)),
      [],
    ),
  }),
  lines: answerLine,
})
