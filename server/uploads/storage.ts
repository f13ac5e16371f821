import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { unavailable } from '../http/errors.ts'

/** Where images are stored, under keys that the server generates. Nothing is served from it directly. */
export interface Storage {
  /** @throws {HttpError} 503 when the storage is unavailable, like the others */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>
  /** Null when there is no such key. */
  get(key: string): Promise<Buffer | null>
  /** A missing key is no error. */
  remove(key: string): Promise<void>
  /** The keys below a folder that were last written before an instant. */
  listOlder(folder: string, before: Date): AsyncIterable<string>
}

const UNAVAILABLE = 'Pictures cannot be stored or shown right now. Please try again in a moment.'

async function openDisk({ storageUrl, dataDir }: Pick<Config, 'storageUrl' | 'dataDir'>) {
  if (!storageUrl) {
    return new Disk(new FSDriver({ location: join(dataDir, 'uploads'), visibility: 'private' }))
  }
  // Loaded only where it is used: the S3 client is large.
  const { openBucket } = await import('./s3.ts')
  return new Disk(openBucket(storageUrl))
}

function isMissing(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  const { code, name } = (cause ?? {}) as { code?: string; name?: string }
  return code === 'ENOENT' || name === 'NoSuchKey' || name === 'NotFound'
}

/** A folder below `DATA_DIR`, or the bucket that STORAGE_URL names. */
export async function openStorage(
  config: Pick<Config, 'storageUrl' | 'dataDir'>,
  log: FastifyBaseLogger,
): Promise<Storage> {
  const disk = await openDisk(config)

  function failed(error: unknown): never {
    log.error({ err: error }, 'storage away')
    throw unavailable(UNAVAILABLE, 'storage_away')
  }

  async function* listOlder(folder: string, before: Date) {
    let paginationToken: string | undefined
    do {
      const page = await disk.listAll(folder, { recursive: true, paginationToken })
      for (const object of page.objects) {
        if (!object.isFile) continue
        const { lastModified } = await disk.getMetaData(object.key)
        if (lastModified < before) yield object.key
      }
      paginationToken = page.paginationToken
    } while (paginationToken)
  }

  return {
    listOlder,
    put: (key, bytes, contentType) => disk.put(key, bytes, { contentType }).catch(failed),
    get: (key) =>
      disk.getBytes(key).then(
        (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
        (error) => (isMissing(error) ? null : failed(error)),
      ),
    remove: (key) =>
      disk.delete(key).catch((error) => {
        if (!isMissing(error)) failed(error)
      }),
  }
}

/** Longer than any request that stores an image and then names it in a row. */
export const MIN_AGE_MS = 24 * 60 * 60 * 1000
const BATCH_SIZE = 100

/**
 * Removes files below a folder of the storage that no row names: the process ended between storing them
 * and the commit, or between a commit and removing what it replaced.
 * @param findReferenced which of these keys must stay
 */
export async function removeUnreferenced(
  { db, storage, log, now }: Context,
  folder: string,
  findReferenced: (db: Db, keys: string[]) => Promise<Set<string>>,
): Promise<void> {
  const before = new Date(now().getTime() - MIN_AGE_MS)
  let keys: string[] = []
  async function removeBatch() {
    if (keys.length === 0) return
    const referenced = await findReferenced(db, keys)
    const unreferenced = keys.filter((key) => !referenced.has(key))
    for (const key of unreferenced) await storage.remove(key)
    if (unreferenced.length > 0) {
      log.info({ folder, removed: unreferenced.length }, 'removed unreferenced images')
    }
    keys = []
  }
  for await (const key of storage.listOlder(folder, before)) {
    keys.push(key)
    if (keys.length === BATCH_SIZE) await removeBatch()
  }
  await removeBatch()
}
