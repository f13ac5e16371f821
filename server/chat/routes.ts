import {
  blockPerson,
  getConversation,
  listConversations as listConversationsEndpoint,
  listMessages as listMessagesEndpoint,
  markSeen as markSeenEndpoint,
  sendMessage as sendMessageEndpoint,
  unblockPerson,
} from '#contract/chat.ts'
import { countUnread as countUnreadEndpoint } from '#contract/unread.ts'
import type { Context } from '../context.ts'
import { paged } from '../http/paging.ts'
import type { Serve } from '../http/serve.ts'
import { block, markSeen, requireConversation, unblock } from './conversations.ts'
import { countUnread, listConversations, listMessages } from './queries.ts'
import { sendMessage } from './send-message.ts'
import { toConversation, toMessage } from './view.ts'

export function chatRoutes(serve: Serve, context: Context) {
  const { db } = context

  serve(listConversationsEndpoint, async ({ user, query, request, reply }) => {
    const rows = await listConversations(db, user, query, query.post)
    return paged(rows, query, { request, reply }).map((row) => toConversation(row, user))
  })

  serve(countUnreadEndpoint, async ({ user }) => ({ unread: await countUnread(db, user) }))

  serve(getConversation, async ({ user, params }) => {
    const { conversation } = await requireConversation(context, user, params)
    return conversation
  })

  serve(listMessagesEndpoint, async ({ user, params, query, request, reply }) => {
    const { conversation_id, conversation } = await requireConversation(context, user, params)
    if (conversation_id === null) return []
    const rows = await listMessages(db, user.company_id, conversation_id, query)
    const { post, person: other } = conversation
    return paged(rows, query, { request, reply }).map((row) =>
      toMessage(row, { post: post.id, user, other }),
    )
  })

  serve(sendMessageEndpoint, ({ user, params, body }) => sendMessage(context, user, params, body))

  serve(markSeenEndpoint, ({ user, params, body }) => markSeen(context, user, params, body.message))

  serve(blockPerson, async ({ user, params }) => {
    await block(context, user, params.person)
    return { blocked: true }
  })

  serve(unblockPerson, ({ user, params }) => unblock(context, user, params.person))
}
