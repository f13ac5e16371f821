import {
  blockPerson,
  countUnread as countUnreadEndpoint,
  getConversation,
  listConversations as listConversationsEndpoint,
  listMessages as listMessagesEndpoint,
  markSeen,
  sendMessage,
  unblockPerson,
} from '#contract/chat.ts'
import type { Context } from '../context.ts'
import { paged } from '../paging.ts'
import type { Serve } from '../serve.ts'
import { block, unblock } from './block.ts'
import { lookAt } from './find.ts'
import { countUnread, listConversations, listMessages } from './queries.ts'
import { see } from './seen.ts'
import { send } from './send.ts'
import { conversationOf, messageOf } from './shape.ts'

export function chatRoutes(serve: Serve, context: Context) {
  const { db } = context

  serve(listConversationsEndpoint, async ({ user, query, request, reply }) => {
    const rows = await listConversations(db, user, query, query.post)
    return paged(rows, query, { request, reply }).map((row) => conversationOf(row, user))
  })

  serve(countUnreadEndpoint, async ({ user }) => ({ unread: await countUnread(db, user) }))

  serve(getConversation, async ({ user, params }) => {
    const { conversation } = await lookAt(context, user, params)
    return conversation
  })

  serve(listMessagesEndpoint, async ({ user, params, query, request, reply }) => {
    const { conversation_id, conversation } = await lookAt(context, user, params)
    if (conversation_id === null) return []
    const rows = await listMessages(db, user.company_id, conversation_id, query)
    const { post, person: other } = conversation
    return paged(rows, query, { request, reply }).map((row) =>
      messageOf(row, { post: post.id, me: user, other }),
    )
  })

  serve(sendMessage, ({ user, params, body }) => send(context, user, params, body))

  serve(markSeen, ({ user, params, body }) => see(context, user, params, body.message))

  serve(blockPerson, async ({ user, params }) => {
    await block(context, user, params.person)
    return { blocked: true }
  })

  serve(unblockPerson, ({ user, params }) => unblock(context, user, params.person))
}
