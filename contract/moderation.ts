import * as z from 'zod/mini'
import { LARGEST_ID } from '#rules/id.ts'
import { endpoint } from './endpoint.ts'
import { idParams, integer } from './form.ts'
import { pageQuery } from './page.ts'
import { comment, imageSize, post, reasonForm } from './posts.ts'

/** Waiting for approval; edited while it was published; rejected or taken down. */
export const moderationList = z.enum(
  ['pending', 'edited', 'rejected'],
  'Please choose pending, edited or rejected.',
)
export type ModerationList = z.infer<typeof moderationList>

export const moderatedPost = z.extend(post, {
  /** When its author last edited it after staff had reviewed it; null when staff have seen this revision. */
  edited_at: z.nullable(z.iso.datetime()),
  /** How it was when staff last reviewed it, if its author has edited it since. */
  reviewed: z.nullable(
    z.object({ title: z.string(), description: z.string(), image_sizes: z.array(imageSize) }),
  ),
  /** The last decision of staff. */
  decided: z.nullable(z.object({ by: z.string(), at: z.iso.datetime() })),
})
export type ModeratedPost = z.infer<typeof moderatedPost>

export const listModeratedPosts = endpoint({
  method: 'GET',
  path: '/staff/posts/',
  who: 'staff:view',
  summary:
    'The posts that wait (oldest last), were changed after approval, or were rejected; newest first',
  query: z.extend(pageQuery, { status: z._default(moderationList, 'pending') }),
  reply: z.array(moderatedPost),
})

export const countModeration = endpoint({
  method: 'GET',
  path: '/staff/posts/count/',
  who: 'staff:view',
  summary: 'How much waits for staff',
  reply: z.object({ pending: z.int(), edited: z.int(), reports: z.int() }),
})

export const approvePost = endpoint({
  method: 'POST',
  path: '/staff/posts/:id/approve/',
  who: 'staff:posts',
  tries: 'publish a post',
  summary: 'Publish a post, or leave a changed one published',
  params: idParams,
  body: z.object({
    /** The revision that staff have seen; 409 when the author has edited it since. */
    revision: z.optional(integer('Please give the revision that you have seen.', 1, LARGEST_ID)),
  }),
  reply: moderatedPost,
})

/** The code of the 409 when a post that was to be rejected has been approved meanwhile. */
export const APPROVED_MEANWHILE = 'approved_meanwhile'

export const rejectPost = endpoint({
  method: 'POST',
  path: '/staff/posts/:id/reject/',
  who: 'staff:posts',
  tries: 'reject a post',
  summary: 'Reject a post, or take down a published one; its author sees the reason',
  params: idParams,
  body: z.extend(reasonForm, {
    /** The status that staff have seen; 409 when a colleague has approved it since. */
    seen: z.optional(z.enum(['pending', 'approved'], 'Please choose pending or approved.')),
  }),
  reply: moderatedPost,
})

export const removeComment = endpoint({
  method: 'POST',
  path: '/staff/comments/:id/remove/',
  who: 'staff:posts',
  tries: 'remove a comment',
  summary: 'Remove someone’s comment',
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
  /** The kind of thing that was reported; stays when the comment is gone. */
  about: z.enum(['post', 'comment']),
  /** The text of what was reported, as it was at that time. */
  said: z.string(),
  /** The image that the post had at that time; empty without one. */
  image_sizes: z.array(imageSize),
  /** As it is now; null when it is gone. A comment has neither title nor image. */
  now: z.nullable(
    z.object({
      title: z.nullable(z.string()),
      content: z.string(),
      image_sizes: z.array(imageSize),
    }),
  ),
  /** The author of what was reported. */
  author: z.object({ id: z.int(), name: z.string() }),
})
export type Report = z.infer<typeof report>

export const listReports = endpoint({
  method: 'GET',
  path: '/staff/reports/',
  who: 'staff:view',
  summary: 'The reports of members that nobody has looked after yet, newest first',
  query: pageQuery,
  reply: z.array(report),
})

export const dismissReport = endpoint({
  method: 'POST',
  path: '/staff/reports/:id/dismiss/',
  who: 'staff:posts',
  tries: 'dismiss a report',
  summary: 'Nothing is wrong with what was reported',
  params: idParams,
  reply: z.object({ message: z.string() }),
})
