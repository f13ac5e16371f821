import { randomBytes } from 'node:crypto'
import type { DocumentKind } from '#contract/documents.ts'
import type { Context } from '../context.ts'
import { HttpError } from '../http/errors.ts'
import { readImage } from '../uploads/read-image.ts'
import type { Upload } from '../uploads/receive-form.ts'
import { MIN_AGE_MS, removeUnreferenced } from '../uploads/storage.ts'
import { deleteUnusedPictures, findReferencedKeys } from './queries.ts'

/** A picture of the onboarding form, or of the reason for a deduction from the deposit. */
export type PictureKind = DocumentKind | 'deduction'

/** An image in the storage, not yet referenced by a row of `documents`. */
export interface StoredDocument {
  kind: PictureKind
  storage_key: string
}

const DOCUMENTS_FOLDER = 'documents'

/** Large enough to recognise a face, and to read the small print of an ID. */
const maxPixels: Record<PictureKind, number> = { photo: 1200, id_photo: 2000, deduction: 1600 }

/** Validates all images before failing, so that two bad ones are both reported. */
async function readImages(uploads: [PictureKind, Upload][]) {
  const images: { kind: PictureKind; bytes: Buffer }[] = []
  const errors: HttpError[] = []
  for (const [kind, upload] of uploads) {
    try {
      images.push({ kind, bytes: await readImage(upload, { maxSide: maxPixels[kind] }) })
    } catch (error) {
      if (!(error instanceof HttpError && error.body.fields)) throw error
      errors.push(error)
    }
  }
  const [first] = errors
  if (first) {
    const fields = Object.assign({}, ...errors.map(({ body }) => body.fields))
    throw new HttpError(first.status, { ...first.body, fields })
  }
  return images
}

/**
 * Puts the images of an onboarding form into the storage, all or none of them.
 * @throws {HttpError} 400, 415 or 503
 */
export async function storeDocuments(
  context: Context,
  files: { [kind in PictureKind]?: Upload },
): Promise<StoredDocument[]> {
  const kinds = ['photo', 'id_photo', 'deduction'] as const
  const uploads = kinds.flatMap((kind): [PictureKind, Upload][] => {
    const upload = files[kind]
    return upload ? [[kind, upload]] : []
  })
  const stored: StoredDocument[] = []
  for (const { kind, bytes } of await readImages(uploads)) {
    const storage_key = `${DOCUMENTS_FOLDER}/${randomBytes(24).toString('base64url')}.jpg`
    stored.push({ kind, storage_key })
    try {
      await context.storage.put(storage_key, bytes, 'image/jpeg')
    } catch (error) {
      await discardDocuments(context, stored)
      throw error
    }
  }
  return stored
}

/**
 * Removes stored images after a failed transaction, except those that a row references after all: a commit
 * may have succeeded although its reply was lost. Never throws: failures are logged.
 */
export async function discardDocuments(
  context: Context,
  documents: StoredDocument[],
): Promise<void> {
  if (documents.length === 0) return
  try {
    const referenced = await findReferencedKeys(
      context.db,
      documents.map(({ storage_key }) => storage_key),
    )
    for (const { storage_key } of documents) {
      if (!referenced.has(storage_key)) await context.storage.remove(storage_key)
    }
  } catch (error) {
    context.log.error({ err: error }, 'images of an onboarding form were not removed')
  }
}

/** Removes pictures of deductions that nobody entered, and images that no document references. */
export async function sweepDocuments(context: Context): Promise<void> {
  await deleteUnusedPictures(context.db, new Date(context.now().getTime() - MIN_AGE_MS))
  await removeUnreferenced(context, DOCUMENTS_FOLDER, findReferencedKeys)
}
