import { randomBytes } from 'node:crypto'
import type { DocumentKind } from '#contract/documents.ts'
import type { Context } from '../context.ts'
import { HttpError } from '../errors.ts'
import { readPicture } from '../uploads/picture.ts'
import type { Upload } from '../uploads/upload.ts'
import { storedKeys } from './queries.ts'

/** A picture that is in the storage, and that no document names yet. */
export interface Kept {
  kind: DocumentKind
  storage_key: string
}

/** Of the storage. */
export const documentsFolder = 'documents'

/** Enough to read the small print of an ID, and to know a face. */
const most_px: Record<DocumentKind, number> = { photo: 1200, id_photo: 2000 }

/** Reads both, so that whoever sent two bad ones hears of both. */
async function readAll(uploads: [DocumentKind, Upload][]) {
  const pictures: { kind: DocumentKind; bytes: Buffer }[] = []
  const refusals: HttpError[] = []
  for (const [kind, upload] of uploads) {
    try {
      pictures.push({ kind, bytes: await readPicture(upload, { most: most_px[kind] }) })
    } catch (error) {
      if (!(error instanceof HttpError && error.body.fields)) throw error
      refusals.push(error)
    }
  }
  const [first] = refusals
  if (first) {
    const fields = Object.assign({}, ...refusals.map(({ body }) => body.fields))
    throw new HttpError(first.status, { ...first.body, fields })
  }
  return pictures
}

/**
 * Puts the pictures of an onboarding form into the storage, all or none of them.
 * @throws {HttpError} 400, 415 or 503
 */
export async function keepDocuments(
  context: Context,
  files: { [kind in DocumentKind]?: Upload },
): Promise<Kept[]> {
  const sent = (['photo', 'id_photo'] as const).flatMap((kind): [DocumentKind, Upload][] => {
    const upload = files[kind]
    return upload ? [[kind, upload]] : []
  })
  const kept: Kept[] = []
  for (const { kind, bytes } of await readAll(sent)) {
    const storage_key = `${documentsFolder}/${randomBytes(24).toString('base64url')}.jpg`
    kept.push({ kind, storage_key })
    try {
      await context.storage.put(storage_key, bytes, 'image/jpeg')
    } catch (error) {
      await forgetDocuments(context, kept)
      throw error
    }
  }
  return kept
}

/**
 * Removes what a transaction that failed was to name; one whose commit went through although its
 * answer was lost keeps its pictures. Never throws: what cannot be removed now is only told to the log.
 */
export async function forgetDocuments(context: Context, kept: Kept[]): Promise<void> {
  if (kept.length === 0) return
  try {
    const named = await storedKeys(
      context.db,
      kept.map(({ storage_key }) => storage_key),
    )
    for (const { storage_key } of kept) {
      if (!named.has(storage_key)) await context.storage.remove(storage_key)
    }
  } catch (error) {
    context.log.error({ err: error }, 'pictures left behind')
  }
}
