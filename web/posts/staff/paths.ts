import type { ModerationList } from '#contract/moderation.ts'

/** Which of the lists is shown stands in the address. */
export type Shown = ModerationList | 'reports'

export const moderationPath = (shown: Shown = 'pending'): string =>
  shown === 'pending' ? '/staff/posts' : `/staff/posts?show=${shown}`
