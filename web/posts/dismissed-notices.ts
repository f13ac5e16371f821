import { DISMISSED_COOKIE } from '#contract/auth.ts'
import type { Post } from '#contract/posts.ts'
import { setSsrCookie } from '../session.ts'

/**
 * The browser sends the cookie with every page request, so its size is limited: the oldest notices are dropped.
 */
const MAX_DISMISSED = 30
const YEAR_S = 365 * 86_400

/** Identifies a notice by post and revision: after an edit and another rejection it is shown again. */
const noticeKey = ({ id, revision }: Post) => `${id}.${revision}`

/** The cookie's value, such as `12.3_40.1`. */
export function readDismissed(): string {
  const cookie = document.cookie.split('; ').find((pair) => pair.startsWith(`${DISMISSED_COOKIE}=`))
  return cookie?.slice(DISMISSED_COOKIE.length + 1) ?? ''
}

const keysIn = (dismissed: string) => dismissed.split('_').filter((key) => /^\d+\.\d+$/.test(key))

export const isDismissed = (dismissed: string, post: Post): boolean =>
  keysIn(dismissed).includes(noticeKey(post))

/**
 * Without cookies the notice is shown again at the next visit.
 * @returns the new value
 */
export function dismissNotice(dismissed: string, post: Post): string {
  // Another tab may have dismissed others meanwhile.
  const keys = [...new Set([...keysIn(dismissed), ...keysIn(readDismissed()), noticeKey(post)])]
  const value = keys.slice(-MAX_DISMISSED).join('_')
  setSsrCookie('/services', DISMISSED_COOKIE, value, YEAR_S)
  return value
}
