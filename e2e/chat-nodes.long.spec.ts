import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@playwright/test'
import {
  createDatabase,
  freePort,
  startPostgres,
  type TestPostgres,
} from '../server/testing/postgres.ts'
import { runServer } from '../server/testing/process.ts'
import {
  bubbles,
  field,
  open,
  publishPost,
  sendText,
  signInByApi,
  texts,
  toast,
} from './chat-helpers.ts'
import { demoTenant, expect } from './fixtures.ts'

/** One of several processes that share a database and a secret. */
async function openNode(shared: Record<string, string>) {
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'bweni-node-'))
  const own = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error', THROTTLE: 'off' }
  const server = runServer({ ...process.env, ...own, ...shared })
  await server.open()
  return {
    url: `http://localhost:${port}`,
    async end() {
      await server.end()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

let postgres: TestPostgres
const nodes: Awaited<ReturnType<typeof openNode>>[] = []

test.beforeAll(async () => {
  postgres = await startPostgres()
  const shared = {
    DATABASE_URL: await createDatabase(postgres.url),
    JWT_SECRET: 'a secret that both nodes know, long enough',
  }
  for (const _ of ['one', 'other']) nodes.push(await openNode(shared))
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
  const { id, writer } = await publishPost(one.url, demoTenant(3), 'A desk')
  const reader = await signInByApi(other.url, demoTenant(4))
  const author = await browser.newPage({ baseURL: one.url })
  const visitorPage = await browser.newPage({ baseURL: other.url })
  await open(author, demoTenant(3), '/about')
  await open(visitorPage, demoTenant(4), `/chats/${id}/${writer.id}`)

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
  await one.end()
  await sendText(visitorPage, 'I take it')
  await expect(bubbles(visitorPage).last()).toContainText(/I take it\d/)
  await visitorPage.reload()
  await expect
    .poll(() => texts(visitorPage))
    .toEqual(['How wide is it?', 'A metre twenty', 'I take it'])
  await author.close()
  await visitorPage.close()
})
