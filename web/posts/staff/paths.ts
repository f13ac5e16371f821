import { type ModerationList, moderationList } from '#contract/moderation.ts'

/** Which of the lists is shown stands in the address. */
export type Shown = ModerationList | 'reports'

export const moderationPath = (shown: Shown = 'pending'): string =>
  shown === 'pending' ? '/staff/posts' : `/staff/posts?show=${shown}`

export function shownIn(address: URLSearchParams): Shown {
  const named = address.get('show')
  return named === 'reports' ? named : (moderationList.safeParse(named).data ?? 'pending')
}
