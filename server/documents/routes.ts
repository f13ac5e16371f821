import { linkDocument, listDocuments, viewDocument } from '#contract/documents.ts'
import { pathOf } from '#contract/endpoint.ts'
import { findSessionUser } from '../auth/session-queries.ts'
import type { Context } from '../context.ts'
import { forbidden, notFound } from '../errors.ts'
import type { Serve } from '../serve.ts'
import { makeLink, readLink } from './link.ts'
import { listDocuments as documentsOf, findDocumentFor, insertView } from './queries.ts'

const no_document = 'There is no such document.'

export function documentRoutes(serve: Serve, { db, storage, jwtSecret, now }: Context) {
  serve(listDocuments, async ({ user }) => {
    const documents = await documentsOf(db, user.company_id, user.id)
    return documents.map((one) => ({ ...one, created_at: one.created_at.toISOString() }))
  })

  serve(linkDocument, async ({ user, params }) => {
    const found = await findDocumentFor(db, user.company_id, params.id, user.id)
    if (!found) throw notFound(no_document, 'document_not_found')
    const { company_id, session_id } = user
    const link = { company_id, document_id: found.id, session_id }
    const { token, expires_at } = makeLink(jwtSecret, link, now())
    return {
      url: `/api${pathOf(viewDocument.path, { id: found.id })}?token=${token}`,
      expires_at: expires_at.toISOString(),
    }
  })

  serve(viewDocument, async ({ params, query, reply }) => {
    const link = readLink(jwtSecret, query.token)
    if (link?.document_id !== params.id) {
      throw forbidden('This link is not whole. Please open the document again.', 'bad_link')
    }
    const viewed_at = now()
    if (link.expires_at <= viewed_at) {
      throw forbidden('This link is too old. Please open the document again.', 'old_link')
    }
    // Asked again: whoever has logged out or left the staff since sees nothing more.
    const { company_id, document_id, session_id } = link
    const viewer = await findSessionUser(db, company_id, session_id, viewed_at)
    const found = viewer && (await findDocumentFor(db, company_id, document_id, viewer.id))
    const bytes = found && (await storage.get(found.storage_key))
    if (!bytes) throw notFound(no_document, 'document_not_found')
    await insertView(db, { company_id, document_id, user_id: viewer.id, viewed_at })
    const name = `${found.kind.replace('_', '-')}-${found.id}.jpg`
    reply.header('content-disposition', `inline; filename="${name}"`)
    return bytes
  })
}
