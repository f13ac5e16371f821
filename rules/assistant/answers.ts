import type { DepositRule } from '../deposit.ts'
import type { DueWords } from '../due.ts'
import type { LateFeeTerms } from '../late-fee.ts'
import type { Topic } from './topic-rules.ts'

/** The data that prepared answers are built from; texts that the company left empty are left out. */
export interface AnswerData {
  company: {
    name: string
    tagline: string
    email: string
    phone: string
    address: string
    hours: string
    wifi_network: string | null
  }
  services: { name: string; description: string; coming_soon: boolean }[]
  packages: { data: string; duration: string; price: number }[]
  /** The rates of the rooms that have a free place, lowest first. */
  freeRooms: number[]
  paybill: string
  /** The terms for late rent, as they hold now or are set for a month to come; left out without any. */
  lateFee?: LateFeeTerms | undefined
  /** The deposit asked of whoever moves in, where the residence says so. */
  deposit?: DepositRule
  /** Whether tenants may promise a day. */
  promises: boolean
  /** The residence has published terms of its own: the rules of the supplied ones may not hold. */
  hasOwnTerms?: boolean
  /** The house's facilities, as the residence lists them. */
  facilities?: readonly string[]
  /** The first name of a signed-in user; null for a visitor. */
  name: string | null
}

/** The target of a button below an answer: a flow of the assistant, or a page. */
export type Suggested =
  | { flow: 'rent' | 'promise' | 'wifi' | 'lost_code' }
  | {
      page:
        | 'transactions'
        | 'claims'
        | 'wifi'
        | 'onboard'
        | 'profile'
        | 'forgot'
        | 'advertise'
        | 'terms'
    }

/** Why this is the answer. */
export type AnswerSource =
  | { from: 'faq'; question: string; why: 'words' | 'topic' | 'similar' }
  | { from: 'service'; name: string }
  | { from: 'app' }

export interface PreparedAnswer {
  source?: AnswerSource
  text: string
  /** Whom to reach, for an answer in the residence's own words. */
  contact?: string
  button?: Suggested
}

/** Topics that only the user's own data answers. */
type OwnTopic = 'balance' | 'own_room' | 'last_payment' | 'history' | 'wifi_left'
type PreparedTopic = Exclude<Topic, OwnTopic>

/** Answers from the user's own data. */
export interface OwnSentences {
  logIn: string
  owed: (sum: string) => string
  credit: (sum: string) => string
  paidUp: string
  due: DueWords
  /** `fees` are named with their sums, `others` is what else was charged this month, corrections among it. */
  balanceParts: (
    before: string,
    rent: string,
    fees: string[],
    others: string | null,
    paid: string,
  ) => string
  /** Names the month of rent that it is for. */
  lateFee: (month: string) => string
  /** `when` is a day; null for so many days after HELB has come. */
  agreed: (
    kind: 'promise' | 'plan',
    sum: string,
    when: string | null,
    days_after: number | null,
  ) => string
  accountNumber: (account: string, paybill: string) => string
  noPayment: string
  /** `account` is that of somebody else whom the user paid for. */
  lastPayment: (
    sum: string,
    purpose: string,
    account: string | null,
    paid: string,
    receipt: string | null,
  ) => string
  history: string
  room: (room: string, rent: string) => string
  noRoom: string
  nextRent: (from: string, rent: string) => string
  nextRoom: (from: string, room: string, rent: string) => string
  leavesOn: (day: string) => string
  wifiCode: (bundle: string, code: string, left: string, until: string) => string
  wifiCodes: string
  noBundle: string
}

/** All answers in one language. */
export interface AnswerTable {
  answers: Record<PreparedTopic, (data: AnswerData) => PreparedAnswer>
  serviceAnswer: (service: AnswerData['services'][number]) => string
  own: OwnSentences
  /** Questions that are offered when a message is not understood. */
  questions: [Topic, string][]
}

export const sentences = (parts: string[]) => parts.filter(Boolean).join(' ')
export const steps = (intro: string, list: string[]) =>
  [intro, ...list.filter(Boolean).map((step, index) => `${index + 1}. ${step}`)].join('\n')

const ownTopics = new Set<Topic>(['balance', 'own_room', 'last_payment', 'history', 'wifi_left'])

/** Whether a topic can be answered only from the user's own data. */
export const isOwnTopic = (topic: Topic): topic is OwnTopic => ownTopics.has(topic)

/** Topics about facilities that a residence may have. One of its services may say so. */
const facilities = new Set<Topic>([
  ...(['parking', 'mail', 'cooking', 'gym', 'pool', 'study_room'] as const),
  ...(['lift', 'tv_room', 'generator', 'cctv', 'water_tank'] as const),
])
export const isFacility = (topic: Topic) => facilities.has(topic)

/** The facility that our answer about a topic assumes the house has. */
export const neededFacility: Partial<Record<Topic, string>> = {
  tv_room: 'tv_room',
  water_tank: 'hot_water',
  security: 'safety',
}

/** Topics that we answer by the supplied terms. */
const topicsOfTerms = new Set<Topic>([
  ...(['due_date', 'late_rent', 'quiet_hours', 'change_room', 'move_out'] as const),
  ...(['deposit', 'visitors', 'house_rules', 'alcohol'] as const),
])
export const isTopicOfTerms = (topic: Topic) => topicsOfTerms.has(topic)

/** Topics about which a residence knows more than we do: its FAQ answers them first. */
const residenceTopics = new Set<Topic>([
  ...([
    'due_date',
    'quiet_hours',
    'hot_water',
    'change_room',
    'room_facts',
    'move_in',
    'move_out',
  ] as const),
  ...(['deposit', 'visitors', 'repair', 'pets', 'alcohol'] as const),
  ...facilities,
])
export const isResidenceTopic = (topic: Topic) => residenceTopics.has(topic)
