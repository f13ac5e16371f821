import { createHmac } from 'node:crypto'
import { addDocument, linkDocument, listDocuments, viewDocument } from '#contract/documents.ts'
import { pathOf } from '#contract/endpoint.ts'
import { isoTime } from '#rules/calendar.ts'
import type { AuthUser } from '../auth/access.ts'
import { findSessionUser } from '../auth/session-queries.ts'
import type { Context } from '../context.ts'
import { equalInConstantTime } from '../equal-in-constant-time.ts'
import { forbidden, invalid, notFound } from '../http/errors.ts'
import { requirePermission, type Serve } from '../http/serve.ts'
import { userKey } from '../http/throttle.ts'
import { isFirstView, logStaffAction } from '../staff-log.ts'
import { findTenant, tenantNotFound } from '../tenancy/tenant-queries.ts'
import * as queries from './queries.ts'
import { discardDocuments, type PictureKind, storeDocuments } from './store.ts'

/** The pictures' names in the log. */
const pictureNames: Record<PictureKind, string> = {
  photo: 'photo',
  id_photo: 'ID photo',
  deduction: 'picture of a deduction',
}

const documentNotFound = () => notFound('There is no such document.', 'document_not_found')

export function documentRoutes(serve: Serve, context: Context) {
  const { db, storage, throttles, jwtSecret, now } = context
  async function documentsOf({ company_id }: AuthUser, user_id: number) {
    const documents = await queries.listDocuments(db, company_id, user_id)
    return documents.map((document) => ({
      ...document,
      created_at: isoTime(document.created_at),
    }))
  }

  serve(listDocuments, ({ user }) => documentsOf(user, user.id))

  serve(addDocument, async ({ user, params: { id, kind }, files: { picture } }) => {
    if (!picture) throw invalid('picture', 'Please choose a picture.')
    if (!(await findTenant(db, user.company_id, id))) throw tenantNotFound()
    await throttles.document.consume(userKey(user.company_id, user.id))
    const stored = await storeDocuments(context, { [kind]: picture })
    try {
      await db.transaction().execute(async (tx) => {
        await queries.insertDocuments(tx, user.company_id, id, stored)
        await logStaffAction(tx, user, {
          act: 'tenancy.document',
          subject: 'user',
          subject_id: id,
          before: null,
          after: { picture: pictureNames[kind] },
        })
      })
    } catch (error) {
      await discardDocuments(context, stored)
      throw error
    }
    return documentsOf(user, id)
  })

  serve(linkDocument, async ({ user, params, request }) => {
    const found = await queries.findViewableDocument(db, user.company_id, params.id, user.id)
    if (!found) {
      if (user.is_staff)
        await requirePermission(
          context,
          request,
          'documents',
          'open a photo or ID photo of a tenant',
        )
      throw documentNotFound()
    }
    const { company_id, session_id } = user
    const link = { company_id, document_id: found.id, session_id }
    const { token, expires_at } = createLinkToken(jwtSecret, link, now())
    return {
      url: `/api${pathOf(viewDocument.path, { id: found.id })}?token=${token}`,
      expires_at: isoTime(expires_at),
    }
  })

  serve(viewDocument, async ({ params, query, reply }) => {
    const link = verifyLinkToken(jwtSecret, query.token)
    if (link?.document_id !== params.id) {
      throw forbidden('This link is incomplete. Please open the document again.', 'bad_link')
    }
    const viewed_at = now()
    if (link.expires_at <= viewed_at) {
      throw forbidden('This link has expired. Please open the document again.', 'old_link')
    }
    // Checked again, since the viewer may have logged out or left the staff meanwhile.
    const { company_id, document_id, session_id } = link
    const viewer = await findSessionUser(db, { company_id, session_id, now: viewed_at })
    const found =
      viewer && (await queries.findViewableDocument(db, company_id, document_id, viewer.id))
    const bytes = found && (await storage.get(found.storage_key))
    if (!bytes) throw documentNotFound()
    const user_id = viewer.id
    const isLogged =
      found.user_id !== user_id &&
      (await isFirstView(context, viewer, 'document.view', document_id))
    await db.transaction().execute(async (tx) => {
      await queries.insertDocumentView(tx, { company_id, document_id, user_id, viewed_at })
      if (!isLogged) return
      await logStaffAction(tx, viewer, {
        act: 'document.view',
        subject: 'user',
        subject_id: found.user_id,
        before: null,
        after: { picture: pictureNames[found.kind] },
      })
    })
    const name = `${found.kind.replace('_', '-')}-${found.id}.jpg`
    reply.header('content-disposition', `inline; filename="${name}"`)
    return bytes
  })
}

const LINK_LIFETIME_S = 5 * 60

interface DocumentLink {
  company_id: number
  document_id: number
  session_id: string
}

/** The prefix separates these signatures from others made with the same secret. */
const sign = (secret: Uint8Array, text: string) =>
  createHmac('sha256', secret).update(`document-link:${text}`).digest('base64url')

function createLinkToken(secret: Uint8Array, link: DocumentLink, now: Date) {
  const expires = Math.floor(now.getTime() / 1000) + LINK_LIFETIME_S
  const text = [link.company_id, link.document_id, link.session_id, expires].join('.')
  return { token: `${text}.${sign(secret, text)}`, expires_at: new Date(expires * 1000) }
}

/** Null for a token that is malformed or not signed by us; the caller checks `expires_at`. */
function verifyLinkToken(
  secret: Uint8Array,
  token: string,
): (DocumentLink & { expires_at: Date }) | null {
  const parts = /^((\d{1,10})\.(\d{1,10})\.([\w-]{16,40})\.(\d{1,10}))\.([\w-]{43})$/.exec(token)
  if (!parts?.[1] || !equalInConstantTime(parts[6] ?? '', sign(secret, parts[1]))) return null
  return {
    company_id: Number(parts[2]),
    document_id: Number(parts[3]),
    session_id: parts[4] ?? '',
    expires_at: new Date(Number(parts[5]) * 1000),
  }
}
