import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import type { Config } from '../config.ts'
import { unavailable } from '../errors.ts'

/** Where pictures are kept, under keys of our own making. Nobody is served from it directly. */
export interface Storage {
  /** @throws {HttpError} 503 when it is away; the others too */
  put(key: string, bytes: Uint8Array, type: string): Promise<void>
  /** Null when there is nothing of this name. */
  get(key: string): Promise<Buffer | null>
  /** What is gone already is no failure. */
  remove(key: string): Promise<void>
  /** The keys below a folder that were last written before an instant. */
  listOlder(folder: string, before: Date): AsyncIterable<string>
}

const away = 'Pictures cannot be stored or shown right now. Please try again in a moment.'

async function diskOf({ storageUrl, dataDir }: Pick<Config, 'storageUrl' | 'dataDir'>) {
  if (!storageUrl) {
    return new Disk(new FSDriver({ location: join(dataDir, 'uploads'), visibility: 'private' }))
  }
  // Loaded only where it is used: it is large.
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
  const disk = await diskOf(config)

  function failed(error: unknown): never {
    log.error({ err: error }, 'storage away')
    throw unavailable(away, 'storage_away')
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
