import { dismissedCookie } from '#contract/auth.ts'
import type { Post } from '#contract/posts.ts'
import { setSsrCookie } from '../../session.ts'

/** Older ones are forgotten: it goes with every request for the page. */
const most = 30
const year_s = 365 * 86_400

const markOf = ({ id, revision }: Post) => `${id}.${revision}`

/** Which notices have been put away here, as the cookie of the page says it. */
export function readPutAway(): string {
  const kept = document.cookie.split('; ').find((one) => one.startsWith(`${dismissedCookie}=`))
  return kept?.slice(dismissedCookie.length + 1) ?? ''
}

const marksIn = (kept: string) => kept.split('_').filter((mark) => /^\d+\.\d+$/.test(mark))

/** Whether somebody has read why staff refused it and needs no notice of it any more. */
export const isPutAway = (kept: string, post: Post): boolean => marksIn(kept).includes(markOf(post))

/**
 * A browser that keeps nothing shows it again on the next visit.
 * @returns what is put away now
 */
export function putAway(kept: string, post: Post): string {
  const marks = [...new Set([...marksIn(kept), ...marksIn(readPutAway()), markOf(post)])]
  const now = marks.slice(-most).join('_')
  setSsrCookie(dismissedCookie, now, year_s)
  return now
}
