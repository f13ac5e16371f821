import { test } from '@playwright/test'
import { createDatabase, startPostgres, type TestPostgres } from '../server/testing/postgres.ts'
import { addTenant } from './add-tenant.ts'
import { type OwnServer, openServer } from './app-server.ts'
import {
  bubbles,
  field,
  holdToasts,
  open,
  publishPost,
  sendText,
  signInByApi,
  texts,
  toast,
} from './chat-helpers.ts'
import { expect } from './fixtures.ts'

let postgres: TestPostgres
/** Processes that share a database and a secret. */
const nodes: OwnServer[] = []

test.beforeAll(async () => {
  postgres = await startPostgres()
  const shared = {
    DATABASE_URL: await createDatabase(postgres.url),
    JWT_SECRET: 'a secret that both nodes know, long enough',
  }
  for (const _ of ['one', 'other']) nodes.push(await openServer(shared))
})
test.afterAll(async () => {
  for (const node of nodes) await node.end()
  await postgres.stop()
})

test('the two users on different nodes: messages, typing and seen reach the other', async ({
  browser,
}) => {
  const [one, other] = nodes
  if (!one || !other) throw new Error('two nodes')
  const seller = await addTenant(one)
  const buyer = await addTenant(one)
  const { id, writer } = await publishPost(one.url, seller, 'A desk')
  const reader = await signInByApi(other.url, buyer)
  const author = await browser.newPage({ baseURL: one.url })
  const visitorPage = await browser.newPage({ baseURL: other.url })
  await open(author, seller, '/about')
  await holdToasts(author)
  await open(visitorPage, buyer, `/chats/${id}/${writer.id}`)

  await sendText(visitorPage, 'How wide is it?')
  await expect(toast(author)).toContainText('How wide is it?')
  await toast(author).hover()
  await author.getByRole('link', { name: 'New Message' }).click()
  await author.waitForURL(`**/chats/${id}/${reader.id}`)
  await expect(bubbles(visitorPage).last()).toContainText('Seen')
  await field(author).pressSequentially('A met')
  await expect(visitorPage.getByText(`${writer.first_name} is typing`)).toBeVisible()
  await sendText(author, 'A metre twenty')
  await expect(bubbles(visitorPage).last()).toContainText('A metre twenty')

  // The author's node dies; what was acknowledged is on the other one.
  await one.kill()
  await sendText(visitorPage, 'I take it')
  await expect(bubbles(visitorPage).last()).toContainText(/I take it\d/)
  await visitorPage.reload()
  await expect
    .poll(() => texts(visitorPage))
    .toEqual(['How wide is it?', 'A metre twenty', 'I take it'])
  await author.close()
  await visitorPage.close()
})
