import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getUser } from '#contract/auth.ts'
import {
  blockPerson,
  getConversation,
  listConversations,
  listMessages,
  type Message,
  markSeen,
  sendMessage,
  unblockPerson,
} from '#contract/chat.ts'
import { approvePost, rejectPost } from '#contract/moderation.ts'
import { createPost, deletePost, updatePost } from '#contract/posts.ts'
import { removeTenant } from '#contract/tenants.ts'
import { countUnread } from '#contract/unread.ts'
import { dayOf } from '#rules/calendar.ts'
import { closedMessages } from '#rules/chat.ts'
import { UNPUBLISHED_TITLE } from '#rules/post.ts'
import { addPerson, password } from '../testing/people.ts'
import {
  type Caller,
  databaseOfTier,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'
import { closeSockets, connected } from '../testing/sockets.ts'
import { openTestCompany, type TestCompany } from '../testing/test-company.ts'

type Person = TestCompany['tenant']

const at = (post: number, person: { id: number }) => ({ params: { post, person: person.id } })
const messageOf = (text: string, client_id: string = randomUUID()) => ({
  body: { text, client_id },
})

const send = (from: Person, to: Person, post: number, text: string, client_id?: string) =>
  from.call(sendMessage, { ...at(post, to), ...messageOf(text, client_id) })
const markSeenUpTo = (me: Person, other: Person, post: number, message: number) =>
  me.call(markSeen, { ...at(post, other), body: { message } })
const read = async (me: Person, other: Person, post: number) =>
  (await me.call(getConversation, at(post, other))).body
const unread = async (me: Person) => (await me.call(countUnread, {})).body.unread

/** All messages, oldest first, fetched in small pages. */
async function history(me: Caller, other: Person, post: number, limit = 7): Promise<Message[]> {
  const all: Message[] = []
  let path = `/api/chat/conversations/${post}/${other.id}/messages/?limit=${limit}`
  while (path) {
    const response = await me.fetch(path)
    all.push(...(await response.json()))
    path = /<([^>]+)>/.exec(response.headers.get('link') ?? '')?.[1] ?? ''
  }
  return all.reverse()
}

describe.each(databaseOfTier())('chat on %s', (kind) => {
  let server: TestServer
  let testCompany: TestCompany
  let author: Person
  let tenant: Person
  let second: Person
  let newcomers = 0

  async function addTenant(first_name: string, last_name = 'Other'): Promise<Person> {
    newcomers += 1
    const email = `newcomer-${newcomers}@other.example`
    const { db } = server.running.context
    await addPerson(db, testCompany.company_id, email, { first_name, last_name })
    const caller = await server.signIn(email, password)
    return { ...caller, id: (await caller.call(getUser, {})).body.id }
  }

  beforeAll(async () => {
    server = await startServer(kind, { THROTTLE: 'off' })
    testCompany = await openTestCompany(server)
    ;({ author, tenant } = testCompany)
    second = await addTenant('Second')
  })
  afterAll(async () => {
    closeSockets()
    await endServer(server)
  })

  test('another user begins, the author answers, both see the same', async () => {
    const post = await testCompany.publishPost('A lamp')
    expect(await read(tenant, author, post)).toMatchObject({
      post: { id: post, title: 'A lamp' },
      person: { id: author.id, first_name: 'Author', last_name: 'Other', image: null },
      label: `chat_Author_Other_Reader_Other_${post}`,
      last_message: null,
      unread: 0,
      seen: 0,
      closed: null,
      blocked_by_me: false,
    })
    // Without messages it is in no list, and the author cannot begin.
    expect((await author.call(getConversation, at(post, tenant))).status).toBe(404)
    expect((await send(author, tenant, post, 'You there')).status).toBe(404)
    expect((await tenant.call(listMessages, at(post, author))).body).toEqual([])
    expect((await markSeenUpTo(tenant, author, post, 1)).status).toBe(404)

    const first = await send(tenant, author, post, '  Is it still there? ')
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      post,
      from: tenant.id,
      to: author.id,
      text: 'Is it still there?',
      senderId: 'Reader',
      senderName: 'Reader Other',
    })
    expect(await read(author, tenant, post)).toMatchObject({ unread: 1, seen: 0 })
    expect(await unread(author)).toBe(1)

    const answer = await send(author, tenant, post, 'It is.')
    expect(answer.body.id).toBeGreaterThan(first.body.id)
    // Answering marks nothing as seen: the answer may have waited for a connection.
    expect(await read(author, tenant, post)).toMatchObject({ unread: 1 })
    expect(await read(tenant, author, post)).toMatchObject({ unread: 1, seen: 0 })
    expect((await markSeenUpTo(author, tenant, post, first.body.id)).body).toEqual({ unread: 0 })
    expect((await read(tenant, author, post)).seen).toBe(first.body.id)
    expect((await markSeenUpTo(tenant, author, post, answer.body.id)).body).toEqual({ unread: 0 })
    // Neither backwards nor beyond the end.
    expect((await markSeenUpTo(tenant, author, post, first.body.id)).body).toEqual({ unread: 0 })
    await markSeenUpTo(tenant, author, post, 2_147_483_647)
    expect((await read(author, tenant, post)).seen).toBe(answer.body.id)

    const both = [first.body, answer.body]
    expect(await history(tenant, author, post)).toEqual(both)
    expect(await history(author, tenant, post)).toEqual(both)
    expect((await read(tenant, author, post)).last_message).toEqual(answer.body)
  })

  test('a message that is sent twice is stored once, and is answered whatever has happened since', async () => {
    const post = await testCompany.publishPost()
    const client_id = randomUUID()
    const first = await send(tenant, author, post, 'Hello', client_id)
    const again = await send(tenant, author, post, 'Other words', client_id)
    expect([again.status, again.body]).toEqual([201, first.body])
    const outsider = await testCompany.publishPost()
    expect(await send(tenant, author, outsider, 'Hello', client_id)).toMatchObject({
      status: 409,
      body: { code: 'client_id_taken' },
    })
    // Another user may have the same client_id.
    expect((await send(second, author, post, 'Hello', client_id)).status).toBe(201)
    await author.call(blockPerson, { params: { person: tenant.id } })
    expect((await send(tenant, author, post, 'Hello', client_id)).body).toEqual(first.body)
    await author.call(unblockPerson, { params: { person: tenant.id } })
    await author.call(deletePost, { params: { id: post } })
    expect(await send(tenant, author, post, 'Hello', client_id)).toMatchObject({
      status: 201,
      body: first.body,
    })
    expect(await history(tenant, author, post)).toEqual([first.body])
  })

  test('a hundred at once with repeats: each once, one order for both, counted right', async () => {
    const post = await testCompany.publishPost()
    await send(tenant, author, post, 'first')
    const receiver = await connected(server.url, author.token)
    const marks = Array.from({ length: 100 }, () => randomUUID())
    const sends = marks.flatMap((mark, index) => {
      const [from, to] = index % 2 ? [author, tenant] : [tenant, author]
      const sendOne = () => send(from, to, post, `${index}`, mark)
      const sees = async () => {
        const { last_message } = await read(from, to, post)
        return markSeenUpTo(from, to, post, last_message?.id ?? 1)
      }
      return [
        sendOne,
        ...(index % 3 === 0 ? [sendOne, sendOne] : []),
        ...(index % 10 === 0 ? [sees] : []),
      ]
    })
    const shuffled = fc.sample(fc.shuffledSubarray(sends, { minLength: sends.length }), 1)[0] ?? []
    const answers = await Promise.all(shuffled.map((send) => send()))
    for (const { status } of answers) expect([200, 201]).toContain(status)

    const all = await history(author, tenant, post, 40)
    expect(all).toEqual(await history(tenant, author, post, 40))
    expect(all.map(({ text }) => text).sort()).toEqual(
      ['first', ...marks.keys()].map(String).sort(),
    )
    const ids = all.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted((a, b) => a - b))
    const times = all.map(({ timestamp }) => timestamp)
    expect(times).toEqual(times.toSorted())
    for (const [me, other] of [
      [author, tenant],
      [tenant, author],
    ] as const) {
      const { seen } = await read(other, me, post)
      const notSeen = all.filter(({ id, from }) => id > seen && from !== me.id)
      expect((await read(me, other, post)).unread).toBe(notSeen.length)
    }
    // The event of the first message may arrive after she has connected.
    const heard = () => receiver.received('message').flatMap(({ id }) => (id === ids[0] ? [] : id))
    await expect.poll(() => heard().length).toBe(100)
    expect(new Set(heard())).toEqual(new Set(ids.slice(1)))
  })

  test('unread are the messages of the other user after the last seen one, in any history', async () => {
    const people = () => [author, tenant, second] as const
    const step = fc.record({
      who: fc.integer({ min: 0, max: 3 }),
      does: fc.constantFrom('say', 'say', 'see'),
      /** How far from the end the user has seen. */
      back: fc.integer({ min: -1, max: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const post = await testCompany.publishPost()
        const before = await Promise.all(people().map(unread))
        const received = { tenant: [] as Message[], second: [] as Message[] }
        const seen = { tenant: [0, 0], second: [0, 0] }
        for (const { who, does, back } of steps) {
          const talk = who % 2 ? 'tenant' : 'second'
          const other = talk === 'tenant' ? tenant : second
          const mine = who < 2 ? 0 : 1
          const [me, you] = mine === 0 ? [other, author] : [author, other]
          const all = received[talk]
          const last = all.at(-1)?.id ?? 0
          if (does === 'say') {
            const { status, body } = await send(me, you, post, 'x')
            expect(status).toBe(all.length === 0 && me === author ? 404 : 201)
            if (status !== 201) continue
            all.push(body)
          } else if (all.length > 0) {
            const upTo = back < 0 ? last + 50 : (all.at(-1 - back)?.id ?? 1)
            await markSeenUpTo(me, you, post, upTo)
            seen[talk][mine] = Math.max(seen[talk][mine] ?? 0, Math.min(upTo, last))
          }
        }
        const counts = [0, 0, 0]
        for (const [index, talk] of (['tenant', 'second'] as const).entries()) {
          if (received[talk].length === 0) continue
          const other = people()[index + 1] as Person
          const [theirs = 0, authors = 0] = seen[talk]
          const left = (from: Person, since: number) =>
            received[talk].filter((one) => one.from === from.id && one.id > since).length
          const views = [await read(other, author, post), await read(author, other, post)]
          expect(views.map((view) => view.unread)).toEqual([
            left(author, theirs),
            left(other, authors),
          ])
          // Up to the last message of either: what the other user has seen.
          const reached = (point: number) =>
            received[talk].filter((one) => one.id <= point).at(-1)?.id
          expect(views.map((view) => view.seen)).toEqual([
            reached(authors) ?? 0,
            reached(theirs) ?? 0,
          ])
          counts[index + 1] = left(author, theirs)
          counts[0] = (counts[0] ?? 0) + left(other, authors)
        }
        const after = await Promise.all(people().map(unread))
        expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual(counts)
      }),
      { numRuns: 12 },
    )
  })

  test('lists: the latest first, of one post, in pages, and no other user’s', async () => {
    const [lamp, chair] = [
      await testCompany.publishPost('Lamp'),
      await testCompany.publishPost('Chair'),
    ]
    const mine = await addTenant('Lister')
    const other = await addTenant('Other')
    await send(mine, author, lamp, 'one')
    await send(other, author, lamp, 'two')
    await send(mine, author, chair, 'three')
    const of = async (who: Person, query: Record<string, number> = {}) =>
      (await who.call(listConversations, { query: query as never })).body.map(
        ({ post, person, last_message }) => [post.id, person.id, last_message?.text],
      )
    expect(await of(mine)).toEqual([
      [chair, author.id, 'three'],
      [lamp, author.id, 'one'],
    ])
    expect(await of(author, { post: lamp })).toEqual([
      [lamp, other.id, 'two'],
      [lamp, mine.id, 'one'],
    ])
    expect(await of(mine, { post: lamp })).toEqual([[lamp, author.id, 'one']])
    expect(await of(tenant, { post: lamp })).toEqual([])
    expect(await of(testCompany.outsider, { post: lamp })).toEqual([])

    const { body, headers } = await author.call(listConversations, { query: { limit: '2' } })
    expect(body.map(({ last_message }) => last_message?.text)).toEqual(['three', 'two'])
    const next = /<([^>]+)>/.exec(headers.get('link') ?? '')?.[1] ?? ''
    const page = await (await author.fetch(next)).json()
    expect(page[0].last_message.text).toBe('one')
    const newer = await author.call(listConversations, {
      query: { after: String(page[0].last_message.id) },
    })
    expect(newer.body.map(({ last_message }) => last_message?.text)).toEqual(['three', 'two'])
  })

  test('two users of one name have separate conversations', async () => {
    const post = await testCompany.publishPost()
    const [one, namesake] = [await addTenant('Jane', 'Doe'), await addTenant('Jane', 'Doe')]
    await send(one, author, post, 'I am the one')
    await send(namesake, author, post, 'I am the other')
    const [first, latter] = [await read(author, one, post), await read(author, namesake, post)]
    expect(first.label).toBe(latter.label)
    expect(first.person.identifier).toMatch(/^newcomer-\d+@bweni\.invalid$/)
    expect(latter.person.identifier).not.toBe(first.person.identifier)
    const listed = await author.call(listConversations, { query: { post: String(post) } })
    expect(listed.body.map(({ person }) => person)).toEqual([latter.person, first.person])
    expect((await read(one, author, await testCompany.publishPost())).person).toEqual(
      (await read(one, author, post)).person,
    )
    expect((await read(one, author, post)).label).toBe(first.label)
    expect(await history(author, one, post)).toMatchObject([{ text: 'I am the one' }])
    expect(await history(namesake, author, post)).toMatchObject([{ text: 'I am the other' }])
  })

  test('a post that is taken down or deleted closes its conversations; their messages stay', async () => {
    const [deleted, down] = [
      await testCompany.publishPost('Going'),
      await testCompany.publishPost('Down'),
    ]
    for (const post of [deleted, down]) await send(tenant, author, post, 'Hello')
    await author.call(deletePost, { params: { id: deleted } })
    await testCompany.staff.call(rejectPost, { params: { id: down }, body: { reason: 'No' } })
    for (const [post, closed] of [
      [deleted, 'post_deleted'],
      [down, 'post_not_up'],
    ] as const) {
      for (const [me, other] of [
        [author, tenant],
        [tenant, author],
      ] as const) {
        expect(await read(me, other, post)).toMatchObject({ closed })
        expect(await send(me, other, post, 'More')).toMatchObject({
          status: 403,
          body: { code: closed, message: closedMessages[closed] },
        })
        expect(await history(me, other, post)).toMatchObject([{ text: 'Hello' }])
      }
      // A user without messages about it finds no conversation.
      expect((await second.call(getConversation, at(post, author))).status).toBe(404)
      expect((await send(second, author, post, 'Me too')).status).toBe(404)
    }
    // The title is shown to those who could read it.
    const title = async (me: Person, other: Person, post: number) =>
      (await read(me, other, post)).post.title
    expect(await title(tenant, author, deleted)).toBe('Going')
    expect(await title(tenant, author, down)).toBe(UNPUBLISHED_TITLE)
    expect(await title(author, tenant, down)).toBe('Down')
    const listed = await tenant.call(listConversations, { query: { post: String(down) } })
    expect(listed.body.map(({ post }) => post.title)).toEqual([UNPUBLISHED_TITLE])
    const refused = await testCompany.publishPost('Refused')
    for (const talker of [tenant, testCompany.staff]) await send(talker, author, refused, 'Hello')
    await testCompany.staff.call(rejectPost, { params: { id: refused }, body: { reason: 'No' } })
    const edit = { title: 'Worse words', description: 'x' }
    await author.call(updatePost, { params: { id: refused }, body: edit })
    expect(await title(tenant, author, refused)).toBe(UNPUBLISHED_TITLE)
    await author.call(deletePost, { params: { id: refused } })
    expect(await title(tenant, author, refused)).toBe(UNPUBLISHED_TITLE)
    expect(await title(testCompany.staff, author, refused)).toBe('Worse words')
    expect(await title(author, tenant, refused)).toBe('Worse words')
    expect((await markSeenUpTo(author, tenant, deleted, 2_147_483_647)).body).toEqual({ unread: 0 })
    await testCompany.staff.call(approvePost, { params: { id: down }, body: {} })
    expect((await send(author, tenant, down, 'Again')).status).toBe(201)
  })

  test('a block closes all conversations of two users, and only the one who blocked takes it back', async () => {
    const [his, hers] = [await addTenant('Ben'), author]
    const post = await testCompany.publishPost()
    await send(his, hers, post, 'Hello')
    const blocks = (me: Person, other: Person) =>
      me.call(blockPerson, { params: { person: other.id } })
    const unblocks = (me: Person, other: Person) =>
      me.call(unblockPerson, { params: { person: other.id } })
    const [herEar, hisEar] = [
      await connected(server.url, hers.token),
      await connected(server.url, his.token),
    ]
    expect((await blocks(hers, his)).body).toEqual({ blocked: true })
    expect((await blocks(hers, his)).status).toBe(200)
    await expect.poll(() => herEar.received('conversation')).toEqual([{ person: his.id }])
    await expect.poll(() => hisEar.received('conversation')).toEqual([{ person: hers.id }])
    expect((await read(hers, his, post)).closed).toBe('blocked_by_me')
    expect((await read(his, hers, post)).closed).toBe('blocked')
    expect((await send(his, hers, post, 'Please')).body.code).toBe('blocked')
    expect((await send(hers, his, post, 'No')).body.code).toBe('blocked_by_me')
    // Nor can a new one be begun.
    const other = await testCompany.publishPost()
    expect((await send(his, hers, other, 'Please')).body.code).toBe('blocked')
    expect((await read(his, hers, other)).closed).toBe('blocked')
    expect((await unblocks(his, hers)).status).toBe(204)
    expect((await read(his, hers, post)).closed).toBe('blocked')
    expect((await unblocks(hers, his)).status).toBe(204)
    expect((await send(his, hers, post, 'Thank you')).status).toBe(201)
    for (const unknown of [{ id: hers.id }, { id: testCompany.outsider.id }, { id: 999_999 }]) {
      expect((await blocks(hers, unknown as Person)).status).toBe(404)
    }
  })

  test('a former tenant can go on writing', async () => {
    const signIn = async (username: string, secret: string): Promise<Person> => {
      const caller = await server.signIn(username, secret)
      return { ...caller, id: (await caller.call(getUser, {})).body.id }
    }
    const amina = testCompany.outsider
    const formerTenant = await signIn('0722000003', '30000003')
    const grace = await signIn('staff@acacia.example', 'staff-demo-2026')
    const lamp = { title: 'A lamp', description: 'Bright' }
    const post = (await amina.call(createPost, { body: lamp })).body.id
    await grace.call(approvePost, { params: { id: post }, body: {} })
    await send(formerTenant, amina, post, 'Is it still there?')
    const departure_date = dayOf(new Date())
    const removal = { id: formerTenant.id, removal_reason: 'other' as const, departure_date }
    expect((await grace.call(removeTenant, { body: removal })).status).toBe(200)
    expect((await send(amina, formerTenant, post, 'It is.')).status).toBe(201)
    expect((await send(formerTenant, amina, post, 'I come for it.')).status).toBe(201)
    expect(await history(formerTenant, amina, post)).toHaveLength(3)
  })

  test('texts of any kind come back as they were', async () => {
    const post = await testCompany.publishPost()
    const texts = [
      'x'.repeat(5000),
      'ﷺ'.repeat(5000),
      '<script>alert(1)</script>',
      'مرحبا \u202eabc\u202c שלום',
      '👩‍👩‍👧‍👦 two\nlines\tand a tab',
    ]
    for (const text of texts) {
      expect((await send(tenant, author, post, text)).body.text).toBe(text)
    }
    for (const text of ['', '  \n ', '\u200b\u2060', 'x'.repeat(5001)]) {
      expect((await send(tenant, author, post, text)).status).toBe(400)
    }
    // Half a surrogate pair is no text.
    expect((await send(tenant, author, post, 'a\ud800b')).status).toBeLessThan(500)
    expect((await history(author, tenant, post, 100)).map(({ text }) => text)).toEqual(
      expect.arrayContaining(texts),
    )
  })

  test('no messages to oneself, to a user other than the author, or into another residence', async () => {
    const post = await testCompany.publishPost()
    await send(tenant, author, post, 'Hello')
    const tries: [Person, { id: number }][] = [
      [author, author],
      [tenant, tenant],
      [tenant, second],
      [second, tenant],
      [testCompany.outsider, author],
      [testCompany.outsider, tenant],
      [author, testCompany.outsider],
      [tenant, { id: 999_999 }],
    ]
    for (const [me, other] of tries) {
      expect((await me.call(getConversation, at(post, other))).status).toBe(404)
      expect((await me.call(listMessages, at(post, other))).status).toBe(404)
      expect((await me.call(markSeen, { ...at(post, other), body: { message: 1 } })).status).toBe(
        404,
      )
      expect((await me.call(sendMessage, { ...at(post, other), ...messageOf('Hi') })).status).toBe(
        404,
      )
    }
    expect((await send(tenant, author, 999_999, 'Hi')).status).toBe(404)
    const pending = await testCompany.submitPost()
    expect((await send(tenant, author, pending, 'Hi')).status).toBe(404)
    expect((await send(testCompany.staff, author, pending, 'Hi')).body.code).toBe('post_not_up')
  })
})

test('too many messages are refused for a while; repeats of stored ones are still answered', async () => {
  const server = await startServer('pglite')
  const testCompany = await openTestCompany(server)
  const post = await testCompany.publishPost()
  const mark = randomUUID()
  const first = await send(testCompany.tenant, testCompany.author, post, 'first', mark)
  // Repeats are not counted.
  for (let i = 0; i < 5; i++)
    await send(testCompany.tenant, testCompany.author, post, 'first', mark)
  const many = Array.from({ length: 60 }, () =>
    send(testCompany.tenant, testCompany.author, post, 'x'),
  )
  const answers = await Promise.all(many)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused).toHaveLength(1)
  expect(refused[0]?.headers.get('retry-after')).toMatch(/^\d+$/)
  expect(refused[0]?.body.message).toMatch(/^You’re sending messages too quickly/)
  expect(await send(testCompany.tenant, testCompany.author, post, 'first', mark)).toMatchObject({
    status: 201,
    body: first.body,
  })
  // Other users are not affected.
  expect((await send(testCompany.author, testCompany.tenant, post, 'Slowly')).status).toBe(201)

  const person = { params: { person: testCompany.author.id } }
  const answered: number[] = []
  for (let i = 0; i < 10; i++) {
    answered.push((await testCompany.tenant.call(blockPerson, person)).status)
    answered.push((await testCompany.tenant.call(unblockPerson, person)).status)
  }
  expect(new Set(answered)).toEqual(new Set([200, 204]))
  expect(await testCompany.tenant.call(blockPerson, person)).toMatchObject({
    status: 429,
    body: {
      message:
        'You’ve blocked and unblocked people too often in a short time. Please try again in a quarter of an hour.',
    },
  })
  await endServer(server)
})
