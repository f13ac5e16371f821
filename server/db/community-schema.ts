import type { Generated } from 'kysely'
import type { PostStatus } from '#rules/post.ts'
import type { CreatedAt, Id } from './schema.ts'

/** Posts, comments, reports and conversations. */
export interface CommunitySchema {
  posts: {
    company_id: number
    id: Id
    author_id: number
    title: string
    description: string
    image_name: string | null
    image_width: number | null
    image_height: number | null
    status: Generated<PostStatus>
    reason: string | null
    position: number | null
    published_at: Date | null
    revision: Generated<number>
    comment_count: Generated<number>
    submission_id: string | null
    created_at: Date
    edited_at: Date | null
    reviewed_title: string | null
    reviewed_description: string | null
    reviewed_image_name: string | null
    reviewed_image_width: number | null
    reviewed_image_height: number | null
    decided_by: number | null
    decided_at: Date | null
    deleted_at: Date | null
  }
  comments: {
    company_id: number
    id: Id
    post_id: number
    author_id: number
    content: string
    submission_id: string | null
    created_at: Date
    edited_at: Date | null
  }
  spent_marks: { company_id: number; author_id: number; submission_id: string }
  reports: {
    company_id: number
    id: Id
    reporter_id: number
    post_id: number
    about: 'post' | 'comment'
    comment_id: number | null
    author_id: number
    said: string
    image_name: string | null
    image_width: number | null
    image_height: number | null
    reason: string
    created_at: Date
    closed_at: Date | null
    closed_by: number | null
    outcome: 'dismissed' | 'removed' | null
  }
  conversations: {
    company_id: number
    id: Id
    post_id: number
    author_id: number
    reader_id: number
    last_message_id: Generated<number>
    last_message_at: Date
    author_seen_id: Generated<number>
    reader_seen_id: Generated<number>
    author_unread: Generated<number>
    reader_unread: Generated<number>
  }
  messages: {
    company_id: number
    conversation_id: number
    id: Id
    sender_id: number
    client_id: string
    text: string
    sent_at: Date
  }
  blocks: { company_id: number; user_id: number; blocked_id: number; created_at: CreatedAt }
}
