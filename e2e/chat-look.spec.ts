import { updateUser } from '../contract/account.ts'
import { getUser } from '../contract/auth.ts'
import { deletePost } from '../contract/posts.ts'
import {
  bubbles,
  open,
  publishPost,
  sendText,
  settled,
  signInByApi,
  toast,
} from './chat-helpers.ts'
import { closeAssistant, demoTenant, expect, signIn, test } from './fixtures.ts'
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

  looksRight('chats: the list, and odd texts in the open one', async (page) => {
    const title = `${'Kettle'.repeat(18)} and more`
    const { id, writer } = await publishPost(url, demoTenant(3), title)
    const reader = await signInByApi(url, demoTenant(4))
    for (const text of odd) await reader.sendText(id, writer.id, text)
    for (const text of odd) await writer.sendText(id, reader.id, text)
    await open(page, demoTenant(4), `/chats/${id}/${writer.id}`)
    await expect(bubbles(page).first()).toBeVisible()
    await page.route('**/messages/', (route) =>
      route.request().method() === 'POST' ? route.abort() : route.continue(),
    )
    await sendText(page, 'This one waits')
    await expect(page.getByText('waiting for network')).toBeVisible()
  })

  looksRight('chats: one that is closed, with a message that was refused', async (page) => {
    const { id, writer } = await publishPost(url, demoTenant(5), 'A lamp')
    const reader = await signInByApi(url, demoTenant(6))
    await reader.sendText(id, writer.id, 'Does it work?')
    await open(page, demoTenant(6), `/chats/${id}/${writer.id}`)
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

  looksRight('chats: none yet', async (page) => {
    await signIn(page, demoTenant(7))
    await closeAssistant(page)
    await page.goto('/chats')
    await settled(page)
    await expect(page.getByText('No chats yet')).toBeVisible()
  })

  looksRight('chats of an author beside a post, with a toast', async (page) => {
    const { id, writer } = await publishPost(url, demoTenant(8), 'A mirror')
    const reader = await signInByApi(url, demoTenant(9))
    await reader.sendText(id, writer.id, 'Large?')
    const namesake = await signInByApi(url, demoTenant(10))
    const { first_name, last_name } = await reader.call(getUser, {})
    const named = { first_name, last_name, email: 'the.other@post.example' }
    await namesake.call(updateUser, { body: named })
    await namesake.sendText(id, writer.id, 'Or small?')
    await open(page, demoTenant(8), `/post/${id}`)
    await page.getByRole('button', { name: `${reader.name} the.other` }).click()
    await expect(page.getByText('the.other, about this post')).toBeVisible()
    await page.getByRole('button', { name: 'Back to Chats' }).click()
    const own = `${first_name}.${last_name}`.toLowerCase()
    await page.getByRole('button', { name: `${reader.name} ${own}` }).click()
    const other = await publishPost(url, demoTenant(8), 'A fan')
    await reader.sendText(other.id, writer.id, 'And the fan?')
    await expect(toast(page)).toBeVisible()
    await toast(page).getByRole('button', { name: 'Close' }).focus()
  })
})
