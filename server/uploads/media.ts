import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { ImageSize } from '#contract/posts.ts'
import { type Dimensions, IMAGE_WIDTHS, scaledSizes } from '#rules/post.ts'
import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import type { DrawnPicture } from './picture.ts'
import type { Storage } from './storage.ts'

/** Of the storage. */
export const publicFolder = 'public'
const folder = '/media/'
const ours = /^([\w-]{24})(-\d+)?\.jpg$/
const keyOf = (file: string) => `${publicFolder}/${file}`
const sizeFile = (name: string, nominalWidth: number) => `${name}-${nominalWidth}.jpg`
const newName = () => randomBytes(18).toString('base64url')

/**
 * Stores a picture for everybody who knows its name, which nobody can guess.
 * @returns its path on this server
 */
export async function keepPublic(storage: Storage, bytes: Uint8Array): Promise<string> {
  const file = `${newName()}.jpg`
  await storage.put(keyOf(file), bytes, 'image/jpeg')
  return folder + file
}

/** Removes one that `keepPublic` stored; any other path is left alone. */
export async function forgetPublic(storage: Storage, path: string): Promise<void> {
  const file = path.startsWith(folder) ? path.slice(folder.length) : ''
  if (ours.test(file)) await storage.remove(keyOf(file))
}

/** How a post's row names its picture. */
export interface NamedPicture {
  image_name: string
  image_width: number
  image_height: number
}

/** Stores the sizes of a picture under one new name, all or none of them. */
export async function keepSizes(storage: Storage, picture: DrawnPicture): Promise<NamedPicture> {
  const image_name = newName()
  try {
    for (const { nominalWidth, bytes } of picture.sizes) {
      await storage.put(keyOf(sizeFile(image_name, nominalWidth)), bytes, 'image/jpeg')
    }
  } catch (error) {
    await forgetSizes(storage, image_name).catch(() => {})
    throw error
  }
  return { image_name, image_width: picture.width, image_height: picture.height }
}

/**
 * The same picture under another new name, for a row to name it by; the old one is there until it is forgotten.
 * @throws {HttpError} 503, with no copy left
 */
export async function copySizes(storage: Storage, name: string): Promise<string> {
  const copy = newName()
  try {
    for (const width of IMAGE_WIDTHS) {
      const bytes = await storage.get(keyOf(sizeFile(name, width)))
      if (bytes) await storage.put(keyOf(sizeFile(copy, width)), bytes, 'image/jpeg')
    }
  } catch (error) {
    await forgetSizes(storage, copy).catch(() => {})
    throw error
  }
  return copy
}

/** Removes what `keepSizes` stored. */
export async function forgetSizes(storage: Storage, name: string): Promise<void> {
  for (const width of IMAGE_WIDTHS) await storage.remove(keyOf(sizeFile(name, width)))
}

/** Where the sizes of a picture are, from small to large. */
export const sizesAt = (name: string, measures: Dimensions): ImageSize[] =>
  scaledSizes(measures).map(({ nominalWidth, width, height }) => ({
    url: folder + sizeFile(name, nominalWidth),
    width,
    height,
  }))

/** What a row calls the picture that a key of the storage belongs to; null for a key that is not ours. */
export function namedBy(key: string): { profile_image: string } | { image_name: string } | null {
  const file = key.startsWith(keyOf('')) ? key.slice(keyOf('').length) : ''
  const [, name = '', size] = ours.exec(file) ?? []
  if (!name) return null
  return size ? { image_name: name } : { profile_image: folder + file }
}

/** Serves the public pictures; a name is never given to another one. */
export function installMedia(app: FastifyInstance, { storage }: Context) {
  app.get<{ Params: { name: string } }>(`${folder}:name`, async ({ params }, reply) => {
    const bytes = ours.test(params.name) ? await storage.get(keyOf(params.name)) : null
    if (!bytes) throw notFound('There is no such picture.', 'picture_not_found')
    reply.header('cache-control', 'public, max-age=31536000, immutable')
    return reply.type('image/jpeg').send(bytes)
  })
}
