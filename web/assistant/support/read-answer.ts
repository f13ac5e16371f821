import { type AnswerLine, answerLine, askAssistant } from '#contract/assistant.ts'
import type { CallInput } from '#contract/endpoint.ts'
import { ApiError, failure, prepared } from '../../api.ts'

/**
 * An answer, line by line as it comes.
 * @throws {ApiError} for every refusal, and when the network breaks off (status 0)
 * @throws {Error} for a line that is none: the answer has broken off
 */
export async function* readAnswer(
  input: CallInput<typeof askAssistant>,
  signal: AbortSignal,
): AsyncGenerator<AnswerLine> {
  const { method, path, headers, body } = prepared(askAssistant, input)
  const lost = (): never => {
    throw new ApiError(0, null)
  }
  const asked = fetch(`/api${path}`, { method, headers, body, credentials: 'include', signal })
  const response = await asked.catch(lost)
  if (!response.ok) throw await failure(response)
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) return
  try {
    let rest = ''
    for (;;) {
      const { done, value = '' } = await reader.read().catch(lost)
      const lines = (rest + value).split('\n')
      rest = done ? '' : (lines.pop() ?? '')
      for (const line of lines) {
        if (line.trim()) yield answerLine.parse(JSON.parse(line))
      }
      if (done) return
    }
  } finally {
    // Whoever stops listening stops whoever answers.
    void reader.cancel().catch(() => {})
  }
}
