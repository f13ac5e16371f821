import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { ImageSize } from '#contract/posts.ts'
import { type Dimensions, IMAGE_WIDTHS, scaledSizes } from '#rules/image.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { notFound } from '../http/errors.ts'
import type { ScaledImage } from './read-image.ts'
import { removeUnreferenced, type Storage } from './storage.ts'

/** The storage's folder. */
const FOLDER = 'public'
const URL_PREFIX = '/media/'
/** The files that this module writes: a random name, and a width where an image has several sizes. */
const FILE_NAME = /^([\w-]{24})(-\d+)?\.(jpg|webp)$/
const keyOf = (file: string) => `${FOLDER}/${file}`
const types = { jpg: 'image/jpeg', webp: 'image/webp' } as const
type Format = keyof typeof types
const formats = Object.keys(types) as Format[]
const sizeFile = (name: string, nominalWidth: number, format: Format = 'jpg') =>
  `${name}-${nominalWidth}.${format}`
/** Every file that an image with several sizes may have; older ones have no WebP. */
const filesOf = (name: string) =>
  IMAGE_WIDTHS.flatMap((width) =>
    formats.map((format) => ({ file: sizeFile(name, width, format), type: types[format] })),
  )
const newName = () => randomBytes(18).toString('base64url')

/**
 * Stores an image that everybody who knows its unguessable name may see.
 * @returns its path on this server
 */
export async function storePublicImage(storage: Storage, bytes: Uint8Array): Promise<string> {
  const file = `${newName()}.jpg`
  await storage.put(keyOf(file), bytes, 'image/jpeg')
  return URL_PREFIX + file
}

/** An image that `storePublicImage` stored; null for any other path. */
export async function loadPublicImage(storage: Storage, path: string): Promise<Buffer | null> {
  const file = path.startsWith(URL_PREFIX) ? path.slice(URL_PREFIX.length) : ''
  return FILE_NAME.test(file) ? storage.get(keyOf(file)) : null
}

/** Removes what `storePublicImage` stored; any other path is left alone. */
export async function removePublicImage(storage: Storage, path: string): Promise<void> {
  const file = path.startsWith(URL_PREFIX) ? path.slice(URL_PREFIX.length) : ''
  if (FILE_NAME.test(file)) await storage.remove(keyOf(file))
}

/** The columns in which a post names its image. */
export interface StoredImage {
  image_name: string
  image_width: number
  image_height: number
}

/** Stores the sizes of an image under one new name, all or none of them. */
export async function storeImageSizes(storage: Storage, image: ScaledImage): Promise<StoredImage> {
  const image_name = newName()
  try {
    for (const { nominalWidth, ...encoded } of image.sizes) {
      for (const format of formats) {
        const key = keyOf(sizeFile(image_name, nominalWidth, format))
        await storage.put(key, encoded[format], types[format])
      }
    }
  } catch (error) {
    await removeImageSizes(storage, image_name).catch(() => {})
    throw error
  }
  return { image_name, image_width: image.width, image_height: image.height }
}

/**
 * Copies an image to another new name; the original stays until it is removed.
 * @throws {HttpError} 503, with no copy left
 */
export async function copyImageSizes(storage: Storage, name: string): Promise<string> {
  const copy = newName()
  try {
    for (const { file, type } of filesOf(name)) {
      const bytes = await storage.get(keyOf(file))
      if (bytes) await storage.put(keyOf(file.replace(name, copy)), bytes, type)
    }
  } catch (error) {
    await removeImageSizes(storage, copy).catch(() => {})
    throw error
  }
  return copy
}

/** Removes what `storeImageSizes` stored. */
export async function removeImageSizes(storage: Storage, name: string): Promise<void> {
  for (const { file } of filesOf(name)) await storage.remove(keyOf(file))
}

/** The URLs and dimensions of a stored image, from small to large. */
export const storedImageSizes = (name: string, dimensions: Dimensions): ImageSize[] =>
  scaledSizes(dimensions).map(({ nominalWidth, width, height }) => ({
    url: URL_PREFIX + sizeFile(name, nominalWidth),
    width,
    height,
  }))

const pictureNotFound = () => notFound('There is no such picture.', 'picture_not_found')

/** Serves the public images, as WebP where the browser knows it; a name is never used for another image. */
export function servePublicImages(app: FastifyInstance, { storage }: Context) {
  app.get<{ Params: { name: string } }>(
    `${URL_PREFIX}:name`,
    async ({ params, headers }, reply) => {
      const [, name, size, format] = FILE_NAME.exec(params.name) ?? []
      if (!name || format !== 'jpg') throw pictureNotFound()
      const webp =
        size && headers.accept?.includes(types.webp)
          ? await storage.get(keyOf(`${name}${size}.webp`))
          : null
      const bytes = webp ?? (await storage.get(keyOf(params.name)))
      if (!bytes) throw pictureNotFound()
      reply.header('cache-control', 'public, max-age=31536000, immutable').header('vary', 'accept')
      return reply.type(webp ? types.webp : types.jpg).send(bytes)
    },
  )
}

/** Finds which of these values some row still contains. */
type FindReferenced = (db: Db, values: string[]) => Promise<Set<string>>

/**
 * Removes public images that no row references any more. Files that this module did not write are left alone.
 * @param byName finds the names that `storeImageSizes` returned
 * @param byPath finds the paths that `storePublicImage` returned
 */
export function removeUnreferencedImages(
  context: Context,
  { byName, byPath }: { byName: FindReferenced; byPath: FindReferenced },
): Promise<void> {
  return removeUnreferenced(context, FOLDER, async (db, keys) => {
    const names = new Map<string, string>()
    const paths = new Map<string, string>()
    const existing = new Set<string>()
    for (const key of keys) {
      const file = key.startsWith(keyOf('')) ? key.slice(keyOf('').length) : ''
      const [, name, size] = FILE_NAME.exec(file) ?? []
      if (!name) existing.add(key)
      else if (size) names.set(key, name)
      else paths.set(key, URL_PREFIX + file)
    }
    const referenced = new Set([
      ...(await byName(db, [...new Set(names.values())])),
      ...(await byPath(db, [...paths.values()])),
    ])
    for (const [key, value] of [...names, ...paths]) if (referenced.has(value)) existing.add(key)
    return existing
  })
}
