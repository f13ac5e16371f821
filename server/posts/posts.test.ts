import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { changeProfileImage } from '#contract/account.ts'
import { approvePost, rejectPost } from '#contract/moderation.ts'
import {
  createComment,
  createPost,
  deletePost,
  getPost,
  listComments,
  listOwnPosts,
  listPosts,
  type Post,
  updatePost,
} from '#contract/posts.ts'
import { sweepPublicImages } from '../jobs.ts'
import { halves, noise, withLocation } from '../testing/images.ts'
import { databaseOfTier, endServer, startServer, type TestServer } from '../testing/server.ts'
import { openTestCompany, type TestCompany } from '../testing/test-company.ts'

const picture = async (width: number, height: number) =>
  new Blob([new Uint8Array(await halves(width, height).jpeg().toBuffer())], { type: 'image/jpeg' })
const form = (title: string, description = 'Words') => ({ title, description })

describe.each(databaseOfTier())('posts on %s', (kind) => {
  let server: TestServer
  let testCompany: TestCompany

  beforeAll(async () => {
    server = await startServer(kind, { THROTTLE: 'off' })
    testCompany = await openTestCompany(server)
  })
  afterAll(() => endServer(server))

  const at = (id: number) => ({ params: { id } })
  const titles = (posts: Post[]) => posts.map(({ title }) => title)
  const feed = async () => (await testCompany.tenant.call(listPosts, {})).body
  const files = (post: Post) => post.image_sizes.map(({ url }) => url)
  const inChromium = { headers: { accept: 'image/avif,image/webp,image/*,*/*;q=0.8' } }
  /** The status of each file, which is the same for its WebP. */
  const served = (urls: string[]) =>
    Promise.all(
      urls.map(async (url) => {
        const { status } = await server.fetch(url)
        expect((await server.fetch(url, inChromium)).status).toBe(status)
        return status
      }),
    )

  test('pending, rejected, submitted again, published, edited, taken down, deleted', async () => {
    const { author, tenant, staff, outsider } = testCompany
    const created = await author.call(createPost, { body: form('  Lamp  ', ' Bright.\r\nNew. ') })
    expect(created.status).toBe(201)
    expect(created.body).toMatchObject({
      title: 'Lamp',
      description: 'Bright.\nNew.',
      image_url: null,
      image_sizes: [],
      author: 'Author',
      author_ID: author.id,
      author_last_name: 'Other',
      status: 'pending',
      reason: null,
      comment_count: 0,
      comments: [],
      revision: 1,
    })
    const { id } = created.body
    const statuses = async () =>
      Promise.all(
        [author, staff, tenant, outsider].map(
          async (who) => (await who.call(getPost, at(id))).status,
        ),
      )
    expect(await statuses()).toEqual([200, 200, 404, 404])
    expect((await tenant.call(updatePost, { ...at(id), body: form('x') })).status).toBe(404)
    expect((await tenant.call(deletePost, at(id))).status).toBe(404)
    expect((await tenant.call(listComments, { query: { post: id } })).status).toBe(404)

    await staff.call(rejectPost, { ...at(id), body: { reason: 'Which lamp?' } })
    expect(await statuses()).toEqual([200, 200, 404, 404])
    const refused = (await author.call(listOwnPosts, {})).body[0]
    expect(refused).toMatchObject({ id, status: 'rejected', reason: 'Which lamp?' })

    // Also without a change it is submitted again.
    const again = await author.call(updatePost, { ...at(id), body: form('Lamp', 'Bright.\nNew.') })
    expect(again.body).toMatchObject({ status: 'pending', reason: null, revision: 2 })

    await staff.call(approvePost, { ...at(id), body: { revision: 2 } })
    expect(await statuses()).toEqual([200, 200, 200, 404])
    expect(titles(await feed())).toEqual(['Lamp'])
    expect((await outsider.call(listPosts, {})).body.every((post) => post.id !== id)).toBe(true)

    expect((await tenant.call(updatePost, { ...at(id), body: form('Mine') })).status).toBe(403)
    expect((await staff.call(updatePost, { ...at(id), body: form('Mine') })).status).toBe(403)
    const refusal = await tenant.call(deletePost, at(id))
    expect(refusal).toMatchObject({ status: 403, body: { code: 'not_your_post' } })
    const changed = await author.call(updatePost, { ...at(id), body: form('Good lamp') })
    expect(changed.body).toMatchObject({ status: 'approved', revision: 3 })
    expect(titles(await feed())).toEqual(['Good lamp'])

    await staff.call(rejectPost, { ...at(id), body: { reason: 'Sold' } })
    expect(await statuses()).toEqual([200, 200, 404, 404])
    await staff.call(approvePost, { ...at(id), body: {} })
    const up = (await author.call(getPost, at(id))).body
    expect(up).toMatchObject({ status: 'approved', reason: null })

    const comment = { content: 'Still there?', post: id }
    await tenant.call(createComment, { body: comment })
    expect((await author.call(deletePost, at(id))).status).toBe(204)
    expect(await statuses()).toEqual([404, 404, 404, 404])
    expect((await author.call(deletePost, at(id))).status).toBe(404)
    expect((await tenant.call(createComment, { body: comment })).status).toBe(404)
    expect(await feed()).toEqual([])
    expect((await author.call(listOwnPosts, {})).body).toEqual([])
    const left = await server.running.context.db
      .selectFrom('posts')
      .where('id', '=', id)
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(left).toMatchObject({ title: 'Good lamp', description: '', comment_count: 0 })
  })

  test('the feed comes in pages, also while posts are published and deleted', async () => {
    const { author, tenant } = testCompany
    const ids: number[] = []
    for (const title of ['1', '2', '3', '4', '5', '6'])
      ids.push(await testCompany.submitPost(title))
    // Submitted first, published last.
    for (const at of [1, 2, 3, 4, 5, 0]) {
      await testCompany.staff.call(approvePost, { params: { id: ids[at] ?? 0 }, body: {} })
    }
    expect(titles(await feed())).toEqual(['1', '6', '5', '4', '3', '2'])
    const first = await tenant.fetch('/api/blog/posts/?limit=3')
    expect(titles((await first.json()) as Post[])).toEqual(['1', '6', '5'])
    const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? ''
    expect(next).toContain(`before=${ids[4]}`)
    // The post at the edge of the page is deleted, and a new one published.
    await author.call(deletePost, at(ids[4] ?? 0))
    const seven = await testCompany.publishPost('7')
    const second = await tenant.fetch(next)
    expect(titles((await second.json()) as Post[])).toEqual(['4', '3', '2'])
    const newer = await tenant.call(listPosts, { query: { after: String(ids[0]) } })
    expect(titles(newer.body)).toEqual(['7'])
    const from = async (after: number, limit: number) =>
      titles(
        (await tenant.call(listPosts, { query: { after: String(after), limit: String(limit) } }))
          .body,
      )
    expect(await from(0, 2)).toEqual(['3', '2'])
    // One that was never published counts by its id.
    const eight = await testCompany.submitPost('8')
    const older = async (before: number) =>
      titles((await tenant.call(listPosts, { query: { before: String(before) } })).body)
    expect(await older(eight)).toEqual(['7', '1', '6', '4', '3', '2'])
    expect(await older(2_147_483_647)).toHaveLength(6)
    expect(await older(1)).toEqual([])
    expect(await from(eight, 2)).toEqual([])
    await author.call(deletePost, at(eight))
    const own = await author.call(listOwnPosts, { query: { limit: '2', before: String(seven) } })
    expect(titles(own.body)).toEqual(['6', '4'])
    for (const id of [...ids, seven]) await author.call(deletePost, at(id))
    expect(await feed()).toEqual([])
  })

  test.each([
    ['a title is needed', form(' '), { title: 'Please give your post a title.' }],
    ['a title that shows nothing', form('\u3164'), { title: 'Please give your post a title.' }],
    ['a title of one line', form('a\nb'), { title: expect.stringContaining('line breaks') }],
    ['a title with NUL', form('a\u0000b'), { title: expect.stringContaining('invisible') }],
    ['a long title', form('x'.repeat(121)), { title: 'At most 120 characters.' }],
    [
      'a description is needed',
      form('Desk', '\u200b\u2060'),
      { description: 'Please say what your post is about.' },
    ],
    ['a long one', form('Desk', 'x'.repeat(5001)), { description: 'At most 5000 characters.' }],
  ])('%s', async (_, body, fields) => {
    const answer = await testCompany.author.call(createPost, { body })
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toEqual(fields)
  })

  test.each([
    ['scripts', '<script>alert(1)</script>', '<img src=x onerror=alert(1)>'],
    ['one long word', 'W'.repeat(120), 'w'.repeat(5000)],
    ['five thousand letters of three bytes', 'ሀ'.repeat(120), 'ሀ'.repeat(5000)],
    ['right to left', 'غرفة للإيجار', 'שלום '.repeat(100).trim()],
    ['emoji', '👩🏾‍🎓 room', '🛏️'.repeat(1000)],
    ['quotes', "Robert'); drop table posts;--", '\\u0000 %s {x} "'],
  ])('%s stay as they were written', async (_, title, description) => {
    const { body } = await testCompany.author.call(createPost, { body: { title, description } })
    expect(body).toMatchObject({ title, description })
    const { body: seen } = await testCompany.author.call(getPost, at(body.id))
    expect(seen).toMatchObject({ title, description })
  })

  test('the same submission creates one post, and leaves one image', async () => {
    const submission_id = crypto.randomUUID()
    const image = await picture(500, 300)
    const { storage } = server.running.context
    const store = vi.spyOn(storage, 'put')
    const hand = () =>
      testCompany.author.call(createPost, {
        body: { ...form('Sent again'), submission_id },
        files: { image },
      })
    const answers = [...(await Promise.all([hand(), hand(), hand()])), await hand()]
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
    const mine = (await testCompany.author.call(listOwnPosts, {})).body
    expect(titles(mine).filter((title) => title === 'Sent again')).toHaveLength(1)
    const put = store.mock.calls.map(([key]) => key)
    store.mockRestore()
    const remaining = await Promise.all(put.map((key) => storage.get(key)))
    expect(remaining.filter((bytes) => bytes !== null)).toHaveLength(4)
    const [post] = answers
    expect(post?.body.image_sizes).toHaveLength(2)
    if (post) expect(await served(files(post.body))).toEqual([200, 200])

    const other = await testCompany.tenant.call(createPost, {
      body: { ...form('Of somebody else'), submission_id },
    })
    expect(other.body.id).not.toBe(post?.body.id)
    // A deleted one is not created again.
    await testCompany.author.call(deletePost, at(post?.body.id ?? 0))
    expect((await hand()).status).toBe(404)
  })

  test('a NUL in a description is removed', async () => {
    const { body } = await testCompany.author.call(createPost, {
      body: form('Desk', 'a\u0000b\u0007c'),
    })
    expect(body.description).toBe('abc')
  })

  test('an image has three sizes, without metadata, and is deleted when it is replaced', async () => {
    const id = await testCompany.publishPost('Sofa', await picture(2400, 1800))
    const [post] = await feed()
    expect(post?.image_sizes.map(({ width, height }) => [width, height])).toEqual([
      [480, 360],
      [800, 600],
      [1600, 1200],
    ])
    expect(post?.image_url).toBe(post?.image_sizes[2]?.url)
    for (const { url, width, height } of post?.image_sizes ?? []) {
      for (const [browser, format] of [
        [{}, 'jpeg'],
        [inChromium, 'webp'],
      ] as const) {
        const answer = await server.fetch(url, browser)
        expect(answer.headers.get('content-type')).toBe(`image/${format}`)
        expect(answer.headers.get('cache-control')).toContain('immutable')
        expect(answer.headers.get('vary')).toContain('accept')
        const measured = await sharp(await answer.arrayBuffer()).metadata()
        expect(measured).toMatchObject({ width, height, format, space: 'srgb' })
        expect(measured).not.toHaveProperty('exif')
      }
    }
    // An image from before there was WebP.
    const [smallest] = post?.image_sizes ?? []
    const webp = smallest?.url.replace('/media/', 'public/').replace('.jpg', '.webp') ?? ''
    await server.running.context.storage.remove(webp)
    const asJpeg = await server.fetch(smallest?.url ?? '', inChromium)
    expect(asJpeg.headers.get('content-type')).toBe('image/jpeg')
    expect((await server.fetch(webp.replace('public/', '/media/'))).status).toBe(404)
    const old = post ? files(post) : []

    const sent = new Blob([new Uint8Array(await withLocation())])
    const changed = await testCompany.author.call(updatePost, {
      ...at(id),
      body: form('Sofa'),
      files: { image: sent },
    })
    expect(changed.status).toBe(200)
    // Upright, and never enlarged.
    expect(changed.body.image_sizes).toMatchObject([{ width: 300, height: 400 }])
    const bytes = Buffer.from(
      await (await server.fetch(changed.body.image_url ?? '')).arrayBuffer(),
    )
    expect(bytes.includes('Secret Phone')).toBe(false)
    const { width, height, exif } = await sharp(bytes).metadata()
    expect({ width, height, exif }).toEqual({ width: 300, height: 400, exif: undefined })
    expect(await served(old)).toEqual([404, 404, 404])

    const edited = await testCompany.author.call(updatePost, {
      ...at(id),
      body: form('Sofa, blue'),
    })
    expect(files(edited.body)).toEqual(files(changed.body))
    expect(await served(files(edited.body))).toEqual([200])
    await testCompany.author.call(deletePost, at(id))
    expect(await served(files(edited.body))).toEqual([404])
  })

  test.each([
    ['grey', () => halves(900, 600).greyscale().png().toBuffer(), [480, 800, 900]],
    ['seen through', () => halves(800, 600).ensureAlpha(0.5).webp().toBuffer(), [480, 800]],
    ['of 16 bits', () => halves().toColourspace('rgb16').png().toBuffer(), [400]],
    ['CMYK', () => halves().toColourspace('cmyk').jpeg().toBuffer(), [400]],
    ['as high as a tower', () => halves(100, 9000).png().toBuffer(), [36]],
  ])('a picture that is %s', async (_, make, widths) => {
    const id = await testCompany.submitPost('Picture', new Blob([new Uint8Array(await make())]))
    const { body } = await testCompany.author.call(getPost, at(id))
    expect(body.image_sizes.map(({ width }) => width)).toEqual(widths)
    expect(await served(files(body))).toEqual(widths.map(() => 200))
  })

  test('a file that is no image is refused at its field, and changes nothing', async () => {
    const id = await testCompany.submitPost('Chair', await picture(500, 400))
    const before = (await testCompany.author.call(getPost, at(id))).body
    const whole = await noise(300, 300).jpeg().toBuffer()
    const broken = new Blob([new Uint8Array(whole.subarray(0, whole.length / 2))])
    for (const [image, status] of [
      [new Blob(['GIF89a']), 415],
      [new Blob(['<svg xmlns="http://www.w3.org/2000/svg"/>'], { type: 'image/png' }), 415],
      [broken, 400],
    ] as const) {
      const input = { body: form('Stool'), files: { image } }
      for (const answer of [
        await testCompany.author.call(createPost, input),
        await testCompany.author.call(updatePost, { ...at(id), ...input }),
      ]) {
        expect(answer.status).toBe(status)
        expect(Object.keys(answer.body.fields ?? {})).toEqual(['image'])
      }
    }
    expect((await testCompany.author.call(getPost, at(id))).body).toEqual(before)
    expect(await served(files(before))).toEqual([200, 200])
  })

  test('a form that the database refuses leaves no image', async () => {
    const { context } = server.running
    const id = await testCompany.submitPost('Shelf')
    const put: string[] = []
    const { put: store } = context.storage
    context.storage.put = async (key, bytes, type) => {
      put.push(key)
      await store(key, bytes, type)
      // Deleted while its new image is stored.
      if (put.length === 1) await testCompany.author.call(deletePost, at(id))
    }
    const answer = await testCompany.author.call(updatePost, {
      ...at(id),
      body: form('Shelf'),
      files: { image: await picture(900, 600) },
    })
    context.storage.put = store
    expect(answer.status).toBe(404)
    // Three sizes, each as JPEG and WebP.
    expect(put).toHaveLength(6)
    for (const key of put) expect(await context.storage.get(key)).toBeNull()
  })

  test('an image that no row references is deleted two days later; the others stay', async () => {
    const { context } = server.running
    const id = await testCompany.submitPost('Table', await picture(900, 600))
    const { body: post } = await testCompany.author.call(getPost, at(id))
    const files = { picture: await picture(300, 300) }
    const { body: person } = await testCompany.author.call(changeProfileImage, { body: {}, files })
    const keys = [post.image_url, person.profile_image].map((path) =>
      (path ?? '').replace('/media/', 'public/'),
    )
    const orphans = [...keys, keys[0]?.replace('.jpg', '.webp') ?? ''].map((key) =>
      key.replace(/[\w-]{24}/, 'left-behind'.padEnd(24, '-')),
    )
    const foreignFile = 'public/read-me.txt'
    for (const key of [...orphans, foreignFile]) {
      await context.storage.put(key, Buffer.from('picture'), 'image/jpeg')
    }
    const areStored = async (all: string[]) =>
      (await Promise.all(all.map((key) => context.storage.get(key)))).map((bytes) => bytes !== null)
    await sweepPublicImages(context)
    expect(await areStored(orphans)).toEqual([true, true, true])
    const later = new Date(Date.now() + 2 * 86_400_000)
    await sweepPublicImages({ ...context, now: () => later })
    expect(await areStored(orphans)).toEqual([false, false, false])
    expect(await areStored([...keys, foreignFile])).toEqual([true, true, true])
    expect(await served(post.image_sizes.map(({ url }) => url))).toEqual([200, 200, 200])
  })
})
