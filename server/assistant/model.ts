import type { GenerateContentResponse, GoogleGenAI } from '@google/genai'
import { stripDirectionMarks } from '#rules/visible.ts'
import type { Config } from '../config.ts'
import type { ModelPrompt } from './prompt.ts'

/** Streams an answer; throws when it does not end properly. */
export type LanguageModel = (
  prompt: ModelPrompt,
  signal: AbortSignal,
) => AsyncGenerator<string, void>

const ANSWER_TIMEOUT_MS = 60_000
/** Some models spend part of these on thinking. */
const MAX_TOKENS = 1024
/** Limit for the response body: a hundred times as much as is shown. */
const MAX_RESPONSE_BYTES = 256 * 1024
/** The finish reasons of answers that can be shown. */
const properEnds = new Set(['STOP', 'MAX_TOKENS'])

/** The model's answer cannot be used. The message has the reason, without text of the answer. */
class UnusableAnswer extends Error {
  override name = 'UnusableAnswer'
}

/** The text of the first candidate, without the model's thoughts. */
const textOf = ({ candidates }: GenerateContentResponse): string =>
  (candidates?.[0]?.content?.parts ?? [])
    .map(({ text, thought }) => (typeof text === 'string' && !thought ? text : ''))
    .join('')

/** A fetch that follows no redirect and whose response bodies fail when they are too long. */
const boundedFetch: typeof fetch = async (input, init) => {
  // A redirect would take the key to another host.
  const response = await fetch(input, { ...init, redirect: 'error' })
  let left = MAX_RESPONSE_BYTES
  const bounded = response.body?.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(bytes, controller) {
        left -= bytes.byteLength
        if (left < 0) controller.error(new UnusableAnswer('too long'))
        else controller.enqueue(bytes)
      },
    }),
  )
  const { status, statusText, headers } = response
  return new Response(bounded ?? null, { status, statusText, headers })
}

/** The library is large, so it is loaded with the first question. */
export function openLanguageModel(settings: NonNullable<Config['gemini']>): LanguageModel {
  const { apiKey, baseUrl, model, patienceMs } = settings
  let client: Promise<GoogleGenAI> | null = null
  const open = async () => {
    const { GoogleGenAI } = await import('@google/genai')
    return new GoogleGenAI({
      apiKey,
      enterprise: false,
      apiVersion: 'v1beta',
      httpOptions: { fetch: boundedFetch, ...(baseUrl && { baseUrl }) },
    })
  }

  return async function* ({ instruction, conversation }, signal) {
    const stop = new AbortController()
    client ??= open().catch((error: unknown) => {
      client = null
      throw error
    })
    const { models } = await client
    const timeout = setTimeout(() => stop.abort(new UnusableAnswer('slow')), patienceMs).unref()
    try {
      const chunks = await models.generateContentStream({
        model,
        contents: conversation.map((text) => ({ role: 'user', parts: [{ text }] })),
        config: {
          systemInstruction: instruction,
          temperature: 0.2,
          candidateCount: 1,
          maxOutputTokens: MAX_TOKENS,
          abortSignal: AbortSignal.any([
            signal,
            stop.signal,
            AbortSignal.timeout(ANSWER_TIMEOUT_MS),
          ]),
        },
      })
      let end: string | undefined
      for await (const chunk of chunks) {
        if (chunk.promptFeedback?.blockReason) throw new UnusableAnswer('question blocked')
        end = chunk.candidates?.[0]?.finishReason ?? end
        const text = textOf(chunk)
        if (text === '') continue
        timeout.refresh()
        yield text
      }
      if (!end || !properEnds.has(end)) throw new UnusableAnswer(end ?? 'broke off')
    } finally {
      clearTimeout(timeout)
      // The library doesn't stop a call by itself when its reader has left.
      stop.abort()
    }
  }
}

/** An answer of this length plus the closing words still fits into a line of `earlier`. */
const MAX_CHARACTERS = 1800
/** Control characters except line breaks. */
const controls = /(?!\n)\p{Cc}/gu

/**
 * Returns a function that removes Markdown, which models write in spite of their instructions, from consecutive
 * pieces of an answer. Stars at the end of a piece wait for the next one.
 */
function createMarkdownStripper(): (piece: string) => string {
  let last = '\n'
  let stars = 0
  return (piece) => {
    let shown = ''
    const show = (character: string) => {
      shown += character
      last = character
    }
    for (const character of piece) {
      if (character === '*') {
        stars += 1
        continue
      }
      // A single star is a list's bullet or a multiplication sign.
      if (stars === 1 && character === ' ' && last === '\n') show('-')
      if (stars === 1 && character === ' ' && last === ' ') show('*')
      stars = 0
      if (character === '`' || (last === '\n' && (character === '#' || character === ' '))) continue
      show(character)
    }
    return shown
  }
}

/** The pieces of an answer as plain text, none of them blank; a long answer is cut and ends with `closing`. */
export async function* plainText(
  pieces: AsyncIterable<string>,
  closing: string,
): AsyncGenerator<string, void> {
  const strip = createMarkdownStripper()
  let left = MAX_CHARACTERS
  let waiting = ''
  for await (const piece of pieces) {
    const shown = stripDirectionMarks(
      strip(piece.slice(0, 4 * MAX_CHARACTERS).replace(controls, ' ')),
    )
    waiting += shown
    if (waiting.trim() === '') continue
    const text = [...waiting]
    waiting = ''
    if (text.length >= left) {
      yield `${text.slice(0, left).join('')}… ${closing}`
      return
    }
    left -= text.length
    yield text.join('')
  }
}
