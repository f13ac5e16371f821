import { updateUser } from '../contract/account.ts'
import { getUser } from '../contract/auth.ts'
import { deletePost } from '../contract/posts.ts'
import { addTenant } from './add-tenant.ts'
import {
  bubbles,
  holdToasts,
  open,
  publishPost,
  sendText,
  settled,
  signInByApi,
  toast,
} from './chat-helpers.ts'
import { expect, signIn, test } from './fixtures.ts'
import { looksRight } from './looks.ts'

test.use({ ownServer: 'chat-look' })

const odd = [
  '<script>alert(1)</script> & <b>not bold</b>',
  'W'.repeat(5000),
  'مرحبا، هل ما زال متاحا؟ 700 شلن',
  '👩🏾‍🎓👨‍👩‍👧‍👦 🫖🫖🫖',
  'One line\n\n\nand another',
]

test.describe('screens', () => {
  let url = ''
  test.beforeEach(({ server }) => {
    url = server.url
  })

  looksRight('chats: the list, and odd texts in the open one', async (page, server) => {
    const tenant = await addTenant(server)
    const title = `${'Kettle'.repeat(18)} and more`
    const { id, writer } = await publishPost(url, await addTenant(server), title)
    const reader = await signInByApi(url, tenant)
    for (const text of odd) await reader.sendText(id, writer.id, text)
    for (const text of odd) await writer.sendText(id, reader.id, text)
    await open(page, tenant, `/chats/${id}/${writer.id}`)
    await expect(bubbles(page).first()).toBeVisible()
    await page.route('**/messages/', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await sendText(page, 'This one waits')
    await expect(page.getByText('waiting for network')).toBeVisible()
  })

  looksRight('chats: one that is closed, with a message that was refused', async (page, server) => {
    const tenant = await addTenant(server)
    const { id, writer } = await publishPost(url, await addTenant(server), 'A lamp')
    const reader = await signInByApi(url, tenant)
    await reader.sendText(id, writer.id, 'Does it work?')
    await open(page, tenant, `/chats/${id}/${writer.id}`)
    await page.route('**/messages/', async (route) => {
      if (route.request().method() === 'POST') {
        await writer.call(deletePost, { params: { id } }).catch(() => undefined)
      }
      await route.continue()
    })
    await sendText(page, 'Hello?')
    await expect(page.getByText(/^Not sent\./)).toBeVisible()
    await expect(page.locator('.chat-closed')).toBeVisible()
  })

  looksRight('chats: none yet', async (page, server) => {
    await signIn(page, await addTenant(server), { at: '/chats' })
    await settled(page)
    await expect(page.getByText('No chats yet')).toBeVisible()
  })

  looksRight('chats of an author beside a post, with a toast', async (page, server) => {
    const tenant = await addTenant(server)
    const { id, writer } = await publishPost(url, tenant, 'A mirror')
    const reader = await signInByApi(url, await addTenant(server))
    await reader.sendText(id, writer.id, 'Large?')
    const namesake = await signInByApi(url, await addTenant(server))
    const { first_name, last_name } = await reader.call(getUser, {})
    const named = { first_name, last_name, email: 'the.other@post.example' }
    await namesake.call(updateUser, { body: named })
    await namesake.sendText(id, writer.id, 'Or small?')
    await open(page, tenant, `/post/${id}`)
    await page.getByRole('button', { name: `${reader.name} the.other` }).click()
    await expect(page.getByText('the.other, about this post')).toBeVisible()
    await page.getByRole('button', { name: 'Back to Chats' }).click()
    const own = `${first_name}.${last_name}`.toLowerCase()
    await page.getByRole('button', { name: `${reader.name} ${own}` }).click()
    await holdToasts(page)
    const other = await publishPost(url, tenant, 'A fan')
    await reader.sendText(other.id, writer.id, 'And the fan?')
    await expect(toast(page)).toBeVisible()
    await toast(page).getByRole('button', { name: 'Close' }).focus()
  })
})
