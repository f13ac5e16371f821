import { matchFaq, wordsOf } from '#rules/assistant/match.ts'
import { nearestQuestions, prepareAnswer } from '#rules/assistant/support.ts'
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
  const faq = questions.map(({ question }) => ({ question, answer: question }))
  const company = {
    name: '',
    tagline: '',
    email: '',
    phone: '',
    address: '',
    hours: '',
    wifi_network: null,
  }
  const data = {
    company,
    services: [],
    packages: [],
    freeRooms: [],
    promises: false,
    paybill: '',
    name: null,
  }
  // Nothing answers it, so every way is tried.
  const hard = 'wakishimo tungelikuwa mbalambwezi kiswahilli '.repeat(11).slice(0, 500)
  const support = await median(async () => {
    if (prepareAnswer(hard, faq, data)) throw new Error('the bench has an answer')
    nearestQuestions(hard, faq)
  }, 100)
  const floorOfHard = await median(async () => wordsOf(hard), REPETITIONS)
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
    {
      what: 'support without a model: no answer, the nearest questions',
      figure: milliseconds(support),
      floor: `${milliseconds(floorOfHard)} the message’s words`,
      ratio: `${(support / floorOfHard).toFixed(1)} ×`,
      target: '< 100 ms',
    },
  ]
}
