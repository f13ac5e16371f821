import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { insertDocuments } from '../documents/queries.ts'
import { storeDocuments } from '../documents/store.ts'
import { halves } from './images.ts'
import type { TestServer } from './server.ts'

/** Stores a photo and an ID scan of a user, as onboarding does; returns their ids. */
export async function storeTestDocuments({ running }: TestServer, username: string) {
  const { context } = running
  const { company_id, id } = await context.db
    .selectFrom('users')
    .where('username', '=', username)
    .select(['company_id', 'id'])
    .executeTakeFirstOrThrow()
  const bytes = await halves().jpeg().toBuffer()
  const path = join(context.config.dataDir, 'handed-in.jpg')
  await writeFile(path, bytes)
  const upload = (field: string) => ({ field, path, bytes: bytes.length })
  const stored = await storeDocuments(context, {
    photo: upload('photo'),
    id_photo: upload('id_photo'),
  })
  await insertDocuments(context.db, company_id, id, stored)
  const rows = await context.db
    .selectFrom('documents')
    .where('user_id', '=', id)
    .select(['id', 'kind', 'storage_key'])
    .orderBy('id')
    .execute()
  const [photo, id_photo] = rows
  if (!photo || !id_photo) throw new Error('nothing was stored')
  return { photo, id_photo }
}
