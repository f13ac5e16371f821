import type { Pictures, pictureKinds } from '#contract/pictures.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { invalid } from '../errors.ts'
import { logStaffAction } from '../staff-log.ts'
import { loadPublicImage, removePublicImage, storePublicImage } from '../uploads/public-images.ts'
import { readImage } from '../uploads/read-image.ts'
import type { Upload } from '../uploads/receive-form.ts'
import { lockCompany } from './queries.ts'

type Kind = (typeof pictureKinds)[number]

/** A logo is shown small; a photo over the width of a page. */
const MAX_SIDE: Record<Kind, number> = { logo: 480, picture: 1600 }

export const findPictures = (db: Db, company_id: number): Promise<Pictures> =>
  db
    .selectFrom('companies')
    .where('id', '=', company_id)
    .select(['logo', 'picture'])
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

/** Stores another logo or photo of the residence, or removes it (`upload` is null). The file before is deleted. */
export async function changePicture(
  context: Context,
  user: AuthUser,
  kind: Kind,
  upload: Upload | undefined | null,
): Promise<Pictures> {
  const { db, storage, log } = context
  const { company_id } = user
  if (upload === undefined) throw invalid('picture', 'Please choose a picture.')
  const path =
    upload &&
    (await storePublicImage(storage, await readImage(upload, { maxSide: MAX_SIDE[kind] })))
  const forget = (old: string) =>
    removePublicImage(storage, old).catch((error: unknown) => {
      log.warn({ err: error }, 'a picture could not be deleted')
    })
  let before: Pictures
  try {
    before = await db.transaction().execute(async (tx) => {
      await lockCompany(tx, company_id)
      const found = await findPictures(tx, company_id)
      await tx
        .updateTable('companies')
        .set({ [kind]: path })
        .where('id', '=', company_id)
        .execute()
      await logStaffAction(tx, user, {
        act: 'settings.picture',
        subject: 'company',
        subject_id: company_id,
        before: { [kind]: found[kind] !== null },
        after: { [kind]: path !== null },
      })
      return found
    })
  } catch (error) {
    if (path) await forget(path)
    throw error
  }
  const old = before[kind]
  if (old) await forget(old)
  return { ...before, [kind]: path }
}

/** Those of the paths that are logos or photos of residences. */
export async function findUsedPictures(db: Db, paths: string[]): Promise<Set<string>> {
  if (paths.length === 0) return new Set()
  const rows = await db
    .selectFrom('companies')
    .where(({ or, eb }) => or([eb('logo', 'in', paths), eb('picture', 'in', paths)]))
    .select(['logo', 'picture'])
    .execute()
  return new Set(rows.flatMap(({ logo, picture }) => [logo ?? [], picture ?? []].flat()))
}
