import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getCompany } from '#contract/company.ts'
import {
  addGalleryPicture,
  changePicture,
  getPictures,
  removeGalleryPicture,
  removePicture,
} from '#contract/pictures.ts'
import { listLog } from '#contract/staff-log.ts'
import { sweepPublicImages } from '../jobs.ts'
import {
  type Caller,
  databaseOfTier,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'

describe.each(databaseOfTier())('pictures of the residence on %s', (kind) => {
  let server: TestServer
  let grace: Caller
  beforeAll(async () => {
    server = await startServer(kind, { THROTTLE: 'off' })
    grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
  })
  afterAll(() => endServer(server))

  async function put(what: 'logo' | 'picture', bytes: Uint8Array<ArrayBuffer>) {
    return grace.call(changePicture, {
      params: { kind: what },
      body: {},
      files: { picture: new Blob([bytes], { type: 'image/png' }) },
    })
  }
  const drawn = async (side: number) =>
    new Uint8Array(
      await sharp({ create: { width: side * 2, height: side, channels: 3, background: '#c02010' } })
        .png()
        .toBuffer(),
    )

  test('are shown, replaced and removed, and their files with them', async () => {
    const first = (await put('logo', await drawn(900))).body
    expect(first).toMatchObject({
      logo: expect.stringMatching(/^\/media\/.+\.jpg$/),
      picture: null,
    })
    const shown = await server.fetch(first.logo ?? '')
    const { width, height } = await sharp(await shown.arrayBuffer()).metadata()
    expect([width, height]).toEqual([480, 240])

    const photo = (await put('picture', await drawn(1000))).body
    expect(photo.logo).toBe(first.logo)
    expect((await server.call(getCompany, { query: {} })).body).toMatchObject(photo)
    // Nobody's image is swept away.
    await sweepPublicImages(server.running.context)
    expect((await server.fetch(photo.picture ?? '')).status).toBe(200)

    const second = (await put('logo', await drawn(100))).body
    expect((await server.fetch(first.logo ?? '')).status).toBe(404)
    expect((await server.fetch(second.logo ?? '')).status).toBe(200)

    const removed = await grace.call(removePicture, { params: { kind: 'logo' } })
    expect(removed.body).toEqual({ logo: null, picture: photo.picture, gallery: [] })
    expect((await server.fetch(second.logo ?? '')).status).toBe(404)
    const [entry] = (await grace.call(listLog, {})).body
    expect(entry).toMatchObject({ act: 'settings.picture', after: { logo: false } })
  })

  test('the gallery takes photos with what they show, at most twelve, and gives them back', async () => {
    const add = async (caption: string, bytes?: Uint8Array<ArrayBuffer>) =>
      grace.call(addGalleryPicture, {
        body: { caption },
        files: { picture: new Blob([bytes ?? (await drawn(100))], { type: 'image/png' }) },
      })
    expect((await add(' ')).body.fields).toEqual({ caption: 'Please say what the photo shows.' })
    expect((await add('No picture', new TextEncoder().encode('x'))).status).toBe(415)
    const { status, body } = await add(' The gate, with Otieno ')
    expect([status, body.gallery.map(({ caption }) => caption)]).toEqual([
      201,
      ['The gate, with Otieno'],
    ])
    const [first] = body.gallery
    const shown = (await server.call(getCompany, { query: {} })).body.gallery
    expect(shown).toEqual(body.gallery)
    await sweepPublicImages(server.running.context)
    expect((await server.fetch(first?.picture ?? '')).status).toBe(200)

    for (let more = 2; more <= 12; more++) expect((await add(`View ${more}`)).status).toBe(201)
    expect((await add('One too many')).body).toMatchObject({ code: 'gallery_full' })
    const params = { id: first?.id ?? '' }
    const left = await grace.call(removeGalleryPicture, { params })
    expect(left.body.gallery).toHaveLength(11)
    expect((await server.fetch(first?.picture ?? '')).status).toBe(404)
    expect((await grace.call(removeGalleryPicture, { params })).status).toBe(404)
    const [entry] = (await grace.call(listLog, {})).body
    expect(entry).toMatchObject({ before: { gallery: 'The gate, with Otieno' } })
  })

  test('what is no picture is refused, and the old one stays', async () => {
    const before = (await grace.call(getPictures, {})).body
    const text = await put('picture', new TextEncoder().encode('not a picture'))
    expect([text.status, Object.keys(text.body.fields ?? {})]).toEqual([415, ['picture']])
    const none = await grace.call(changePicture, { params: { kind: 'logo' }, body: {} })
    expect(none.body.fields).toEqual({ picture: 'Please choose a picture.' })
    expect((await grace.call(getPictures, {})).body).toEqual(before)
  })
})
