import type { GenerateContentResponse, GoogleGenAI } from '@google/genai'
import type { Config } from '../config.ts'
import type { Prompt } from './prompt.ts'

/** Answers piece by piece; throws whenever it does not come to a proper end. */
export type LanguageModel = (prompt: Prompt, signal: AbortSignal) => AsyncGenerator<string, void>

/** So long an answer may take in all. */
const answer_ms = 60_000
/** Some of them are spent on thinking by some models. */
const most_tokens = 1024
/** Of an answer on the wire: a hundred times what is shown. */
const most_bytes = 256 * 1024
/** Ends that a person may read up to. */
const proper_ends = new Set(['STOP', 'MAX_TOKENS'])

/** The model's answer cannot be used; it names why, without any text of it. */
class UnusableAnswer extends Error {
  override name = 'UnusableAnswer'
}

/** The text of the first candidate, without what a model thinks aloud. */
const textOf = ({ candidates }: GenerateContentResponse): string =>
  (candidates?.[0]?.content?.parts ?? [])
    .map(({ text, thought }) => (typeof text === 'string' && !thought ? text : ''))
    .join('')

/** A fetch whose answers end with an error when they grow beyond measure. */
const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init)
  let left = most_bytes
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

/** The language model of the settings; its library is large and loaded with the first question. */
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

  return async function* ({ instruction, talk }, signal) {
    const stop = new AbortController()
    client ??= open().catch((error: unknown) => {
      client = null
      throw error
    })
    const { models } = await client
    const patience = setTimeout(() => stop.abort(new UnusableAnswer('slow')), patienceMs).unref()
    try {
      const chunks = await models.generateContentStream({
        model,
        contents: talk.map((text) => ({ role: 'user', parts: [{ text }] })),
        config: {
          systemInstruction: instruction,
          temperature: 0.2,
          candidateCount: 1,
          maxOutputTokens: most_tokens,
          abortSignal: AbortSignal.any([signal, stop.signal, AbortSignal.timeout(answer_ms)]),
        },
      })
      let end: string | undefined
      for await (const chunk of chunks) {
        if (chunk.promptFeedback?.blockReason) throw new UnusableAnswer('question blocked')
        end = chunk.candidates?.[0]?.finishReason ?? end
        const text = textOf(chunk)
        if (text === '') continue
        patience.refresh()
        yield text
      }
      if (!end || !proper_ends.has(end)) throw new UnusableAnswer(end ?? 'broke off')
    } finally {
      clearTimeout(patience)
      // Also when nobody reads on: the library itself lets the call go on.
      stop.abort()
    }
  }
}
