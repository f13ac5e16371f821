import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../context.ts'
import { notFound } from '../errors.ts'
import type { Storage } from './storage.ts'

const folder = '/media/'
const ours = /^[\w-]{24}\.jpg$/
const keyOf = (name: string) => `public/${name}`

/**
 * Stores a picture for everybody who knows its name, which nobody can guess.
 * @returns its path on this server
 */
export async function keepPublic(storage: Storage, bytes: Uint8Array): Promise<string> {
  const name = `${randomBytes(18).toString('base64url')}.jpg`
  await storage.put(keyOf(name), bytes, 'image/jpeg')
  return folder + name
}

/** Removes one that `keepPublic` stored; any other path is left alone. */
export async function forgetPublic(storage: Storage, path: string): Promise<void> {
  const name = path.startsWith(folder) ? path.slice(folder.length) : ''
  if (ours.test(name)) await storage.remove(keyOf(name))
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
