import { matchFaq, wordsOf } from '#rules/assistant/match.ts'
import { median, milliseconds, type Row } from './row.ts'

const ENTRIES = 500
const REPETITIONS = 2000

/** Matching a message against a large FAQ, compared with only splitting the message into words. */
export async function faq(): Promise<Row[]> {
  const topics = ['laundry', 'wifi', 'garden', 'water', 'visitors', 'parking', 'kitchen']
  const questions = Array.from({ length: ENTRIES }, (_, at) => ({
    question: `Where would tenants find ${topics[at % topics.length]} number${at} after closing time?`,
  }))
  const last = `please tell me where tenants find the visitors number${ENTRIES - 1} after closing`
  const message = last.padEnd(500, ' and some more words')
  if (!matchFaq(questions, message)) throw new Error('the bench asks for nothing')
  const ours = await median(async () => matchFaq(questions, message), REPETITIONS)
  const floor = await median(async () => wordsOf(message), REPETITIONS)
  return [
    {
      what: `FAQ of ${ENTRIES} entries, one message of 500 characters`,
      figure: milliseconds(ours),
      floor: `${milliseconds(floor)} the message’s words`,
      ratio: `${(ours / floor).toFixed(1)} ×`,
      target: '< 10 ms',
    },
  ]
}
