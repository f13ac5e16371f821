import { sql } from 'kysely'
import {
  type RateLimiterAbstract,
  RateLimiterPostgres,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Database, Db } from './db/connect.ts'
import { tooMany } from './errors.ts'

/** A count that every node shares; `spend` refuses with 429 once it is used up. */
interface Throttle {
  /**
   * What it resolves to gives the try back.
   * @throws {HttpError} 429 with Retry-After
   */
  spend(key: string): Promise<Refund>
  clear(key: string): Promise<void>
}

export type Refund = () => Promise<void>

export interface Throttles {
  /** Failed sign-ins for one account from one address. */
  loginPair: Throttle
  loginAccount: Throttle
  loginAddress: Throttle
  /** Pushes asked for by one person. */
  push: Throttle
  /** Pushes by one person to one phone that is not their own. */
  strangersPhone: Throttle
  /** New accounts from one address. */
  register: Throttle
  /** Moving in from one address. */
  onboarding: Throttle
  /** Pictures that one person puts into their profile. */
  picture: Throttle
  /** Forgotten passwords asked about, and links tried, from one address. */
  reset: Throttle
  /** Letters with a link to one person. */
  resetPerson: Throttle
  /** Posts, and changes of them, by one person. */
  post: Throttle
  comment: Throttle
  /** What one person tells staff about. */
  report: Throttle
  message: Throttle
  /** Payment references that one person looks for a wifi code by. */
  lostCode: Throttle
  /** Questions of one person that go to the language model. */
  ask: Throttle
  /** The same of all visitors from one address. */
  askAddress: Throttle
  /** All questions of one person, answered by rule too. */
  question: Throttle
  /** The same of all visitors from one address. */
  questionAddress: Throttle
  /** Blocks by one person, and their taking back. */
  block: Throttle
}

const quarterHour = 15 * 60
const hour = 60 * 60

/** Whom an address stands for: an IPv4 address, or the /64 network that one IPv6 customer has. */
export function addressKey(ip: string): string {
  const address = plainAddress(ip)
  return address.includes(':') ? groupsOf(address).slice(0, 4).join(':') : address
}

/** All eight groups of an IPv6 address, those that `::` stands for too. */
function groupsOf(address: string): string[] {
  const [before = [], after = []] = address
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''))
  const left_out = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  return [...before, ...left_out, ...after]
}

/** An IPv4 address as it is written, also when it came through an IPv6 socket. */
export const plainAddress = (ip: string): string => ip.replace(/^::ffff:/i, '')

/** What rate-limiter-flexible calls on a client, for PGlite: `query` with its own query objects. */
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

/**
 * Gives a try back to the window that it was spent in: one that has ended since is let be, or the
 * next one would begin below zero.
 */
function refundOf(db: Db, key: string, { msBeforeNext }: RateLimiterRes): Refund {
  const window_end = Date.now() + msBeforeNext
  return async () => {
    await db
      .updateTable('throttles')
      .set({ points: sql`points - 1` })
      .where('key', '=', key)
      .where('points', '>', 0)
      .where('expire', '<=', String(window_end))
      .execute()
  }
}

function onLimiter(db: Db, limiter: RateLimiterAbstract, message: string): Throttle {
  return {
    async spend(key) {
      try {
        return refundOf(db, limiter.getKey(key), await limiter.consume(key))
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        // A refused try is not another failure.
        await refundOf(db, limiter.getKey(key), refused)()
        const seconds = refused.msBeforeNext / 1000
        throw tooMany(`${message} Please try again ${inAWhile(seconds)}.`, seconds)
      }
    },
    clear: async (key) => {
      await limiter.delete(key)
    },
  }
}

const unlimited: Throttle = {
  spend: async () => async () => {},
  clear: async () => {},
}

const tooManyPushes = 'That is a lot of payment requests.'
const tooManySignIns = 'Too many failed sign-ins.'
const tooManyForms = 'That is a lot from one place.'
const tooManyPosts = 'That is a lot of posts. Please let the house read these first.'
const tooManyComments = 'That is a lot of comments.'
const tooManyReports = 'Thank you, staff have a lot to look at now.'
const tooManyMessages = 'You are writing very fast.'
const tooManyReferences = 'That is a lot of payment references.'
const tooManyQuestions = 'You have asked a lot.'
const tooManyBlocks = 'That is a lot of blocking and unblocking.'

/** When it is worth trying again; never sooner than it is. */
function inAWhile(seconds: number): string {
  if (seconds <= 60) return 'in a minute'
  if (seconds <= 300) return 'in a few minutes'
  if (seconds <= quarterHour) return 'in a quarter of an hour'
  return seconds <= hour / 2 ? 'in half an hour' : 'in an hour'
}

/** The limits of design 5; `enabled` is off for load tests only. */
export function openThrottles(database: Database, enabled: boolean): Throttles {
  const storeClient = clientOf(database)
  const limit = (keyPrefix: string, points: number, duration: number, message: string): Throttle =>
    enabled
      ? onLimiter(
          database.db,
          new RateLimiterPostgres({
            storeClient,
            storeType: 'pool',
            tableName: 'throttles',
            tableCreated: true,
            keyPrefix,
            points,
            duration,
          }),
          message,
        )
      : unlimited
  return {
    loginPair: limit('login-pair', 5, quarterHour, tooManySignIns),
    loginAccount: limit('login-account', 20, quarterHour, tooManySignIns),
    loginAddress: limit('login-address', 20, quarterHour, tooManySignIns),
    push: limit('push', 30, quarterHour, tooManyPushes),
    strangersPhone: limit('push-stranger', 10, quarterHour, tooManyPushes),
    register: limit('register', 60, hour, tooManyForms),
    picture: limit('picture', 30, hour, tooManyForms),
    onboarding: limit('onboarding', 60, hour, tooManyForms),
    reset: limit('reset', 60, hour, tooManyForms),
    resetPerson: limit('reset-person', 5, hour, tooManyForms),
    post: limit('post', 20, hour, tooManyPosts),
    comment: limit('comment', 30, 5 * 60, tooManyComments),
    report: limit('report', 20, hour, tooManyReports),
    message: limit('message', 60, 60, tooManyMessages),
    lostCode: limit('lost-code', 20, quarterHour, tooManyReferences),
    ask: limit('ask', 30, hour, tooManyQuestions),
    askAddress: limit('ask-address', 60, hour, tooManyQuestions),
    question: limit('question', 600, hour, tooManyQuestions),
    questionAddress: limit('question-address', 600, hour, tooManyQuestions),
    block: limit('block', 20, 10 * 60, tooManyBlocks),
  }
}
