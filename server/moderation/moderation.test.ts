import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sendMessage } from '#contract/chat.ts'
import {
  approvePost,
  countModeration,
  dismissReport,
  listModeratedPosts,
  listReports,
  rejectPost,
  removeComment,
} from '#contract/moderation.ts'
import {
  createComment,
  deleteComment,
  deletePost,
  getPost,
  listPosts,
  reportComment,
  reportPost,
  updateComment,
  updatePost,
} from '#contract/posts.ts'
import { postRoom, waitingRoom } from '../posts/subscription.ts'
import { halves } from '../testing/images.ts'
import { databaseOfTier, endServer, startServer, type TestServer } from '../testing/server.ts'
import { openTestCompany, type TestCompany } from '../testing/test-company.ts'

describe.each(databaseOfTier())('moderation on %s', (kind) => {
  let server: TestServer
  let testCompany: TestCompany
  const emittedEvents: unknown[][] = []

  beforeAll(async () => {
    server = await startServer(kind, { THROTTLE: 'off' })
    testCompany = await openTestCompany(server)
    const { sockets } = server.running.context
    for (const way of ['emitToUser', 'emitToUsers', 'emitToCompany', 'emitToRooms'] as const) {
      vi.spyOn(sockets, way).mockImplementation((...args: unknown[]) => {
        emittedEvents.push([way, ...args])
      })
    }
  })
  afterAll(() => endServer(server))

  /** The socket events since the last call. */
  const takeEvents = () => emittedEvents.splice(0)
  const at = (id: number) => ({ params: { id } })
  const approve = (id: number, revision?: number) =>
    testCompany.staff.call(approvePost, { ...at(id), body: { revision } })
  const reject = (id: number, reason: string) =>
    testCompany.staff.call(rejectPost, { ...at(id), body: { reason } })
  const edit = (id: number, title: string) =>
    testCompany.author.call(updatePost, { ...at(id), body: { title, description: 'Words' } })
  const waiting = async (status: 'pending' | 'edited' | 'rejected') =>
    (await testCompany.staff.call(listModeratedPosts, { query: { status } })).body.map(
      ({ id }) => id,
    )
  const counts = async () => (await testCompany.staff.call(countModeration, {})).body
  const reports = async () => (await testCompany.staff.call(listReports, {})).body
  const acts = (subject: string, subject_id: number) =>
    server.running.context.db
      .selectFrom('staff_log')
      .where('company_id', '=', testCompany.company_id)
      .where('subject', '=', subject)
      .where('subject_id', '=', subject_id)
      .select(['act', 'user_id', 'before', 'after'])
      .orderBy('id')
      .execute()

  test('lists of pending, edited and rejected posts; every decision is logged', async () => {
    const { company_id, author, staff, tenant } = testCompany
    const [first, second] = [
      await testCompany.submitPost('First'),
      await testCompany.submitPost('Second'),
    ]
    expect(await waiting('pending')).toEqual([second, first])
    takeEvents()

    const up = await approve(first, 1)
    expect(up.body).toMatchObject({
      id: first,
      status: 'approved',
      edited_at: null,
      reviewed: null,
      decided: { by: 'Staff Other', at: expect.any(String) },
    })
    expect(takeEvents()).toEqual([
      ['emitToUser', company_id, author.id, 'own_post', { id: first }],
      [
        'emitToRooms',
        [postRoom(company_id, first), waitingRoom(company_id, first)],
        'post',
        { id: first },
      ],
      ['emitToCompany', company_id, 'new_post', { id: first }],
    ])
    // Repeated, as after a lost reply.
    expect((await approve(first, 1)).status).toBe(200)
    expect(takeEvents()).toEqual([])

    const refused = await reject(second, 'No prices, please.')
    expect(refused.body).toMatchObject({ status: 'rejected', reason: 'No prices, please.' })
    expect((await reject(second, 'No prices, please.')).status).toBe(200)
    expect((await reject(second, 'Something else')).body.code).toBe('already_rejected')
    expect(await waiting('pending')).toEqual([])
    expect(await waiting('rejected')).toEqual([second])

    // A colleague who still sees it as pending is asked first.
    const late = await staff.call(rejectPost, {
      params: { id: first },
      body: { reason: 'Late', seen: 'pending' },
    })
    expect([late.status, late.body]).toMatchObject([
      409,
      { code: 'approved_meanwhile', message: 'Staff approved this just now. Take it down?' },
    ])
    expect(await waiting('rejected')).toEqual([second])

    await edit(first, 'First, changed')
    expect(await waiting('edited')).toEqual([first])
    expect(await counts()).toEqual({ pending: 0, edited: 1, reports: 0 })
    // The version that staff last saw, however often it is edited.
    await edit(first, 'First, once more')
    await edit(first, 'First, changed')
    const [changed] = (await staff.call(listModeratedPosts, { query: { status: 'edited' } })).body
    expect(changed?.reviewed).toEqual({
      title: 'First',
      description: 'About: First',
      image_sizes: [],
    })
    expect((await tenant.call(getPost, at(first))).body.title).toBe('First, changed')
    // The same text again is no edit.
    const same = await edit(first, 'First, changed')
    expect(same.body.revision).toBe(4)
    const stale = await approve(first, 1)
    expect(stale.status).toBe(409)
    expect(stale.body).toMatchObject({
      code: 'post_changed',
      message: 'Its author has changed this post since you looked at it. Please look at it again.',
    })
    expect(await waiting('edited')).toEqual([first])
    expect((await approve(first, 4)).body).toMatchObject({
      status: 'approved',
      edited_at: null,
      reviewed: null,
    })
    expect(await waiting('edited')).toEqual([])

    takeEvents()
    await reject(first, 'Sold elsewhere')
    expect((await tenant.call(getPost, at(first))).status).toBe(404)
    expect((await approve(first)).body).toMatchObject({ status: 'approved', reason: null })
    // It gets its former place in the feed, so it is not announced as new.
    expect(takeEvents().map((emitted) => [emitted[0], emitted.at(-2)])).toEqual([
      ['emitToUser', 'own_post'],
      ['emitToRooms', 'post'],
      ['emitToUser', 'own_post'],
      ['emitToRooms', 'post'],
    ])
    const logged = await acts('post', first)
    expect(logged.map(({ act }) => act)).toEqual([
      'post.approve',
      'post.approve',
      'post.take_down',
      'post.approve',
    ])
    expect(logged[1]).toMatchObject({
      user_id: staff.id,
      before: { status: 'approved', revision: 4, title: 'First, changed' },
      after: { status: 'approved', revision: 4 },
    })
    expect(logged[2]).toMatchObject({ after: { status: 'rejected', reason: 'Sold elsewhere' } })
    expect((await acts('post', second)).map(({ act }) => act)).toEqual(['post.reject'])
    expect((await approve(2_000_000_000)).status).toBe(404)
    await author.call(deletePost, at(first))
    expect((await approve(first)).status).toBe(404)
    expect((await reject(first, 'Late')).status).toBe(404)
  })

  test('a report is created once, keeps the text, and is dismissed or closed with its subject', async () => {
    const { author, tenant, staff } = testCompany
    const id = await testCompany.publishPost('Cheap lamp')
    const report = (who: TestCompany['tenant'], reason = 'A scam') =>
      who.call(reportPost, { ...at(id), body: { reason } })
    const confirmation = (await report(tenant)).body
    expect((await report(tenant, 'A scam, I say')).body).toEqual(confirmation)
    expect((await report(author)).status).toBe(403)
    expect((await report(testCompany.outsider)).status).toBe(404)
    expect((await report(tenant, '\u200b')).body.fields).toEqual({
      reason: 'Please give a reason.',
    })
    const written = await author.call(createComment, { body: { content: 'Idiot', post: id } })
    const comment = { params: { id: written.body.id } }
    const complain = (who: TestCompany['tenant']) =>
      who.call(reportComment, { ...comment, body: { reason: 'Rude' } })
    expect((await complain(tenant)).status).toBe(200)
    expect((await complain(staff)).status).toBe(200)
    expect((await complain(author)).body.code).toBe('own_comment')

    const open = await reports()
    expect(open).toMatchObject([
      { about: 'comment', reporter: { name: 'Staff Other' } },
      {
        about: 'comment',
        reporter: { id: tenant.id, name: 'Reader Other' },
        reason: 'Rude',
        said: 'Idiot',
        comment: written.body,
        author: { id: author.id, name: 'Author Other' },
      },
      {
        about: 'post',
        reason: 'A scam',
        said: 'Cheap lamp\n\nAbout: Cheap lamp',
        comment: null,
        post: { id, title: 'Cheap lamp', deleted: false },
      },
    ])
    expect((await counts()).reports).toBe(3)

    const dismiss = (which = 0) => staff.call(dismissReport, at(which))
    const scam = open[2]?.id ?? 0
    expect((await dismiss(scam)).status).toBe(200)
    expect((await dismiss(scam)).status).toBe(200)
    expect((await dismiss(2_000_000_000)).status).toBe(404)
    expect(await acts('report', scam)).toMatchObject([
      { act: 'report.dismiss', user_id: staff.id, before: { reason: 'A scam', outcome: null } },
    ])
    // After a dismissal it can be reported again.
    expect((await report(tenant)).status).toBe(200)

    const remove = () => staff.call(removeComment, { ...comment, body: { reason: 'Be kind' } })
    takeEvents()
    expect((await remove()).status).toBe(200)
    expect(takeEvents()).toEqual([
      [
        'emitToRooms',
        [postRoom(testCompany.company_id, id)],
        'comment_gone',
        { id: written.body.id, post: id },
      ],
    ])
    expect((await remove()).status).toBe(404)
    expect(await acts('comment', written.body.id)).toMatchObject([
      { act: 'comment.remove', before: { content: 'Idiot' }, after: { reason: 'Be kind' } },
    ])
    expect((await reports()).map(({ about }) => about)).toEqual(['post'])
    await reject(id, 'It was one')
    expect(await reports()).toEqual([])
    const outcomes = await server.running.context.db
      .selectFrom('reports')
      .where('post_id', '=', id)
      .select(['outcome', 'said'])
      .orderBy('id')
      .execute()
    expect(outcomes.map(({ outcome }) => outcome)).toEqual([
      'dismissed',
      'removed',
      'removed',
      'removed',
    ])
    expect(outcomes[1]?.said).toBe('Idiot')
  })

  test('participants of conversations are notified once when a post is taken down, published again or deleted', async () => {
    const { company_id, author, tenant, staff } = testCompany
    const id = await testCompany.publishPost('Bed')
    for (const participant of [tenant, staff]) {
      const body = { text: 'Still there?', client_id: crypto.randomUUID() }
      await participant.call(sendMessage, { params: { post: id, person: author.id }, body })
    }
    const conversationEvents = () =>
      takeEvents().filter((emitted) => emitted.at(-2) === 'conversation')
    const all = expect.toSatisfy(
      (ids: number[]) =>
        ids.length === 3 && new Set([...ids, author.id, tenant.id, staff.id]).size === 3,
    )
    const expected = [['emitToUsers', company_id, all, 'conversation', { post: id }]]
    takeEvents()
    await reject(id, 'Wait')
    expect(conversationEvents()).toEqual(expected)
    await approve(id)
    expect(conversationEvents()).toEqual(expected)
    await author.call(deletePost, at(id))
    expect(conversationEvents()).toEqual(expected)
  })

  test('a report stays open when the author deletes its subject', async () => {
    const { author, tenant, staff } = testCompany
    const id = await testCompany.publishPost('Bait')
    const reason = { body: { reason: 'A scam' } }
    const comment = (content: string) => author.call(createComment, { body: { content, post: id } })
    const [first, second] = [(await comment('Idiot')).body.id, (await comment('Fool')).body.id]
    await tenant.call(reportPost, { ...at(id), ...reason })
    for (const which of [first, second])
      await tenant.call(reportComment, { ...at(which), ...reason })
    const shown = async () => (await reports()).map(({ said, now }) => [said, now])
    await edit(id, 'Harmless')
    await author.call(updateComment, { ...at(second), body: { content: 'Friend', post: id } })
    await author.call(deleteComment, at(first))
    expect(await shown()).toEqual([
      ['Fool', { title: null, content: 'Friend', image_sizes: [] }],
      ['Idiot', null],
      ['Bait\n\nAbout: Bait', { title: 'Harmless', content: 'Words', image_sizes: [] }],
    ])
    await author.call(deletePost, at(id))
    const open = await reports()
    expect(open.map(({ said, now, comment }) => [said, now, comment])).toEqual([
      ['Fool', null, null],
      ['Idiot', null, null],
      ['Bait\n\nAbout: Bait', null, null],
    ])
    for (const report of open) {
      expect((await staff.call(dismissReport, at(report.id))).status).toBe(200)
    }
    expect(await reports()).toEqual([])
  })

  test('the image of a post that was taken down has another URL', async () => {
    const { author, tenant, staff } = testCompany
    const picture = new Blob([new Uint8Array(await halves(900, 600).jpeg().toBuffer())])
    const id = await testCompany.publishPost('Poster', picture)
    const urls = async (who: TestCompany['tenant']) =>
      (await who.call(getPost, at(id))).body.image_sizes.map(({ url }) => url)
    const served = (all: string[]) =>
      Promise.all(all.map(async (url) => (await server.fetch(url)).status))
    const old = await urls(tenant)
    expect(await served(old)).toEqual([200, 200, 200])
    await reject(id, 'Not here')
    expect(await served(old)).toEqual([404, 404, 404])
    const imageUrls = await urls(author)
    expect(await urls(staff)).toEqual(imageUrls)
    expect(await served(imageUrls)).toEqual([200, 200, 200])
    // A repeated and a failed rejection rename nothing.
    await reject(id, 'Not here')
    expect((await reject(id, 'Nor there')).status).toBe(409)
    await approve(id)
    expect(await urls(tenant)).toEqual(imageUrls)
    await author.call(deletePost, at(id))
    expect(await served(imageUrls)).toEqual([404, 404, 404])
  })

  test('lists of staff come in pages', async () => {
    const ids = [
      await testCompany.submitPost('a'),
      await testCompany.submitPost('b'),
      await testCompany.submitPost('c'),
    ]
    const answer = await testCompany.staff.fetch('/api/staff/posts/?limit=2')
    expect(((await answer.json()) as { id: number }[]).map(({ id }) => id)).toEqual([
      ids[2],
      ids[1],
    ])
    const next = /<([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '')?.[1] ?? ''
    const second = (await (await testCompany.staff.fetch(next)).json()) as { id: number }[]
    expect(second.map(({ id }) => id)).toEqual([ids[0]])
    for (const id of ids) await testCompany.author.call(deletePost, at(id))
  })

  test('decisions concurrent with edits and deletion: only what staff have seen is published', async () => {
    const { author, staff } = testCompany
    for (let round = 0; round < 6; round++) {
      const id = await testCompany.submitPost(`Round ${round}`)
      const [approved, changed] = await Promise.all([approve(id, 1), edit(id, 'Other words')])
      expect(changed.status).toBe(200)
      expect([200, 409]).toContain(approved.status)
      // Either the edit came first (409), or the post is published and marked as edited.
      const list = approved.status === 409 ? 'pending' : 'edited'
      expect(await waiting(list)).toContain(id)
      const answers = await Promise.all([
        approve(id),
        staff.call(rejectPost, { ...at(id), body: { reason: 'No' } }),
        edit(id, 'Third words'),
        author.call(deletePost, at(id)),
        approve(id),
      ])
      for (const { status } of answers) expect([200, 204, 404, 409]).toContain(status)
      expect(answers[3].status).toBe(204)
      expect((await author.call(getPost, at(id))).status).toBe(404)
    }
    expect((await testCompany.tenant.call(listPosts, {})).body).toEqual([])
    expect(await counts()).toEqual({ pending: 0, edited: 0, reports: 0 })
  })

  test('ten published at once, each with its own position', async () => {
    const ids: number[] = []
    for (let n = 0; n < 10; n++) ids.push(await testCompany.submitPost(`At once ${n}`))
    const answers = await Promise.all([...ids, ...ids].map((id) => approve(id)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const seen = (await testCompany.tenant.call(listPosts, {})).body.map(({ id }) => id)
    expect(seen.toSorted((a, b) => a - b)).toEqual(ids)
  })
})
