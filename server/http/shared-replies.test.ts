import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { updateUser } from '#contract/account.ts'
import { rejectPost } from '#contract/moderation.ts'
import {
  createComment,
  deleteComment,
  getPost,
  listPosts,
  updateComment,
  updatePost,
} from '#contract/posts.ts'
import { password } from '../testing/people.ts'
import {
  type Caller,
  demoDatabase,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'
import { openTestCompany, type TestCompany } from '../testing/test-company.ts'

/** Two nodes on one PostgreSQL. */
let nodes: [TestServer, TestServer]
let testCompany: TestCompany
/** The tenant on either node. */
let readers: [Caller, Caller]

beforeAll(async () => {
  const shared = {
    DATABASE_URL: await demoDatabase(),
    JWT_SECRET: 'a secret that both nodes know, long enough',
    THROTTLE: 'off',
  }
  nodes = [await startServer('postgres', shared), await startServer('postgres', shared)]
  testCompany = await openTestCompany(nodes[0])
  readers = [testCompany.tenant, await nodes[1].signIn('reader@other.example', password)]
})
afterAll(() => Promise.all(nodes.map(endServer)))

const at = (id: number) => ({ params: { id } })

/** What a reader of this node sees of the post, by itself and in the feed. */
async function readPost(reader: Caller, id: number) {
  const [alone, feed] = await Promise.all([
    reader.call(getPost, at(id)),
    reader.call(listPosts, {}),
  ])
  return { alone: alone.body, inFeed: feed.body.find((post) => post.id === id) }
}

const readEverywhere = (id: number) => Promise.all(readers.map((reader) => readPost(reader, id)))

test('every change of what is shown is seen at once on both nodes', async () => {
  const { author, staff, tenant } = testCompany
  const id = await testCompany.publishPost('A desk')
  await readEverywhere(id)
  const { body: comment } = await author.call(createComment, { body: { content: 'Old', post: id } })
  for (const { alone, inFeed } of await readEverywhere(id)) {
    expect(alone.comments.map(({ content }) => content)).toEqual(['Old'])
    expect(inFeed?.comment_count).toBe(1)
  }
  await author.call(updateComment, { ...at(comment.id), body: { content: 'New', post: id } })
  for (const { alone } of await readEverywhere(id)) expect(alone.comments[0]?.content).toBe('New')
  await author.call(updateUser, {
    body: { first_name: 'Author', last_name: 'Renamed', email: 'author@other.example' },
  })
  for (const { alone, inFeed } of await readEverywhere(id)) {
    expect(alone.comments[0]?.author_name).toBe('Author Renamed')
    expect(inFeed?.author_last_name).toBe('Renamed')
  }
  await author.call(deleteComment, at(comment.id))
  await author.call(updatePost, { ...at(id), body: { title: 'A table', description: 'Oak' } })
  for (const { alone, inFeed } of await readEverywhere(id)) {
    expect([alone.title, alone.comments, inFeed?.title]).toEqual(['A table', [], 'A table'])
  }
  await staff.call(rejectPost, { ...at(id), body: { reason: 'Sold' } })
  for (const reader of readers) {
    expect((await reader.call(getPost, at(id))).status).toBe(404)
    expect((await reader.call(listPosts, {})).body.map((post) => post.id)).not.toContain(id)
  }
  // The reason is for its author and staff, whoever asked first.
  expect((await author.call(getPost, at(id))).body.reason).toBe('Sold')
  expect((await tenant.call(getPost, at(id))).status).toBe(404)
  expect((await testCompany.outsider.call(getPost, at(id))).status).toBe(404)
})

test('a browser that has the reply is told so, until something changes', async () => {
  const id = await testCompany.publishPost('A chair')
  const paths = ['/api/blog/posts/', `/api/blog/posts/${id}/`]
  for (const path of paths) {
    const first = await readers[0].fetch(path)
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    // The other node makes the same reply, and knows it by the same tag.
    for (const reader of readers) {
      const again = await reader.fetch(path, { headers })
      expect([again.status, await again.text()]).toEqual([304, ''])
    }
    const stranger = await testCompany.outsider.fetch(path, { headers })
    expect(stranger.status).toBe(path === paths[0] ? 200 : 404)
    await testCompany.tenant.call(createComment, { body: { content: 'Nice', post: id } })
    expect((await readers[1].fetch(path, { headers })).status).toBe(200)
  }
  const nobody = await fetch(nodes[0].url + paths[0])
  expect(nobody.status).toBe(401)
})

test('a reply that is too long to be kept is sent all the same', async () => {
  const id = await testCompany.publishPost('A long talk')
  const content = '談話'.repeat(2500)
  for (let number = 0; number < 24; number++) {
    await testCompany.author.call(createComment, { body: { content, post: id } })
  }
  for (let time = 0; time < 2; time++) {
    const { alone } = await readPost(readers[0], id)
    expect(alone.comments.map((comment) => comment.content)).toEqual(Array(24).fill(content))
  }
})

test('nobody ever sees an older page than the one they saw before, while others write on both nodes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ node: fc.nat(1), writer: fc.nat(2) }), { minLength: 6, maxLength: 18 }),
      async (writes) => {
        const id = await testCompany.publishPost('A lamp')
        const author = await nodes[1].signIn('author@other.example', password)
        const byNode = [testCompany.author, author] as const
        let written = 0
        let isWriting = true
        const writers = [0, 1, 2].map(async (writer) => {
          for (const { node } of writes.filter((write) => write.writer === writer)) {
            const content = `Comment ${writer}`
            const { status } = await byNode[node as 0 | 1].call(createComment, {
              body: { content, post: id },
            })
            expect(status).toBe(201)
            written++
          }
        })
        const reading = [0, 1].map(async (first) => {
          let seen = 0
          for (let turn = first; isWriting; turn++) {
            const { alone, inFeed } = await readPost(readers[turn % 2] as Caller, id)
            const counts = [alone.comment_count, alone.comments.length, inFeed?.comment_count ?? 0]
            expect(Math.min(...counts)).toBeGreaterThanOrEqual(seen)
            // Two requests at once: only what both show has certainly been seen when the next ones begin.
            seen = Math.max(...counts)
          }
        })
        await Promise.all(writers)
        isWriting = false
        await Promise.all(reading)
        for (const { alone, inFeed } of await readEverywhere(id)) {
          expect([alone.comments.length, inFeed?.comment_count]).toEqual([written, written])
        }
        await testCompany.staff.call(rejectPost, { ...at(id), body: { reason: 'Enough' } })
      },
    ),
    { numRuns: 15 },
  )
})
