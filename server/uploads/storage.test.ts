import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { installErrors } from '../http/errors.ts'
import { startBucket } from '../testing/bucket.ts'
import { freePort } from '../testing/postgres.ts'
import { removePublicImage, servePublicImages, storePublicImage } from './public-images.ts'
import { openStorage, type Storage } from './storage.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'bweni-storage-'))
const log = Fastify({ logger: { level: 'silent' } }).log
let bucket: Awaited<ReturnType<typeof startBucket>>

beforeAll(async () => {
  bucket = await startBucket()
})
afterAll(async () => {
  await bucket.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** A server of the public images in this storage. */
function serverOf(storage: Storage) {
  const app = Fastify()
  installErrors(app)
  servePublicImages(app, { storage } as Context)
  return app
}

describe.each(['disk', 'S3'])('storage on %s', (kind) => {
  let storage: Storage
  beforeAll(async () => {
    storage = await openStorage({ dataDir, storageUrl: kind === 'S3' ? bucket.url : null }, log)
  })

  test('returns what was put, byte for byte, until it is removed', async () => {
    const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, at) => (at * at) % 251))
    await storage.put('documents/one.jpg', bytes, 'image/jpeg')
    expect(bytes.equals((await storage.get('documents/one.jpg')) ?? Buffer.alloc(0))).toBe(true)
    await storage.remove('documents/one.jpg')
    expect(await storage.get('documents/one.jpg')).toBeNull()
    // Removing a missing key is no error.
    await storage.remove('documents/one.jpg')
  })

  test('lists what is older below a folder, however much there is', async () => {
    const names = Array.from({ length: 5 }, (_, at) => `list/${at}.jpg`)
    for (const name of names) await storage.put(name, Buffer.from('x'), 'image/jpeg')
    const listed = async (before: Date) => {
      const found: string[] = []
      for await (const name of storage.listOlder('list/', before)) found.push(name)
      return found.sort()
    }
    expect(await listed(new Date(Date.now() + 60_000))).toEqual(names)
    // Long ago: the disk’s clock may be behind this one.
    expect(await listed(new Date('2020-01-01'))).toEqual([])
    for (const name of names) await storage.remove(name)
  })

  test('a public image is served under its name, cacheable for a year', async () => {
    const app = serverOf(storage)
    const path = await storePublicImage(storage, Buffer.from('picture'))
    expect(path).toMatch(/^\/media\/[\w-]{24}\.jpg$/)
    const answer = await app.inject(path)
    expect(answer.body).toBe('picture')
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
    })
    await removePublicImage(storage, path)
    expect((await app.inject(path)).statusCode).toBe(404)
  })

  test.each([
    '../documents/one.jpg',
    '..%2fdocuments%2fone.jpg',
    '%2e%2e%2fdocuments%2fone.jpg',
    'one.jpg',
    'x'.repeat(24),
    `${'x'.repeat(24)}.jpg`,
    `${'x'.repeat(24)}.jpg%00`,
  ])('nothing else is served: %s', async (name) => {
    await storage.put('documents/one.jpg', Buffer.from('private'), 'image/jpeg')
    const answer = await serverOf(storage).inject(`/media/${name}`)
    expect(answer.statusCode).toBe(404)
    expect(answer.headers['cache-control']).toBeUndefined()
  })

  test('only public images are removed by their path', async () => {
    await storage.put('documents/two.jpg', Buffer.from('private'), 'image/jpeg')
    for (const path of ['/media/../documents/two.jpg', 'documents/two.jpg', '/demo/amina.jpg']) {
      await removePublicImage(storage, path)
    }
    expect(await storage.get('documents/two.jpg')).toEqual(Buffer.from('private'))
  })
})

test('on disk everything is below one folder of DATA_DIR', () => {
  expect(readdirSync(dataDir)).toEqual(['uploads'])
  expect(readdirSync(join(dataDir, 'uploads')).sort()).toEqual(['documents', 'list', 'public'])
})

test.each([
  ['nobody listens', async () => `http://a:b@127.0.0.1:${await freePort()}/pictures`],
  ['there is no such host', async () => 'http://a:b@storage.invalid/pictures'],
  ['the key is wrong', async () => bucket.url.replace('//pretend-key', '//nobody')],
  ['the secret is wrong', async () => bucket.url.replace(':pretend-secret', ':another')],
  ['there is no such bucket', async () => bucket.url.replace('/pictures', '/others')],
])('%s: 503, whatever is asked', async (_, address) => {
  const storage = await openStorage({ dataDir, storageUrl: await address() }, log)
  const away = { status: 503, body: { code: 'storage_away' }, retryAfter: 5 }
  await expect(storage.put('a', Buffer.from('x'), 'image/jpeg')).rejects.toMatchObject(away)
  await expect(storage.get('a')).rejects.toMatchObject(away)
  await expect(storage.remove('a')).rejects.toMatchObject(away)
  const answer = await serverOf(storage).inject(`/media/${'x'.repeat(24)}.jpg`)
  expect(answer.statusCode).toBe(503)
  expect(answer.json()).toMatchObject({ code: 'storage_away', message: expect.any(String) })
})

test('a bucket that never answers causes a timeout', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const storageUrl = `http://a:b@127.0.0.1:${port}/pictures`
  const storage = await openStorage({ dataDir, storageUrl }, log)
  await expect(storage.get('a')).rejects.toMatchObject({ status: 503 })
  silent.close()
})
