import { randomUUID } from 'node:crypto'
import type { GalleryPhoto } from '#contract/company.ts'
import { MAX_GALLERY, type Pictures, type pictureKinds } from '#contract/pictures.ts'
import type { AuthUser } from '../auth/access.ts'
import { lockCompany } from '../company/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { conflict, invalid, notFound } from '../http/errors.ts'
import { logStaffAction } from '../staff-log.ts'
import { loadPublicImage, removePublicImage, storePublicImage } from '../uploads/public-images.ts'
import { readImage } from '../uploads/read-image.ts'
import type { Upload } from '../uploads/receive-form.ts'

type Kind = (typeof pictureKinds)[number]

/** A logo is shown small; a photo over the width of a page. */
const MAX_SIDE: Record<Kind, number> = { logo: 480, picture: 1600 }

const pictureColumns = ['logo', 'picture', 'gallery'] as const

export const findPictures = (db: Db, company_id: number): Promise<Pictures> =>
  db
    .selectFrom('companies')
    .where('id', '=', company_id)
    .select([...pictureColumns])
    .executeTakeFirstOrThrow()

/** The logo as a JPEG, for a PDF; null without one, or when the storage doesn't answer: a receipt must not wait for it. */
export async function loadLogo({ db, storage, log }: Context, company_id: number) {
  const { logo } = await findPictures(db, company_id)
  if (logo === null) return null
  return loadPublicImage(storage, logo).catch((error: unknown) => {
    log.warn({ err: error }, 'the logo could not be read')
    return null
  })
}

interface Change {
  /** The residence's pictures afterwards. */
  set(found: Pictures): Pictures
  /** For the log. */
  before(found: Pictures): object
  after: object
}

/** Changes what pictures the residence has. Files that it has no more are deleted, and so is a new one when that fails. */
async function change(
  { db, storage, log }: Context,
  user: AuthUser,
  stored: string | null,
  { set, before, after }: Change,
): Promise<Pictures> {
  const { company_id } = user
  const forget = (path: string) =>
    removePublicImage(storage, path).catch((error: unknown) => {
      log.warn({ err: error }, 'a picture could not be deleted')
    })
  let was: Pictures
  let now: Pictures
  try {
    ;[was, now] = await db.transaction().execute(async (tx) => {
      await lockCompany(tx, company_id)
      const found = await findPictures(tx, company_id)
      const { gallery, ...others } = set(found)
      await tx
        .updateTable('companies')
        .set({ ...others, gallery: JSON.stringify(gallery) })
        .where('id', '=', company_id)
        .execute()
      await logStaffAction(tx, user, {
        ...{ act: 'settings.picture', subject: 'company', subject_id: company_id },
        ...{ before: before(found), after },
      })
      return [found, { ...others, gallery }] as const
    })
  } catch (error) {
    if (stored) await forget(stored)
    throw error
  }
  const kept = new Set(pathsOf(now))
  for (const path of pathsOf(was)) if (!kept.has(path)) await forget(path)
  return now
}

const pathsOf = ({ logo, picture, gallery }: Pictures): string[] =>
  [logo, picture, ...gallery.map((one) => one.picture)].filter((path) => path !== null)

async function store({ storage }: Context, upload: Upload | undefined, maxSide: number) {
  if (upload === undefined) throw invalid('picture', 'Please choose a picture.')
  return storePublicImage(storage, await readImage(upload, { maxSide }))
}

/** Stores another logo or photo of the residence, or removes it (`upload` is null). */
export async function changePicture(
  context: Context,
  user: AuthUser,
  kind: Kind,
  upload: Upload | undefined | null,
): Promise<Pictures> {
  const path = upload === null ? null : await store(context, upload, MAX_SIDE[kind])
  return change(context, user, path, {
    set: (found) => ({ ...found, [kind]: path }),
    before: (found) => ({ [kind]: found[kind] !== null }),
    after: { [kind]: path !== null },
  })
}

/** @throws {HttpError} 400 for no picture, 409 when the gallery is full, 415 */
export async function addGalleryPicture(
  context: Context,
  user: AuthUser,
  caption: string,
  upload: Upload | undefined,
): Promise<Pictures> {
  const picture = await store(context, upload, MAX_SIDE.picture)
  return change(context, user, picture, {
    set(found) {
      if (found.gallery.length >= MAX_GALLERY) {
        const message = `The gallery has ${MAX_GALLERY} photos already. Remove one first.`
        throw conflict(message, 'gallery_full')
      }
      return { ...found, gallery: [...found.gallery, { id: randomUUID(), picture, caption }] }
    },
    before: () => ({}),
    after: { gallery: caption },
  })
}

/** @throws {HttpError} 404 */
export function removeGalleryPicture(
  context: Context,
  user: AuthUser,
  id: string,
): Promise<Pictures> {
  const isIt = (one: GalleryPhoto) => one.id === id
  return change(context, user, null, {
    set(found) {
      if (!found.gallery.some(isIt)) throw notFound('There is no such picture.')
      return { ...found, gallery: found.gallery.filter((one) => !isIt(one)) }
    },
    before: (found) => ({ gallery: found.gallery.find(isIt)?.caption }),
    after: {},
  })
}

/** Those of the paths that are pictures of residences. */
export async function findUsedPictures(db: Db, paths: string[]): Promise<Set<string>> {
  if (paths.length === 0) return new Set()
  const residences = await db
    .selectFrom('companies')
    .select([...pictureColumns])
    .execute()
  const wanted = new Set(paths)
  return new Set(residences.flatMap(pathsOf).filter((path) => wanted.has(path)))
}
