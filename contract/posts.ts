import * as z from 'zod/mini'
import { postStatuses } from '#rules/post.ts'
import { endpoint } from './endpoint.ts'
import { chosenId, idParams, prose, text } from './form.ts'
import { pageQuery } from './page.ts'

export const title_required = 'Please give your post a title.'
export const description_required = 'Please say what your post is about.'
export const content_required = 'Please write a comment.'
export const reason_required = 'Please give a reason.'

/** Of a description and a comment; a title is one line. */
export const most_characters = 5000
export const most_title_characters = 120

export const postStatus = z.enum(postStatuses)

/** A picture in one of its sizes, with its measures so that the page keeps a place for it. */
export const pictureSize = z.object({ url: z.string(), width: z.int(), height: z.int() })
export type PictureSize = z.infer<typeof pictureSize>

export const comment = z.object({
  id: z.int(),
  content: z.string(),
  post: z.int(),
  /** Looks like an e-mail address (spec 3); shown up to the @ only. */
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
  /** The largest size. */
  image_url: z.nullable(z.string()),
  /** From small to large; empty without a picture. */
  image_sizes: z.array(pictureSize),
  /** First name; the last name stands beside it. */
  author: z.string(),
  author_ID: z.int(),
  author_last_name: z.string(),
  author_image: z.nullable(z.string()),
  author_is_staff: z.boolean(),
  created_at: z.iso.datetime(),
  status: postStatus,
  /** What staff said when they refused it or took it down. */
  reason: z.nullable(z.string()),
  comment_count: z.int(),
  /** Grows with every change by its author; staff approve the one they have seen. */
  revision: z.int(),
})
export type Post = z.infer<typeof post>

/** The post itself brings its newest comments, oldest of them first; `listComments` has the rest. */
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
  title: text(title_required, most_title_characters),
  description: prose(description_required, most_characters),
})
export type PostForm = z.input<typeof postForm>

/** A form's own mark: the same one sent again is answered with what it made the first time. */
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
  summary: 'Change a post of mine; one that is up stays up, a refused one waits again',
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
  query: z.extend(pageQuery, { post: chosenId('Please say of which post.') }),
  reply: z.array(comment),
})

export const commentForm = z.object({
  content: prose(content_required, most_characters),
  post: chosenId('Please say of which post.'),
})

export const createComment = endpoint({
  method: 'POST',
  path: '/blog/comments/',
  who: 'user',
  summary: 'Comment on a post that is up',
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

export const most_reason_characters = 500
/** Why somebody reports, refuses or removes something. */
export const reasonForm = z.object({ reason: prose(reason_required, most_reason_characters) })

const told = z.object({ message: z.string() })

export const reportPost = endpoint({
  method: 'POST',
  path: '/blog/posts/:id/report/',
  who: 'user',
  summary: 'Tell staff about a post',
  params: idParams,
  body: reasonForm,
  reply: told,
})

export const reportComment = endpoint({
  method: 'POST',
  path: '/blog/comments/:id/report/',
  who: 'user',
  summary: 'Tell staff about a comment',
  params: idParams,
  body: reasonForm,
  reply: told,
})
