import { sql } from 'kysely'
import {
  type RateLimiterAbstract,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Config } from '../config.ts'
import type { Database, Db } from '../db/connect.ts'
import { HttpError, tooMany } from './errors.ts'

const MINUTE = 60
const QUARTER_HOUR = 15 * MINUTE
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const TOO_MANY_SIGN_INS = 'Too many failed logins.'
const TOO_MANY_PUSHES = 'Too many payment requests in a short time.'
const TOO_MANY_REFUSALS = 'Too many refused calls in a short time.'
const TOO_MANY_FORMS = 'Too many attempts from your network.'
const TOO_MANY_QUESTIONS = 'You’ve asked a lot of questions.'

/** The key of a user. */
export const userKey = (company_id: number, user_id: number) => `${company_id}:${user_id}`

interface Limit {
  points: number
  seconds: number
  /** The first sentence of the refusal. */
  message: string
}

/** All rate limits. The key is a user, an IP address, or what the comment says. */
const limits = {
  /** Failed sign-ins: key is account and IP address. */
  loginPair: { points: 5, seconds: QUARTER_HOUR, message: TOO_MANY_SIGN_INS },
  /** Failed sign-ins: key is the account. */
  loginAccount: { points: 20, seconds: QUARTER_HOUR, message: TOO_MANY_SIGN_INS },
  /** Sign-ins to accounts that do not exist: key is the IP address, which a whole residence may share. */
  loginAddress: { points: 60, seconds: QUARTER_HOUR, message: TOO_MANY_SIGN_INS },
  /** New accounts from one IP address, which a whole residence may share, as all of these. */
  register: { points: 300, seconds: HOUR, message: TOO_MANY_FORMS },
  /** Staff accounts that one member of staff makes. */
  invite: { points: 20, seconds: HOUR, message: 'Too many invitations in a short time.' },
  /** Tries to set up the residence from one IP address. */
  setUp: { points: 20, seconds: HOUR, message: TOO_MANY_FORMS },
  /** Password reset links asked for, or tried, from one IP address. */
  reset: { points: 300, seconds: HOUR, message: TOO_MANY_FORMS },
  /** Reset emails to one user. */
  resetUser: { points: 5, seconds: HOUR, message: 'Too many reset links in a short time.' },
  /** New passwords that one user chooses in the profile: each takes 50 ms to hash. */
  password: { points: 20, seconds: HOUR, message: 'Too many new passwords in a short time.' },
  /** Receipts and statements of account that one user downloads: each is drawn or computed anew. */
  receiptPdf: {
    points: 100,
    seconds: QUARTER_HOUR,
    message: 'Too many downloads in a short time.',
  },
  /** Tables that one member of staff downloads. */
  export: { points: 60, seconds: HOUR, message: 'Too many downloads in a short time.' },
  /** Refused calls of one member of staff to one endpoint that are logged. */
  refused: { points: 5, seconds: HOUR, message: TOO_MANY_REFUSALS },
  /** The entry in the log that there were more refused calls than those. */
  refusedMore: { points: 1, seconds: HOUR, message: TOO_MANY_REFUSALS },
  /** Views by one member of staff: the same view within an hour is logged once. */
  viewed: { points: 1, seconds: HOUR, message: 'Looked at already.' },
  /** Files of one member of staff that are looked at or imported. */
  import: { points: 120, seconds: HOUR, message: 'Too many files in a short time.' },
  /** Profile images of one user. */
  profileImage: { points: 30, seconds: HOUR, message: 'Too many pictures in a short time.' },
  /** Photos and ID scans of tenants that one member of staff adds. */
  document: { points: 60, seconds: HOUR, message: 'Too many pictures in a short time.' },
  /** Onboarding forms from one IP address, which on move-in day may be those of a whole residence. */
  onboarding: { points: 500, seconds: HOUR, message: TOO_MANY_FORMS },
  /** Onboarding forms that one member of staff sends. */
  onboardingByStaff: { points: 500, seconds: HOUR, message: 'Too many forms in a short time.' },
  /** Refused forms from one IP address, which don't count as sent: limits guessing of what is registered. */
  refusedForm: { points: 500, seconds: HOUR, message: TOO_MANY_FORMS },
  /** Checks and registrations of the paybill, and pushes to try it, by one member of staff. */
  mpesaCheck: { points: 20, seconds: HOUR, message: 'Too many checks in a short time.' },
  /** STK pushes started by one user. */
  push: { points: 30, seconds: QUARTER_HOUR, message: TOO_MANY_PUSHES },
  /** STK pushes by one user to one phone that is not their own. */
  otherPhone: { points: 10, seconds: QUARTER_HOUR, message: TOO_MANY_PUSHES },
  /** Promises and plans that one tenant makes or proposes. */
  agreement: { points: 20, seconds: HOUR, message: 'Too many promises in a short time.' },
  /** Pay links of one tenant. */
  payLink: { points: 20, seconds: HOUR, message: 'Too many links in a short time.' },
  /** Codes that belong to no pay link, from one IP address. */
  payLinkCode: { points: 60, seconds: HOUR, message: 'Too many wrong links from your network.' },
  /** Tries to agree to a plan over one pay link with a phone that the link wasn't made for. */
  linkAgreement: { points: 5, seconds: DAY, message: 'Too many wrong phone numbers.' },
  /** STK pushes over one pay link. */
  linkPush: { points: 3, seconds: 10 * MINUTE, message: TOO_MANY_PUSHES },
  linkPushDay: { points: 10, seconds: DAY, message: 'Too many payment requests over this link.' },
  /** STK pushes over pay links to one phone, whoever makes it ring. */
  linkPhone: { points: 5, seconds: DAY, message: 'Too many payment requests to this phone.' },
  /** STK pushes over pay links from one IP address, which a whole residence may share. */
  linkAddress: { points: 120, seconds: QUARTER_HOUR, message: TOO_MANY_PUSHES },
  /** Letters of one tenant. */
  letter: { points: 20, seconds: HOUR, message: 'Too many letters in a short time.' },
  /** Codes that belong to no letter, from one IP address. */
  letterCheck: { points: 60, seconds: HOUR, message: 'Too many wrong codes from your network.' },
  /** M-Pesa codes that one user asks about: limits guessing of other people's codes. */
  claim: { points: 20, seconds: QUARTER_HOUR, message: 'That’s a lot of M-Pesa codes.' },
  /** Payment references by which one user looks for a wifi code. */
  lostCode: { points: 20, seconds: QUARTER_HOUR, message: 'That’s a lot of payment references.' },
  /** Posts, and changes of them, by one user. */
  post: {
    points: 20,
    seconds: HOUR,
    message: 'You’ve posted a lot in the last hour. Staff have to read these first.',
  },
  comment: { points: 30, seconds: 5 * MINUTE, message: 'Too many comments in a short time.' },
  /** Reports to staff by one user. */
  report: { points: 20, seconds: HOUR, message: 'Thank you, staff have a lot to look at now.' },
  message: { points: 60, seconds: MINUTE, message: 'You’re sending messages too quickly.' },
  /** Blocking and unblocking by one user. */
  block: {
    points: 20,
    seconds: 10 * MINUTE,
    message: 'You’ve blocked and unblocked people too often in a short time.',
  },
  /** Questions of one user that are answered by the language model. */
  modelQuestion: { points: 30, seconds: HOUR, message: TOO_MANY_QUESTIONS },
  /** Questions of all visitors at one IP address that are answered by the language model. */
  modelQuestionAddress: { points: 60, seconds: HOUR, message: TOO_MANY_QUESTIONS },
  /** Questions of a whole residence, which pays for the language model; the number is a setting. */
  modelQuestionCompany: { points: 1000, seconds: DAY, message: TOO_MANY_QUESTIONS },
  /** All questions of one user, whatever answers them. */
  question: { points: 600, seconds: HOUR, message: TOO_MANY_QUESTIONS },
  /** All questions of the visitors at one IP address, whatever answers them. */
  questionAddress: { points: 600, seconds: HOUR, message: TOO_MANY_QUESTIONS },
  /** Messages read from all visitors at one IP address, including those answered only by a request to log in. */
  messageAddress: { points: 3000, seconds: HOUR, message: TOO_MANY_QUESTIONS },
} satisfies Record<string, Limit>

/** A counter that all nodes share. */
interface Throttle {
  /**
   * Takes one point of the key's window; the returned function gives it back.
   * @throws {HttpError} 429 with Retry-After when none is left
   */
  consume(key: string): Promise<Release>
  clear(key: string): Promise<void>
}

export type Release = () => Promise<void>

export type Throttles = Record<keyof typeof limits, Throttle>

/** The throttle key of an IP address: IPv4 as it is, IPv6 by its /64, which one customer has as a whole. */
export function addressKey(ip: string): string {
  const address = plainAddress(ip)
  return address.includes(':') ? groupsOf(address).slice(0, 4).join(':') : address
}

/** All eight groups of an IPv6 address, with `::` expanded. */
function groupsOf(address: string): string[] {
  const [before = [], after = []] = address
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''))
  const omitted = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...omitted, ...after]
}

/** Strips the IPv6 prefix that an IPv4 address gets on a dual-stack socket. */
export const plainAddress = (ip: string): string => ip.replace(/^::ffff:/i, '')

/** rate-limiter-flexible needs a client with pg's `query`; PGlite gets an adapter. */
function clientOf(database: Database) {
  if (database.engine.kind === 'postgres') return database.engine.pool
  const { pglite } = database.engine
  return {
    query: async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows, affectedRows } = await pglite.query(text, values)
      return { rows, rowCount: affectedRows ?? rows.length }
    },
  }
}

/** Gives a point back, but only to the window from which it was taken: the next one must not start below zero. */
function releaseOf(db: Db, key: string, { msBeforeNext }: RateLimiterRes): Release {
  const windowEnd = Date.now() + msBeforeNext
  return async () => {
    await db
      .updateTable('throttles')
      .set({ points: sql`points - 1` })
      .where('key', '=', key)
      .where('points', '>', 0)
      .where('expire', '<=', String(windowEnd))
      .execute()
  }
}

function createThrottle(db: Db, limiter: RateLimiterAbstract, message: string): Throttle {
  return {
    async consume(key) {
      try {
        return releaseOf(db, limiter.getKey(key), await limiter.consume(key))
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        // A refused attempt does not count as one more.
        await releaseOf(db, limiter.getKey(key), refused)()
        const seconds = refused.msBeforeNext / 1000
        throw tooMany(`${message} Please try again ${formatRetryAfter(seconds)}.`, seconds)
      }
    },
    clear: async (key) => {
      await limiter.delete(key)
    },
  }
}

/**
 * Takes a point for a form from an IP address. The returned function is called when the form is refused,
 * since refused forms don't count.
 * @throws {HttpError} 429
 */
export async function consumeForm(
  throttles: Throttles,
  name: 'onboarding' | 'register',
  address: string,
): Promise<Release> {
  const key = addressKey(address)
  const giveBack = await throttles[name].consume(key)
  return async () => {
    if (await isAllowed(throttles.refusedForm, `${name}:${key}`)) await giveBack()
  }
}

/** Takes a point if there is one left. */
export async function isAllowed(throttle: Throttle, key: string): Promise<boolean> {
  try {
    await throttle.consume(key)
    return true
  } catch (error) {
    if (error instanceof HttpError) return false
    throw error
  }
}

const unlimited: Throttle = {
  consume: async () => async () => {},
  clear: async () => {},
}

/** Rounded up: never sooner than a retry can succeed. */
function formatRetryAfter(seconds: number): string {
  if (seconds <= MINUTE) return 'in a minute'
  if (seconds <= 5 * MINUTE) return 'in a few minutes'
  if (seconds <= QUARTER_HOUR) return 'in a quarter of an hour'
  if (seconds <= HOUR / 2) return 'in half an hour'
  return seconds <= HOUR ? 'in an hour' : 'tomorrow'
}

/** `throttle` is off for load tests only. */
export function openThrottles(
  database: Database,
  { throttle, gemini }: Pick<Config, 'throttle' | 'gemini'>,
): Throttles {
  const { modelQuestionCompany, ...fixed } = limits
  const points = gemini?.questionsADay ?? modelQuestionCompany.points
  const all = { ...fixed, modelQuestionCompany: { ...modelQuestionCompany, points } }
  const storeClient = clientOf(database)
  const open = ([name, { points, seconds, message }]: [string, Limit]) => {
    if (!throttle) return [name, unlimited]
    const limiter = new RateLimiterPostgres({
      storeClient,
      storeType: 'pool',
      tableName: 'throttles',
      tableCreated: true,
      keyPrefix: name,
      points,
      duration: seconds,
    })
    return [name, createThrottle(database.db, limiter, message)]
  }
  return Object.fromEntries(Object.entries(all).map(open))
}
