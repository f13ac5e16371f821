import * as z from 'zod/mini'
import { postStatuses } from '#rules/post.ts'
import { endpoint } from './endpoint.ts'
import { entityId, idParams, multilineText, noteText, text } from './form.ts'
import { pageQuery } from './page.ts'

export const TITLE_REQUIRED = 'Please give your post a title.'
export const DESCRIPTION_REQUIRED = 'Please say what your post is about.'
export const CONTENT_REQUIRED = 'Please write a comment.'
export const REASON_REQUIRED = 'Please give a reason.'

/** For a description and a comment; a title is one line. */
export const MAX_TEXT_LENGTH = 5000
export const MAX_TITLE_LENGTH = 120

export const postStatus = z.enum(postStatuses)

/** One size of an image, with its dimensions so that the page can reserve the space. */
export const imageSize = z.object({ url: z.string(), width: z.int(), height: z.int() })
export type ImageSize = z.infer<typeof imageSize>

export const comment = z.object({
  id: z.int(),
  content: z.string(),
  post: z.int(),
  /** Has the form of an email address (`publicName`); the app shows only what is before the @. */
  author: z.string(),
  author_id: z.int(),
  author_name: z.string(),
  author_image: z.nullable(z.string()),
  author_is_staff: z.boolean(),
  created_at: z.iso.datetime(),
  edited_at: z.nullable(z.iso.datetime()),
})
export type Comment = z.infer<typeof comment>

export const post = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  /** URL of the largest size. */
  image_url: z.nullable(z.string()),
  /** From small to large; empty without an image. */
  image_sizes: z.array(imageSize),
  /** First name only; see `author_last_name`. */
  author: z.string(),
  author_ID: z.int(),
  author_last_name: z.string(),
  author_image: z.nullable(z.string()),
  author_is_staff: z.boolean(),
  created_at: z.iso.datetime(),
  /** When it went up for the first time; the feed is in this order. Null before that. */
  published_at: z.nullable(z.iso.datetime()),
  status: postStatus,
  /** Why staff rejected it; null for everybody but its author and staff. */
  reason: z.nullable(z.string()),
  comment_count: z.int(),
  /** Grows with every edit by its author; staff approve the revision that they have seen. */
  revision: z.int(),
})
export type Post = z.infer<typeof post>

/** The newest comments, in order of time; `listComments` pages to the older ones. */
export const postWithComments = z.extend(post, { comments: z.array(comment) })
export type PostWithComments = z.infer<typeof postWithComments>

export const listPosts = endpoint({
  method: 'GET',
  path: '/blog/posts/',
  who: 'user',
  summary: 'The posts that are up in my residence, the latest approved first; pages by post id',
  query: pageQuery,
  reply: z.array(post),
})

export const listOwnPosts = endpoint({
  method: 'GET',
  path: '/blog/posts/mine/',
  who: 'user',
  summary: 'All posts of mine in any state, newest first',
  query: pageQuery,
  reply: z.array(post),
})

export const getPost = endpoint({
  method: 'GET',
  path: '/blog/posts/:id/',
  who: 'user',
  summary: 'A post with its newest comments',
  params: idParams,
  reply: postWithComments,
})

export const postForm = z.object({
  title: text(TITLE_REQUIRED, MAX_TITLE_LENGTH),
  description: multilineText(DESCRIPTION_REQUIRED, MAX_TEXT_LENGTH),
})
export type PostForm = z.input<typeof postForm>

/** Chosen by the form: a request with the same id again is answered with what the first one created. */
const submissionId = z.optional(z.uuid('Please send a UUID.'))

export const createPost = endpoint({
  method: 'POST',
  path: '/blog/posts/',
  who: 'user',
  summary: 'Hand in a post, with an image if you like; it appears once staff have approved it',
  status: 201,
  body: z.extend(postForm, { submission_id: submissionId }),
  files: ['image'],
  reply: postWithComments,
})

export const updatePost = endpoint({
  method: 'PUT',
  path: '/blog/posts/:id/',
  who: 'user',
  summary: 'Change a post of mine; a published one stays published, a rejected one waits again',
  params: idParams,
  body: postForm,
  files: ['image'],
  reply: postWithComments,
})

export const deletePost = endpoint({
  method: 'DELETE',
  path: '/blog/posts/:id/',
  who: 'user',
  summary: 'Delete a post of mine, its comments and its picture; conversations can still be read',
  status: 204,
  params: idParams,
})

export const listComments = endpoint({
  method: 'GET',
  path: '/blog/comments/',
  who: 'user',
  summary: 'The comments of a post, newest first',
  query: z.extend(pageQuery, { post: entityId('Please say of which post.') }),
  reply: z.array(comment),
})

export const commentForm = z.object({
  content: multilineText(CONTENT_REQUIRED, MAX_TEXT_LENGTH),
  post: entityId('Please say of which post.'),
})

export const createComment = endpoint({
  method: 'POST',
  path: '/blog/comments/',
  who: 'user',
  summary: 'Comment on a published post',
  status: 201,
  body: z.extend(commentForm, {
    submission_id: submissionId,
  }),
  reply: comment,
})

export const updateComment = endpoint({
  method: 'PUT',
  path: '/blog/comments/:id/',
  who: 'user',
  summary: 'Change a comment of mine',
  params: idParams,
  body: commentForm,
  reply: comment,
})

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/blog/comments/:id/',
  who: 'user',
  summary: 'Delete a comment of mine',
  status: 204,
  params: idParams,
})

export const MAX_REASON_LENGTH = 500
/** The reason of a report, rejection or removal. */
export const reasonForm = z.object({ reason: noteText(REASON_REQUIRED, MAX_REASON_LENGTH) })

const messageReply = z.object({ message: z.string() })

export const reportPost = endpoint({
  method: 'POST',
  path: '/blog/posts/:id/report/',
  who: 'user',
  summary: 'Tell staff about a post',
  params: idParams,
  body: reasonForm,
  reply: messageReply,
})

export const reportComment = endpoint({
  method: 'POST',
  path: '/blog/comments/:id/report/',
  who: 'user',
  summary: 'Tell staff about a comment',
  params: idParams,
  body: reasonForm,
  reply: messageReply,
})
