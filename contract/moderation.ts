import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { idParams, whole } from './form.ts'
import { pageQuery } from './page.ts'
import { comment, pictureSize, post, reasonForm } from './posts.ts'

/** What staff look at: what waits, what was changed while it was up, what was refused or taken down. */
export const moderationList = z.enum(
  ['pending', 'edited', 'rejected'],
  'Please choose pending, edited or rejected.',
)
export type ModerationList = z.infer<typeof moderationList>

export const moderatedPost = z.extend(post, {
  /** When its author last changed it after staff had looked; null when they have seen it as it is. */
  edited_at: z.nullable(z.iso.datetime()),
  /** How it was when staff last looked, if its author has changed it since. */
  reviewed: z.nullable(
    z.object({ title: z.string(), description: z.string(), image_sizes: z.array(pictureSize) }),
  ),
  /** Who decided last, and when. */
  decided: z.nullable(z.object({ by: z.string(), at: z.iso.datetime() })),
})
export type ModeratedPost = z.infer<typeof moderatedPost>

export const listModeratedPosts = endpoint({
  method: 'GET',
  path: '/staff/posts/',
  who: 'staff',
  summary:
    'The posts that wait (oldest last), were changed while up, or were refused; newest first',
  query: z.extend(pageQuery, { status: z._default(moderationList, 'pending') }),
  reply: z.array(moderatedPost),
})

export const countModeration = endpoint({
  method: 'GET',
  path: '/staff/posts/count/',
  who: 'staff',
  summary: 'How much waits for staff',
  reply: z.object({ pending: z.int(), edited: z.int(), reports: z.int() }),
})

export const approvePost = endpoint({
  method: 'POST',
  path: '/staff/posts/:id/approve/',
  who: 'staff',
  summary: 'Put a post up, or say that a changed one may stay up',
  params: idParams,
  body: z.object({
    /** The one that was looked at; 409 when its author has changed it since. */
    revision: z.optional(whole('Please give the revision that you have seen.', 1, 2_147_483_647)),
  }),
  reply: moderatedPost,
})

export const rejectPost = endpoint({
  method: 'POST',
  path: '/staff/posts/:id/reject/',
  who: 'staff',
  summary: 'Refuse a post, or take down one that is up; its author sees the reason',
  params: idParams,
  body: reasonForm,
  reply: moderatedPost,
})

export const removeComment = endpoint({
  method: 'POST',
  path: '/staff/comments/:id/remove/',
  who: 'staff',
  summary: 'Remove a comment of somebody',
  params: idParams,
  body: reasonForm,
  reply: z.object({ message: z.string() }),
})

export const report = z.object({
  id: z.int(),
  reason: z.string(),
  created_at: z.iso.datetime(),
  reporter: z.object({ id: z.int(), name: z.string() }),
  post: z.object({ id: z.int(), title: z.string(), deleted: z.boolean() }),
  /** Null when the post itself was reported, or the comment is gone. */
  comment: z.nullable(comment),
  /** Whether it is about a comment at all. */
  about: z.enum(['post', 'comment']),
  /** What was reported, as it read then. */
  said: z.string(),
  /** The picture that the post had then; empty without one. */
  image_sizes: z.array(pictureSize),
  /** As it is now; null when it is gone. A comment has no title and no picture. */
  now: z.nullable(
    z.object({
      title: z.nullable(z.string()),
      content: z.string(),
      image_sizes: z.array(pictureSize),
    }),
  ),
  /** Whose words they are. */
  author: z.object({ id: z.int(), name: z.string() }),
})
export type Report = z.infer<typeof report>

export const listReports = endpoint({
  method: 'GET',
  path: '/staff/reports/',
  who: 'staff',
  summary: 'The reports of members that nobody has looked after yet, newest first',
  query: pageQuery,
  reply: z.array(report),
})

export const dismissReport = endpoint({
  method: 'POST',
  path: '/staff/reports/:id/dismiss/',
  who: 'staff',
  summary: 'Nothing is wrong with what was reported',
  params: idParams,
  reply: z.object({ message: z.string() }),
})
