import * as z from 'zod/mini'
import { company } from './company.ts'
import { endpoint } from './endpoint.ts'
import { multilineText } from './form.ts'
import { wifiBundle } from './wifi.ts'

/** A service of the residence, as the site, the assistant and the language model describe it. */
export const service = z.object({
  name: z.string(),
  description: z.string(),
  /** Announced, not available yet. */
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
    packages: z.array(wifiBundle),
    faq: z.array(faqEntry),
  }),
})
export type AssistantData = z.infer<typeof getAssistant.reply>

const MISSING_QUESTION = 'Please type a question.'
export const MAX_QUESTION_LENGTH = 500
/** How many earlier lines of the conversation are sent along, for the language model only. */
export const MAX_EARLIER = 6
export const MAX_EARLIER_LENGTH = 2000

const answerPages = [
  ...(['transactions', 'claims', 'wifi', 'onboard', 'profile', 'forgot'] as const),
  ...(['advertise', 'terms'] as const),
] as const
/** A page that an answer can lead to. */
export type AnswerPage = (typeof answerPages)[number]

/** One line of the streamed answer. */
export const answerLine = z.discriminatedUnion('type', [
  /** A piece of the answer, in plain text. */
  z.object({ type: z.literal('text'), text: z.string() }),
  /** Offers a flow of the assistant, such as finding a lost code or paying rent. */
  z.object({
    type: z.literal('flow'),
    flow: z.enum(['lost_code', 'sign_in', 'history', 'rent', 'promise', 'wifi']),
  }),
  /** Offers a page. */
  z.object({ type: z.literal('page'), page: z.enum(answerPages) }),
  /** The answer broke off; `message` is shown instead. */
  z.object({ type: z.literal('failed'), message: z.string() }),
])
export type AnswerLine = z.infer<typeof answerLine>

export const askAssistant = endpoint({
  method: 'POST',
  path: '/assistant/ask/',
  who: 'anyone',
  summary: 'Asks a question; the answer comes line by line (NDJSON)',
  body: z.object({
    text: multilineText(MISSING_QUESTION, MAX_QUESTION_LENGTH),
    slug: z.optional(z.string().check(z.maxLength(80))),
    earlier: z._default(
      z
        .array(
          z.object({
            from: z.enum(['person', 'assistant']),
            text: z.string().check(z.maxLength(MAX_EARLIER_LENGTH)),
          }),
        )
        .check(z.maxLength(MAX_EARLIER)),
      [],
    ),
  }),
  lines: answerLine,
})
