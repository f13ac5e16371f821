import type { Comment } from '#contract/posts.ts'
import { publicName } from '#rules/public-name.ts'
import type { CommentRow } from './comment-queries.ts'

export const commentOf = (row: CommentRow): Comment => ({
  id: row.id,
  content: row.content,
  post: row.post_id,
  author: publicName(row),
  author_id: row.author_id,
  author_name: `${row.first_name} ${row.last_name}`.trim(),
  author_image: row.profile_image,
  author_is_staff: row.is_staff,
  created_at: row.created_at.toISOString(),
  edited_at: row.edited_at?.toISOString() ?? null,
})
