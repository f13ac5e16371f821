import { createHmac } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser } from '#contract/auth.ts'
import { addDocument, linkDocument, listDocuments } from '#contract/documents.ts'
import { listLog } from '#contract/staff-log.ts'
import { getTenant } from '#contract/tenants.ts'
import { dayOf } from '#rules/calendar.ts'
import type { StaffRole } from '#rules/staff-roles.ts'
import { insertDepositEntry } from '../deposits/queries.ts'
import { startBucket } from '../testing/bucket.ts'
import { storeTestDocuments } from '../testing/documents.ts'
import { halves } from '../testing/images.ts'
import {
  type Caller,
  type DatabaseKind,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'
import { insertDocuments } from './queries.ts'
import { discardDocuments, storeDocuments, sweepDocuments } from './store.ts'

const cases: { kind: DatabaseKind; where: 'disk' | 'S3' }[] = [
  { kind: 'pglite', where: 'disk' },
  { kind: 'postgres', where: 'S3' },
]

describe.each(cases)('documents on $kind and $where', ({ kind, where }) => {
  let server: TestServer
  let bucket: Awaited<ReturnType<typeof startBucket>>
  let amina: Caller & { token: string }
  let grace: Caller
  let photo: number
  let keys: string[]
  /** Ahead of the real time. */
  let aheadMs = 0

  beforeAll(async () => {
    bucket = await startBucket()
    const settings = where === 'S3' ? { STORAGE_URL: bucket.url } : undefined
    server = await startServer(kind, settings, () => new Date(Date.now() + aheadMs))
    amina = await server.signIn('0712345678', '12345678')
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    const storedDocuments = await storeTestDocuments(server, '0712345678')
    photo = storedDocuments.photo.id
    keys = [storedDocuments.photo.storage_key, storedDocuments.id_photo.storage_key]
  })
  afterAll(async () => {
    await endServer(server)
    await bucket.stop()
  })

  const linkFor = async (who: Caller, id = photo) =>
    (await who.call(linkDocument, { params: { id } })).body
  const views = () =>
    server.running.context.db
      .selectFrom('document_views')
      .innerJoin('users', 'users.id', 'document_views.user_id')
      .where('document_id', '=', photo)
      .select('users.first_name')
      .orderBy('document_views.id')
      .execute()

  test('a tenant sees their own list', async () => {
    const { body } = await amina.call(listDocuments, {})
    expect(body.map((one) => one.kind).sort()).toEqual(['id_photo', 'photo'])
    const brian = await server.signIn('0722000002', '23456789')
    expect((await brian.call(listDocuments, {})).body).toEqual([])
  })

  test('a link shows the image, uncached, and every view is logged', async () => {
    for (const who of [amina, grace]) {
      const { url, expires_at } = await linkFor(who)
      expect(Date.parse(expires_at) - Date.now()).toBeLessThanOrEqual(5 * 60_000)
      const shown = await server.fetch(url)
      expect(shown.status).toBe(200)
      expect(Object.fromEntries(shown.headers)).toMatchObject({
        'content-type': 'image/jpeg',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'content-disposition': `inline; filename="photo-${photo}.jpg"`,
        'content-security-policy': "default-src 'none'",
      })
      const { width, height } = await sharp(await shown.arrayBuffer()).metadata()
      expect({ width, height }).toEqual({ width: 400, height: 300 })
    }
    const seen = await views()
    expect(seen.map((view) => view.first_name)).toEqual(['Amina', 'Grace'])
  })

  test('what staff look at is in their log, and beside the document', async () => {
    const { id: tenant } = (await amina.call(getUser, {})).body
    const { body: log } = await grace.call(listLog, { query: { about: 'document' } })
    expect(log).toMatchObject([
      {
        act: 'document.view',
        by: 'Grace Wanjiru',
        person: { id: tenant, full_name: 'Amina Otieno' },
        after: { picture: 'photo' },
      },
    ])
    const find = async (query: { q: string; from?: string; until?: string }) =>
      (await grace.call(listLog, { query })).body.filter(({ act }) => act === 'document.view')
    const today = dayOf(new Date())
    expect(await find({ q: 'amina otieno', from: today, until: today })).toHaveLength(1)
    expect(await find({ q: 'photo', until: '2026-01-01' })).toEqual([])
    const { documents } = (await grace.call(getTenant, { params: { id: String(tenant) } })).body
    expect(documents.find(({ id }) => id === photo)?.last_view).toEqual({
      by: 'Grace Wanjiru',
      at: expect.any(String),
    })
    expect(documents.find(({ kind }) => kind === 'id_photo')?.last_view).toBeNull()
  })

  test('a link is valid for its document and its time only', async () => {
    const { url } = await linkFor(amina)
    const before = await views()
    const token = new URL(url, server.url).searchParams.get('token') ?? ''
    const [company, document, viewer, expires] = token.split('.')
    const later = [company, document, viewer, Number(expires) + 3600].join('.')
    const { jwtSecret } = server.running.context
    const signed = (text: string) =>
      `${text}.${createHmac('sha256', jwtSecret).update(text).digest('base64url')}`
    const wrong = [
      url.replace(`/${photo}/`, `/${photo + 1}/`),
      url.replace(token, token.replace(`.${viewer}.`, `.${Number(viewer) + 1}.`)),
      url.replace(token, `${later}.${token.split('.')[4]}`),
      // Signed with the same secret, but for something else.
      url.replace(token, signed(later)),
      url.replace(token, amina.token),
      url.replace(token, token.slice(0, -1)),
      url.replace(token, 'x'),
    ]
    for (const address of wrong) {
      const answer = await server.fetch(address)
      expect(answer.status, address).toBe(403)
      expect(await answer.json()).toMatchObject({ code: 'bad_link' })
    }
    expect((await server.fetch(url.replace(/\?.*/, ''))).status).toBe(400)
    expect(await views()).toEqual(before)
    // Nor does a link authenticate any other call.
    const me = await fetch(`${server.url}/api${getUser.path}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(me.status).toBe(401)
  })

  test('after five minutes a new one is needed', async () => {
    const { url } = await linkFor(amina)
    aheadMs = 5 * 60_000 + 1000
    const answer = await server.fetch(url)
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ code: 'old_link' })
    aheadMs = 0
  })

  test('staff add a photo of a tenant later, which is logged with a name', async () => {
    const brian = await server.signIn('0722000002', '23456789')
    const { id } = (await brian.call(getUser, {})).body
    const params = { id: String(id), kind: 'id_photo' as const }
    const add = (caller: Caller, picture: Blob) =>
      caller.call(addDocument, { params, body: {}, files: { picture } })
    const image = new Blob([new Uint8Array(await halves().jpeg().toBuffer())])
    expect((await add(amina, image)).status).toBe(403)
    expect((await add(grace, new Blob(['text']))).status).toBe(415)
    expect((await brian.call(listDocuments, {})).body).toEqual([])
    expect((await add(grace, image)).status).toBe(201)
    const second = await add(grace, image)
    expect(second.body.map(({ kind }) => kind)).toEqual(['id_photo', 'id_photo'])
    const { url } = await linkFor(brian, second.body[0]?.id)
    expect((await server.fetch(url)).headers.get('content-type')).toBe('image/jpeg')
    const [entry] = (await grace.call(listLog, {})).body
    expect(entry).toMatchObject({ act: 'tenancy.document', person: { id } })
    const nobody = { ...params, id: '999999' }
    const missing = await grace.call(addDocument, {
      params: nobody,
      body: {},
      files: { picture: image },
    })
    expect(missing.status).toBe(404)
  })

  test('an earlier link shows nothing to a user who left the staff', async () => {
    const { url } = await linkFor(grace)
    const { db } = server.running.context
    const setRole = (staff_role: StaffRole | null) =>
      db.updateTable('users').set({ staff_role }).where('first_name', '=', 'Grace').execute()
    await setRole(null)
    expect((await server.fetch(url)).status).toBe(404)
    await setRole('owner')
    expect((await server.fetch(url)).status).toBe(200)
  })

  test('no URL of the server leads into the storage', async () => {
    for (const key of keys) {
      for (const path of [
        `/${key}`,
        `/uploads/${key}`,
        `/media/${key.replace('documents/', '')}`,
      ]) {
        const answer = await server.fetch(path, { redirect: 'manual' })
        expect(answer.headers.get('content-type')).not.toBe('image/jpeg')
      }
    }
    const { dataDir } = server.running.context.config
    expect(readdirSync(dataDir).includes('uploads')).toBe(where === 'disk')
  })

  test('one invalid image of two: neither is stored, and each invalid one is named', async () => {
    const { context } = server.running
    const folder = context.config.dataDir
    const sent = async (field: string, bytes: Buffer) => {
      const path = join(folder, field)
      await writeFile(path, bytes)
      return { field, path, bytes: bytes.length }
    }
    const good = await sent('photo', await halves().jpeg().toBuffer())
    const text = await sent('id_photo', Buffer.from('text'))
    const stored: string[] = []
    const watched = {
      ...context,
      storage: {
        ...context.storage,
        put: async (key: string, bytes: Uint8Array, type: string) => {
          stored.push(key)
          await context.storage.put(key, bytes, type)
          if (stored.length === 2) throw new Error('full')
        },
      },
    }
    const refused = { status: 415, body: { fields: { id_photo: expect.any(String) } } }
    await expect(storeDocuments(watched, { photo: good, id_photo: text })).rejects.toMatchObject(
      refused,
    )
    expect(stored).toEqual([])
    const both = { photo: { ...text, field: 'photo' }, id_photo: text }
    await expect(storeDocuments(watched, both)).rejects.toMatchObject({
      body: { fields: { photo: expect.any(String), id_photo: expect.any(String) } },
    })
    // The second image cannot be stored, so the first one is removed too.
    await expect(storeDocuments(watched, { photo: good, id_photo: good })).rejects.toThrow('full')
    expect(stored).toHaveLength(2)
    for (const key of stored) expect(await context.storage.get(key)).toBeNull()
  })

  test('an image that a document references is not removed', async () => {
    const { context } = server.running
    await discardDocuments(
      context,
      keys.map((storage_key) => ({ kind: 'photo', storage_key })),
    )
    for (const key of keys) expect(await context.storage.get(key)).not.toBeNull()
  })

  test('an image that no document references is removed after two days; the others stay', async () => {
    const { context } = server.running
    const orphan = 'documents/left-behind.jpg'
    await context.storage.put(orphan, Buffer.from('image'), 'image/jpeg')
    await sweepDocuments(context)
    expect(await context.storage.get(orphan)).not.toBeNull()
    const later = new Date(Date.now() + 2 * 86_400_000)
    await sweepDocuments({ ...context, now: () => later })
    expect(await context.storage.get(orphan)).toBeNull()
    for (const key of keys) expect(await context.storage.get(key)).not.toBeNull()
  })

  test('the picture of a deduction that nobody entered is removed after a day, an entered one stays', async () => {
    const { context } = server.running
    const { company_id, user_id } = await context.db
      .selectFrom('documents')
      .select(['company_id', 'user_id'])
      .executeTakeFirstOrThrow()
    const pictures = ['documents/unused.jpg', 'documents/used.jpg']
    const [, used = 0] = await insertDocuments(
      context.db,
      company_id,
      user_id,
      pictures.map((storage_key) => ({ kind: 'deduction', storage_key })),
    )
    const entry = { company_id, user_id, at: new Date(), entered_by: user_id }
    for (const change of [
      { kind: 'opening', amount: 100 } as const,
      { kind: 'deducted', amount: -100, reason: 'A lamp', document_id: used } as const,
    ]) {
      const submission_id = crypto.randomUUID()
      await insertDepositEntry(context.db, { ...entry, ...change, submission_id })
    }
    for (const key of pictures) await context.storage.put(key, Buffer.from('image'), 'image/jpeg')
    const there = async () =>
      Promise.all(pictures.map(async (key) => (await context.storage.get(key)) !== null))
    await sweepDocuments(context)
    expect(await there()).toEqual([true, true])
    const later = new Date(Date.now() + 2 * 86_400_000)
    await sweepDocuments({ ...context, now: () => later })
    expect(await there()).toEqual([false, true])
  })

  test('a link ends with the session that requested it', async () => {
    const leaving = await server.signIn('0712345678', '12345678')
    const { url } = await linkFor(leaving)
    expect((await server.fetch(url)).status).toBe(200)
    await server.running.context.db
      .updateTable('sessions')
      .set({ ended_at: new Date() })
      .where('ended_at', 'is', null)
      .execute()
    expect((await server.fetch(url)).status).toBe(404)
  })
})
