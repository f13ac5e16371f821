import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approvePost, listModeratedPosts, rejectPost } from '#contract/moderation.ts'
import {
  createComment,
  deletePost,
  getPost,
  listPosts,
  type Post,
  updatePost,
} from '#contract/posts.ts'
import { endServer, startServer, type TestServer } from '../testing/server.ts'
import { openTestCompany, type TestCompany } from '../testing/test-company.ts'

let server: TestServer
let testCompany: TestCompany

beforeAll(async () => {
  server = await startServer('pglite', { THROTTLE: 'off' })
  testCompany = await openTestCompany(server)
})
afterAll(() => endServer(server))

/** The state machine of a post. */
interface Model {
  status: Post['status'] | 'gone'
  flagged: boolean
  revision: number
  reason: string | null
  comments: number
}

const steps = ['edit', 'touch', 'approve', 'stale', 'reject', 'comment', 'delete'] as const
type Step = (typeof steps)[number]

/** The expected status code of a step; changes the model accordingly. */
function expected(step: Step, post: Model): number {
  const gone = post.status === 'gone'
  const up = post.status === 'approved'
  switch (step) {
    case 'edit':
    case 'touch': {
      if (gone) return 404
      if (step === 'touch' && post.status !== 'rejected') return 200
      if (up) post.flagged = true
      else post.status = 'pending'
      post.reason = null
      post.revision++
      return 200
    }
    case 'stale':
      return gone ? 404 : 409
    case 'approve':
      if (gone) return 404
      Object.assign(post, { status: 'approved', flagged: false, reason: null })
      return 200
    case 'reject':
      if (gone) return 404
      Object.assign(post, { status: 'rejected', flagged: false, reason: 'No' })
      return 200
    case 'comment':
      if (gone) return 404
      if (!up) return 409
      post.comments++
      return 201
    case 'delete':
      if (gone) return 404
      Object.assign(post, { status: 'gone', flagged: false })
      return 204
  }
}

test('random sequences of actions on a post match the model', async () => {
  const { author, staff, tenant } = testCompany
  let words = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...steps), { minLength: 3, maxLength: 9 }),
      async (order) => {
        const id = await testCompany.submitPost()
        const at = { params: { id } }
        const model: Model = {
          status: 'pending',
          flagged: false,
          revision: 1,
          reason: null,
          comments: 0,
        }
        let body = { title: 'A desk', description: 'About: A desk' }
        const take = (step: Step) => {
          switch (step) {
            case 'edit':
              body = { title: `A desk ${words++}`, description: 'Words' }
              return author.call(updatePost, { ...at, body })
            case 'touch':
              return author.call(updatePost, { ...at, body })
            case 'approve':
              return staff.call(approvePost, { ...at, body: { revision: model.revision } })
            case 'stale':
              return staff.call(approvePost, { ...at, body: { revision: model.revision + 1 } })
            case 'reject':
              return staff.call(rejectPost, { ...at, body: { reason: 'No' } })
            case 'comment':
              return author.call(createComment, { body: { content: 'Hi', post: id } })
            case 'delete':
              return author.call(deletePost, at)
          }
        }
        for (const step of order) {
          const answer = await take(step)
          expect([step, answer.status]).toEqual([step, expected(step, model)])
        }

        const gone = model.status === 'gone'
        const own = await author.call(getPost, at)
        expect(own.status).toBe(gone ? 404 : 200)
        if (!gone) {
          expect(own.body).toMatchObject({
            ...body,
            status: model.status,
            revision: model.revision,
            reason: model.reason,
            comment_count: model.comments,
          })
        }
        const up = model.status === 'approved'
        expect((await tenant.call(getPost, at)).status).toBe(up ? 200 : 404)
        const feed = (await tenant.call(listPosts, { query: { limit: '1' } })).body
        expect(feed.map((post) => post.id)).toEqual(up ? [id] : [])
        for (const status of ['pending', 'edited', 'rejected'] as const) {
          const { body: list } = await staff.call(listModeratedPosts, { query: { status } })
          const here = status === 'edited' ? model.flagged : model.status === status
          expect(list.map((post) => post.id)).toEqual(here ? [id] : [])
        }
        await author.call(deletePost, at)
      },
    ),
    { numRuns: 25 },
  )
})
