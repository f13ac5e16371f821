import { setTimeout as pause } from 'node:timers/promises'
import type { Db } from '../db/connect.ts'
import { claimToken, findToken, releaseTokenClaim, storeToken } from './daraja-queries.ts'

/** A node that fetches a token has this long before another one takes over. */
const claim_ms = 15_000
/** Somebody who waits for another node's token looks this often. */
const look_every_ms = 100
/** A token is renewed this long before it ends. */
const margin_ms = 60_000

export interface Tokens {
  /**
   * A token that M-Pesa takes.
   * @param refused one that it has just refused: another is used, or fetched once; M-Pesa may hand out
   *   the same one again, and then it is the refusal that counts
   */
  token(refused?: string): Promise<string>
}

interface Options {
  db: Db
  /** Which paybill's token: base address and consumer key. */
  account: string
  fetchToken: () => Promise<{ token: string; seconds: number }>
  now: () => Date
}

/**
 * M-Pesa's access token, one for all nodes: a new one ends the one before it, so that nodes with
 * tokens of their own would refuse each other's calls.
 */
export function openTokens({ db, account, fetchToken, now }: Options): Tokens {
  let known: { token: string; until: number } | null = null
  let obtaining: Promise<string> | null = null

  const usable = (refused: string | undefined) =>
    known && known.token !== refused && now().getTime() < known.until ? known.token : null

  async function obtain(refused: string | undefined): Promise<string> {
    const giveUpAt = Date.now() + claim_ms + 2000
    for (;;) {
      const shared = await findToken(db, account)
      if (shared) known = shared
      const found = usable(refused)
      if (found) return found
      if (await claimToken(db, account, now(), claim_ms, refused)) return fetchAndShare()
      if (Date.now() > giveUpAt) throw new Error('no token: another node is still fetching one')
      await pause(look_every_ms)
    }
  }

  async function fetchAndShare(): Promise<string> {
    try {
      const { token, seconds } = await fetchToken()
      known = { token, until: now().getTime() + seconds * 1000 - margin_ms }
      await storeToken(db, account, token, new Date(known.until))
      return token
    } catch (error) {
      await releaseTokenClaim(db, account).catch(() => {})
      throw error
    }
  }

  return {
    async token(refused) {
      const found = usable(refused)
      if (found) return found
      obtaining ??= obtain(refused).finally(() => {
        obtaining = null
      })
      return obtaining
    },
  }
}
