import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { updateUser } from '#contract/account.ts'
import {
  type Comment,
  createComment,
  createPost,
  deleteComment,
  deletePost,
  getPost,
  listComments,
  reportComment,
  reportPost,
  updateComment,
  updatePost,
} from '#contract/posts.ts'
import { databaseOfTier, endServer, startServer, type TestServer } from '../testing/server.ts'
import { openTestCompany, type TestCompany } from '../testing/test-company.ts'
import { postRoom } from './subscription.ts'

describe.each(databaseOfTier())('comments on %s', (kind) => {
  let server: TestServer
  let testCompany: TestCompany
  let post: number

  beforeAll(async () => {
    server = await startServer(kind, { THROTTLE: 'off' })
    testCompany = await openTestCompany(server)
    post = await testCompany.publishPost()
  })
  afterAll(() => endServer(server))

  const write = (who: TestCompany['tenant'], content: string, submission_id?: string) =>
    who.call(createComment, { body: { content, post, submission_id } })
  const counted = async (id = post) =>
    (await testCompany.author.call(getPost, { params: { id } })).body.comment_count

  test('only its author edits and deletes it, and the sockets that watch the post are notified', async () => {
    const { author, tenant, staff, outsider } = testCompany
    const emitToRooms = vi.spyOn(server.running.context.sockets, 'emitToRooms')
    const made = await write(tenant, '  Is it\r\nstill there? \u0000')
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      content: 'Is it\nstill there?',
      post,
      author: 'reader@bweni.invalid',
      author_id: tenant.id,
      author_name: 'Reader Other',
      author_image: null,
      author_is_staff: false,
      edited_at: null,
    })
    const { id } = made.body
    const params = { params: { id } }
    const change = (who: TestCompany['tenant'], content: string, on = post) =>
      who.call(updateComment, { ...params, body: { content, post: on } })
    const other = await testCompany.publishPost('Other')
    expect((await change(author, 'Mine')).status).toBe(403)
    expect((await change(staff, 'Mine')).status).toBe(403)
    expect((await change(outsider, 'Mine')).status).toBe(404)
    expect((await change(tenant, 'Moved', other)).body.fields).toHaveProperty('post')
    const changed = await change(tenant, 'Is it blue?')
    expect(changed.body).toMatchObject({ id, content: 'Is it blue?', author_id: tenant.id })
    expect(changed.body.edited_at).not.toBeNull()
    expect(
      (await testCompany.author.call(getPost, { params: { id: post } })).body.comments,
    ).toEqual([changed.body])
    expect((await author.call(deleteComment, params)).status).toBe(403)
    expect((await outsider.call(deleteComment, params)).status).toBe(404)
    expect((await tenant.call(deleteComment, params)).status).toBe(204)
    expect((await tenant.call(deleteComment, params)).status).toBe(404)
    expect(await counted()).toBe(0)
    expect(
      emitToRooms.mock.calls.filter(([rooms]) =>
        rooms.includes(postRoom(testCompany.company_id, post)),
      ),
    ).toEqual([
      [[postRoom(testCompany.company_id, post)], 'comment', made.body],
      [[postRoom(testCompany.company_id, post)], 'comment', changed.body],
      [[postRoom(testCompany.company_id, post)], 'comment_gone', { id, post }],
    ])
    emitToRooms.mockRestore()
  })

  test('the same submission creates one comment, at once or later', async () => {
    const mark = randomUUID()
    const many = await Promise.all(
      Array.from({ length: 6 }, () => write(testCompany.tenant, 'Once', mark)),
    )
    expect(many.map(({ status }) => status)).toEqual(many.map(() => 201))
    const repeated = await write(testCompany.tenant, 'Once, says the second tab', mark)
    expect(new Set([...many, repeated].map(({ body }) => body.id)).size).toBe(1)
    expect(repeated.body.content).toBe('Once')
    expect(await counted()).toBe(1)
    // A submission id is per author.
    expect((await write(testCompany.author, 'Mine', mark)).body.content).toBe('Mine')
    expect((await write(testCompany.author, 'x', 'no mark')).status).toBe(400)
    const other = await testCompany.publishPost('Other')
    const body = { content: 'Once', post: other, submission_id: mark }
    const onOtherPost = await testCompany.tenant.call(createComment, { body })
    expect(onOtherPost).toMatchObject({ status: 409, body: { code: 'submission_taken' } })
    // A deleted one is not created again by a repeated form.
    await testCompany.tenant.call(deleteComment, { params: { id: repeated.body.id } })
    const newForms = [
      await write(testCompany.tenant, 'Once', mark),
      await write(testCompany.tenant, 'Once', mark),
    ]
    expect(newForms.map(({ status }) => status)).toEqual([404, 404])
    expect(newForms[0]?.body.message).toBe('This comment was deleted.')
    expect((await testCompany.tenant.call(createComment, { body })).status).toBe(404)
    expect(await counted()).toBe(1)
  })

  test.each(['', '   ', '\u200b\u200d', '\u2800\u3164', '\u0000'])(
    'what shows nothing is no comment: %j',
    async (content) => {
      const answer = await write(testCompany.tenant, content)
      expect(answer.status).toBe(400)
      expect(answer.body.fields).toEqual({ content: 'Please write a comment.' })
    },
  )

  test('no comments on a post that is not published or not visible to the user', async () => {
    const waiting = await testCompany.submitPost()
    const on = async (who: TestCompany['tenant'], id: number) =>
      (await who.call(createComment, { body: { content: 'Hello', post: id } })).status
    expect(await on(testCompany.author, waiting)).toBe(409)
    expect(await on(testCompany.staff, waiting)).toBe(409)
    expect(await on(testCompany.tenant, waiting)).toBe(404)
    expect(await on(testCompany.outsider, post)).toBe(404)
    expect(await on(testCompany.tenant, 2_000_000_000)).toBe(404)
    const list = await testCompany.outsider.call(listComments, { query: { post } })
    expect(list.status).toBe(404)
  })

  test('a post comes with its newest comments; the others come in pages', async () => {
    const id = await testCompany.publishPost('Long talk')
    for (let n = 1; n <= 30; n++) {
      await testCompany.tenant.call(createComment, { body: { content: `${n}`, post: id } })
    }
    const { body } = await testCompany.tenant.call(getPost, { params: { id } })
    expect(body.comment_count).toBe(30)
    const newest = body.comments.map(({ content }) => content)
    expect(newest).toEqual(Array.from({ length: 24 }, (_, at) => `${at + 7}`))
    const before = body.comments[0]?.id
    const rest = await testCompany.tenant.fetch(
      `/api/blog/comments/?post=${id}&before=${before}&limit=5`,
    )
    const texts = async (page: Response) =>
      ((await page.json()) as Comment[]).map(({ content }) => content)
    expect(await texts(rest)).toEqual(['6', '5', '4', '3', '2'])
    const next = /<([^>]+)>; rel="next"/.exec(rest.headers.get('link') ?? '')?.[1] ?? ''
    expect(await texts(await testCompany.tenant.fetch(next))).toEqual(['1'])
    const missed = await testCompany.tenant.call(listComments, {
      query: { post: id, after: String(body.comments.at(-3)?.id) },
    })
    expect(missed.body.map(({ content }) => content)).toEqual(['30', '29'])
  })

  test('twenty comments at once, some of them deleted: the count is right', async () => {
    const id = await testCompany.publishPost('Crowd')
    const people = [testCompany.author, testCompany.tenant, testCompany.staff]
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        (people[n % 3] ?? testCompany.author).call(createComment, {
          body: { content: `${n}`, post: id },
        }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
    expect(await counted(id)).toBe(20)
    const deleted = await Promise.all(
      answers.map(({ body }, n) =>
        n % 2
          ? (people[n % 3] ?? testCompany.author).call(deleteComment, { params: { id: body.id } })
          : testCompany.tenant.call(createComment, { body: { content: 'more', post: id } }),
      ),
    )
    expect(deleted.every(({ status }) => status === 204 || status === 201)).toBe(true)
    expect(await counted(id)).toBe(20)
  })

  test('a post deleted while it is commented and reported: no deadlock', async () => {
    const { author, tenant, staff } = testCompany
    for (let round = 0; round < 6; round++) {
      const id = await testCompany.publishPost('Short life')
      const first = await tenant.call(createComment, { body: { content: 'First', post: id } })
      const about = { params: { id: first.body.id } }
      const reason = { body: { reason: 'Rude' } }
      const answers = await Promise.all([
        staff.call(createComment, { body: { content: 'Me too', post: id } }),
        author.call(reportComment, { ...about, ...reason }),
        author.call(deletePost, { params: { id } }),
        tenant.call(deleteComment, about),
        tenant.call(reportPost, { params: { id }, ...reason }),
        tenant.call(createComment, { body: { content: 'And me', post: id } }),
      ])
      for (const { status } of answers) expect([200, 201, 204, 404]).toContain(status)
      expect(answers[2].status).toBe(204)
    }
    const { db } = server.running.context
    const counts = await db
      .selectFrom('posts')
      .select((eb) => [
        'comment_count',
        eb
          .selectFrom('comments')
          .whereRef('comments.company_id', '=', 'posts.company_id')
          .whereRef('comments.post_id', '=', 'posts.id')
          .select(eb.fn.countAll<string>().as('n'))
          .as('n'),
      ])
      .execute()
    for (const { comment_count, n } of counts) expect(comment_count).toBe(Number(n))
  })

  test('no phone number and no real address is a public name', async () => {
    await testCompany.tenant.call(updateUser, {
      body: { first_name: 'Zawadi', last_name: 'Njeri', email: '0712345999@mail.example' },
    })
    const { body } = await write(testCompany.tenant, 'Hello')
    expect(body).toMatchObject({
      author: 'zawadi.njeri@bweni.invalid',
      author_name: 'Zawadi Njeri',
    })
  })
})

test('too many comments are throttled before anything is read', async () => {
  const server = await startServer()
  const { author, tenant, submitPost, publishPost } = await openTestCompany(server)
  const waits = (answer: { status: number; headers: Headers; body: { message: string } }) => {
    expect(answer.status).toBe(429)
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answer.body.message).toMatch(
      /^(Too many comments|You’ve posted a lot|Thank you, staff have)/,
    )
    const wait = Number(answer.headers.get('retry-after')) > 300 ? 'an hour' : 'a few minutes'
    expect(answer.body.message).toContain(`Please try again in ${wait}.`)
  }
  const post = await publishPost()
  const repeated = { title: 'One more', description: 'Words', submission_id: randomUUID() }
  const sent = await author.call(createPost, { body: repeated })
  for (let n = 2; n < 20; n++) {
    await submitPost()
    // Invalid and repeated requests do not count.
    expect((await author.call(createPost, { body: { ...repeated, title: '' } })).status).toBe(400)
    expect((await author.call(createPost, { body: repeated })).body.id).toBe(sent.body.id)
  }
  const image = new Blob(['no picture'])
  const more = { title: 'One more', description: 'Words' }
  waits(await author.call(createPost, { body: more, files: { image } }))
  waits(await author.call(updatePost, { params: { id: post }, body: more }))
  expect((await author.call(createPost, { body: repeated })).body.id).toBe(sent.body.id)

  const mark = randomUUID()
  const comment = (submission_id?: string) =>
    tenant.call(createComment, { body: { content: 'Hello', post, submission_id } })
  const first = await comment(mark)
  for (let n = 1; n < 30; n++) expect((await comment()).status).toBe(201)
  waits(await comment())
  // The reply to the first request may have been lost.
  expect((await comment(mark)).body).toEqual(first.body)
  expect((await author.call(createComment, { body: { content: 'Hi', post } })).status).toBe(201)

  const report = () => tenant.call(reportPost, { params: { id: post }, body: { reason: 'Again' } })
  for (let n = 0; n < 20; n++) expect((await report()).status).toBe(200)
  waits(await report())
  await endServer(server)
})
