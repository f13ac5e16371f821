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

  serve(listConversationsEndpoint, async ({ member, query, request, reply }) => {
    const rows = await listConversations(db, member, query, query.post)
    return paged(rows, query, { request, reply }).map((row) => conversationOf(row, member))
  })

  serve(countUnreadEndpoint, async ({ member }) => ({ unread: await countUnread(db, member) }))

  serve(getConversation, async ({ member, params }) => {
    const { conversation } = await lookAt(context, member, params)
    return conversation
  })

  serve(listMessagesEndpoint, async ({ member, params, query, request, reply }) => {
    const { conversation_id, conversation } = await lookAt(context, member, params)
    if (conversation_id === null) return []
    const rows = await listMessages(db, member.company_id, conversation_id, query)
    const { post, person: other } = conversation
    return paged(rows, query, { request, reply }).map((row) =>
      messageOf(row, { post: post.id, me: member, other }),
    )
  })

  serve(sendMessage, ({ member, params, body }) => send(context, member, params, body))

  serve(markSeen, ({ member, params, body }) => see(context, member, params, body.message))

  serve(blockPerson, async ({ member, params }) => {
    await block(context, member, params.person)
    return { blocked: true }
  })

  serve(unblockPerson, ({ member, params }) => unblock(context, member, params.person))
}
