import type { ModerationList } from '#contract/moderation.ts'
import type { Shown } from './paths.ts'

/** In the order in which they are offered. */
export const tabWords: Record<Shown, string> = {
  pending: 'Waiting',
  edited: 'Changed',
  rejected: 'Refused',
  reports: 'Reports',
}

export const leads: Record<Shown, string> = {
  pending: 'What people here would like to put up.',
  edited: 'What was changed while it was up. It stays up until you say otherwise.',
  rejected: 'What was refused or taken down, and why. Only its author sees it.',
  reports: 'What people here have told you about.',
}

export const emptyWords: Record<Shown, { title: string; text: string }> = {
  pending: {
    title: 'Nothing waits here',
    text: 'A new post shows here as soon as it is handed in.',
  },
  edited: {
    title: 'Nothing has been changed',
    text: 'When somebody changes a post that is up, it shows here.',
  },
  rejected: {
    title: 'Nothing has been refused',
    text: 'What you refuse or take down is kept here, with the reason.',
  },
  reports: {
    title: 'Nobody has reported anything',
    text: 'When somebody tells you about a post or a comment, it shows here.',
  },
}

/** Of a post that is up. */
export const takeDownWords = {
  title: 'Take this post down?',
  act: 'Take down',
  hint: 'Its author reads this, and can change the post and hand it in again.',
}

interface DecisionWords {
  approve: string
  approved: string
  /** Without these it can only be approved. */
  refuse?: { act: string; title: string; done: string }
}

export const decisionWords: Record<ModerationList, DecisionWords> = {
  pending: {
    approve: 'Approve',
    approved: 'is up.',
    refuse: { act: 'Refuse', title: 'Refuse this post?', done: 'is refused.' },
  },
  edited: {
    approve: 'It may stay up',
    approved: 'stays up as it is now.',
    refuse: { ...takeDownWords, done: 'is down.' },
  },
  rejected: { approve: 'Approve after all', approved: 'is up.' },
}

interface Waiting {
  pending: number
  edited: number
  reports: number
}

/** `2 posts wait for you, 1 was changed.` */
export function waitingWords({ pending, edited, reports }: Waiting): string {
  const some = (count: number, one: string, more: string) =>
    count === 0 ? [] : [`${count} ${count === 1 ? one : more}`]
  const parts = [
    ...some(pending, 'post waits for you', 'posts wait for you'),
    ...some(edited, 'changed post to look at', 'changed posts to look at'),
    ...some(reports, 'report to read', 'reports to read'),
  ]
  return parts.length === 0 ? 'No post waits for you.' : `${parts.join(', ')}.`
}
