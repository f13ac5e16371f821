import { deletePost } from '../contract/posts.ts'
import { addTenant } from './add-tenant.ts'
import {
  bubbles,
  field,
  holdToasts,
  leaveToast,
  open,
  publishPost,
  sendText,
  settled,
  signInByApi,
  texts,
  toast,
  visit,
} from './chat-helpers.ts'
import { expect, signIn, test } from './fixtures.ts'

test.use({ ownServer: 'chat' })

const send = '**/api/chat/conversations/*/*/messages/'
const list = '**/api/chat/conversations/?*'

test('a first message, the toast elsewhere, an answer, seen and typing, in several tabs', async ({
  page,
  another,
  server,
}) => {
  const seller = await addTenant(server)
  const buyer = await addTenant(server)
  const { id, writer } = await publishPost(server.url, seller, 'Bicycle, blue')
  const reader = await signInByApi(server.url, buyer)
  await open(another, seller, '/about')
  await holdToasts(another)
  await open(page, buyer, `/post/${id}`)
  await expect(page.getByRole('heading', { name: `Talk to ${writer.name}` })).toBeVisible()
  await expect(page.getByText('No messages yet.')).toBeVisible()
  // On a phone an empty one is as high as its sentence; a conversation, and beside the post any, has 400 px.
  const area = page.locator('.message-scroller')
  await expect(area).toHaveCSS('height', '400px')
  const wide = page.viewportSize()
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(async () => (await area.boundingBox())?.height).toBeLessThan(120)
  if (wide) await page.setViewportSize(wide)
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await field(page).fill('  \u200b ')
  await expect(page.getByRole('button', { name: 'Send' })).toBeDisabled()
  await sendText(page, 'Is it still there?\n<b>700</b>?')
  await expect(bubbles(page)).toHaveText([/Is it still there\?\s<b>700<\/b>\?\d\d:\d\d/])
  await expect(field(page)).toBeFocused()
  await expect(area).toHaveCSS('height', '400px')

  await expect(toast(another)).toContainText('New Message')
  await expect(toast(another)).toContainText(`${reader.name}`)
  await expect(another.getByRole('link', { name: 'Chats, 1 unread' })).toBeVisible()
  await toast(another).hover()
  await another.getByRole('link', { name: 'New Message' }).click()
  await another.waitForURL(`**/chats/${id}/${reader.id}`)
  await expect(another.getByRole('heading', { name: `Talk to ${reader.name}` })).toBeFocused()
  await expect(bubbles(page).last()).toContainText('Seen')
  await expect(another.getByRole('link', { name: 'Chats', exact: true })).toBeVisible()

  await field(another).pressSequentially('Ye')
  await expect(page.getByText(`${writer.first_name} is typing`)).toBeVisible()
  await field(another).press('Shift+Enter')
  await field(another).pressSequentially('s')
  await field(another).press('Enter')
  await expect(bubbles(page).last()).toContainText('Ye\ns')
  await expect(page.getByText('is typing')).toBeHidden()
  await expect(toast(page)).toBeHidden()

  // The author in two more tabs: the list of conversations on the post, and another page.
  const third = await another.context().newPage()
  const second = await another.context().newPage()
  await second.goto(`/post/${id}`)
  await expect(second.getByRole('heading', { name: 'Select a user to chat with' })).toBeVisible()
  await expect(second.getByRole('button', { name: 'Send' })).toBeDisabled()
  await visit(third, '/about')
  await holdToasts(third)
  await second.getByRole('button', { name: reader.name }).press('Enter')
  await expect(second.getByRole('heading', { name: `Talk to ${reader.name}` })).toBeFocused()
  await sendText(second, 'From another tab')
  for (const tab of [page, another]) {
    await expect(bubbles(tab).last()).toContainText('From another tab')
  }
  await sendText(page, 'I come at six')
  await expect(toast(third)).toContainText('I come at six')
  await expect(bubbles(another).last()).toContainText('I come at six')
  expect(await toast(another).count()).toBe(0)
  await leaveToast(third)
  await expect(toast(third)).toBeHidden()
  await expect(third.getByRole('link', { name: 'Chats', exact: true })).toBeVisible()
  await second.getByRole('button', { name: 'Back to Chats' }).press('Enter')
  await expect(second.getByRole('button', { name: reader.name })).toBeFocused()
  const everywhere = await texts(page)
  expect(await texts(another)).toEqual(everywhere)
  expect(everywhere).toHaveLength(4)
})

test('offline: messages wait, survive a reload, and are sent once and in order', {
  tag: '@long',
}, async ({ page, another, server }) => {
  const seller = await addTenant(server)
  const buyer = await addTenant(server)
  const { id, writer } = await publishPost(server.url, seller, 'A lamp')
  const reader = await signInByApi(server.url, buyer)
  const path = `/chats/${id}/${writer.id}`
  await open(page, buyer, path)
  await sendText(page, 'Hello')
  await expect(bubbles(page)).toHaveText([/Hello\d/])
  await open(another, seller, `/chats/${id}/${reader.id}`)

  await page.context().setOffline(true)
  await sendText(another, 'meanwhile')
  await expect(bubbles(another).last()).toContainText(/meanwhile\d/)
  await sendText(page, 'one')
  await sendText(page, 'two')
  await expect(page.getByText('waiting for network')).toHaveCount(2)
  await field(page).fill('not finished')
  // The network is back, but no request of the chat gets through. One handler for the whole journey: the
  // outbox tries again by itself, at any moment.
  let reached: 'nothing' | 'server' | 'tenant' = 'nothing'
  let lost = 0
  await page.route(send, async (route) => {
    if (route.request().method() !== 'POST' || reached === 'tenant') return route.continue()
    if (reached === 'server') {
      reached = 'tenant'
      lost += 1
      await route.fetch()
    }
    await route.abort()
  })
  await page.context().setOffline(false)
  await page.reload()
  await expect(page.getByText('waiting for network')).toHaveCount(2)
  await expect(field(page)).toHaveValue('not finished')
  await sendText(page, 'three')
  await expect(bubbles(page)).toHaveCount(5)
  // Now requests arrive, but the first answer is lost.
  reached = 'server'
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(page.getByText('waiting for network')).toHaveCount(0)
  const all = ['Hello', 'meanwhile', 'one', 'two', 'three']
  await expect.poll(() => texts(another)).toEqual(all)
  await expect.poll(() => texts(page)).toEqual(all)
  expect(lost).toBe(1)
  await page.reload()
  await expect.poll(() => texts(page)).toEqual(all)
})

test('the server is killed in mid-conversation: all is there once, in one order for both', {
  tag: '@long',
}, async ({ page, another, server }) => {
  const seller = await addTenant(server)
  const buyer = await addTenant(server)
  test.slow()
  const { id } = await publishPost(server.url, seller, 'A fan')
  const reader = await signInByApi(server.url, buyer)
  await open(page, buyer, `/post/${id}`)
  await sendText(page, 'first')
  await expect(bubbles(page)).toHaveText([/first\d/])
  await open(another, seller, `/chats/${id}/${reader.id}`)
  await sendText(another, 'second')
  await expect(bubbles(page)).toHaveCount(2)
  await server.kill()
  await sendText(page, 'third')
  await sendText(another, 'fourth')
  await expect(page.getByText('waiting for network')).toHaveCount(1)
  await server.start()
  for (const tab of [page, another]) {
    await expect(bubbles(tab)).toHaveCount(4, { timeout: 40_000 })
    await expect(tab.getByText('waiting for network')).toHaveCount(0)
  }
  await sendText(page, 'fifth')
  await expect(bubbles(another).last()).toContainText('fifth')
  await expect.poll(() => texts(another)).toHaveLength(5)
  expect((await texts(page)).slice(0, 2)).toEqual(['first', 'second'])
  await page.reload()
  await expect.poll(() => texts(page)).toEqual(await texts(another))
})

test('earlier pages load without a jump; new messages below are announced, and seen when visible', {
  tag: '@long',
}, async ({ page, server }) => {
  const seller = await addTenant(server)
  const { id, writer } = await publishPost(server.url, seller, 'A kettle')
  const reader = await signInByApi(server.url, await addTenant(server))
  for (let count = 1; count <= 70; count++) await reader.sendText(id, writer.id, `Message ${count}`)
  await open(page, seller, `/chats/${id}/${reader.id}`)
  const area = page.getByRole('region', { name: 'Messages' })
  await expect(bubbles(page).last()).toBeInViewport()
  await expect(bubbles(page)).toHaveCount(30)
  const line = page.getByText('Message 41', { exact: true })
  await area.evaluate((element) => element.scrollTo(0, 165))
  const before = await line.boundingBox()
  await area.evaluate((element) => element.scrollTo(0, 155))
  await expect(bubbles(page)).toHaveCount(60)
  expect(Math.round((await line.boundingBox())?.y ?? 0)).toBe(Math.round(before?.y ?? 0) + 10)
  await reader.sendText(id, writer.id, 'The newest')
  const newest = page.getByRole('button', { name: 'New messages' })
  await expect(newest).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'The newest' })).toHaveCount(1)
  await expect(bubbles(page).last()).not.toBeInViewport()
  await newest.click()
  await expect(bubbles(page).last()).toBeInViewport()
  await expect(newest).toBeHidden()
  await area.evaluate((element) => element.scrollTo(0, 0))
  await expect(bubbles(page)).toHaveCount(71)
})

test('a block closes and opens; a deleted post leaves its conversation to read', {
  tag: '@long',
}, async ({ page, another, server }) => {
  const seller = await addTenant(server)
  const buyer = await addTenant(server)
  const { id, writer } = await publishPost(server.url, seller, 'A chair')
  const reader = await signInByApi(server.url, buyer)
  await reader.sendText(id, writer.id, 'Does it wobble?')
  await open(another, buyer, `/chats/${id}/${writer.id}`)
  await open(page, seller, `/chats/${id}/${reader.id}`)
  await field(another).fill('half a thought')
  await page.getByRole('button', { name: 'More' }).press('Enter')
  await page.getByRole('button', { name: `Block ${reader.first_name}` }).press('Enter')
  const question = page.getByRole('dialog', { name: `Block ${reader.name}?` })
  await question.getByRole('button', { name: 'Block' }).press('Enter')
  await expect(page.getByText('You have blocked this person.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'More' })).toBeFocused()
  await expect(another.getByText('You can’t send messages to this person.')).toBeVisible()
  await expect(another.getByRole('textbox', { name: 'What you typed' })).not.toBeEditable()
  await expect(another.getByRole('button', { name: 'Copy what you typed' })).toBeVisible()
  await page.getByRole('button', { name: 'Unblock' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Unblock' }).click()
  await expect(field(another)).toBeEditable()
  await expect(field(another)).toHaveValue('half a thought')

  // A message that is sent when the post is deleted: refused, and not lost.
  await another.route(send, async (route) => {
    if (route.request().method() === 'POST')
      await writer.call(deletePost, { params: { id } }).catch(() => {})
    await route.continue()
  })
  await sendText(another, 'I take it')
  await expect(another.getByText(/^Not sent\. /)).toBeVisible()
  for (const tab of [page, another]) {
    await expect(tab.locator('.chat-closed')).toHaveText(
      /^The post has been deleted\. You can still read what was said/,
    )
  }
  await another.reload()
  await expect(bubbles(another).first()).toContainText('Does it wobble?')
  await expect(another.getByText('A chair, which has been deleted')).toBeVisible()
  await another.locator('.message-bubble').getByRole('button', { name: 'Delete' }).click()
  await expect(bubbles(another)).toHaveCount(1)
  await expect(field(another)).toBeHidden()
})

test('an untouched page shows toasts; a refused first message stays', { tag: '@long' }, async ({
  page,
  another,
  server,
}) => {
  const seller = await addTenant(server)
  const { id, writer } = await publishPost(server.url, seller, 'A rug')
  const reader = await signInByApi(server.url, await addTenant(server))
  await signIn(another, seller)
  await another.clock.install()
  // Sent before this page counts for the first time, and then between two pages.
  await another.goto('/about')
  await holdToasts(another)
  await reader.sendText(id, writer.id, 'How old is it?')
  await expect(toast(another)).toContainText('How old is it?', { timeout: 30_000 })
  await leaveToast(another)
  await another.clock.fastForward(3000)
  await expect(toast(another)).toHaveCount(0)
  await expect(another.getByRole('link', { name: 'Chats, 1 unread' })).toBeVisible()
  await another.goto('about:blank')
  await reader.sendText(id, writer.id, 'And \u202ehow worn?')
  await another.goto('/about')
  await holdToasts(another)
  await expect(toast(another)).toContainText('And how worn?', { timeout: 30_000 })
  await toast(another).getByRole('button', { name: 'Close' }).press('Enter')
  await expect(toast(another)).toHaveCount(0)
  await expect(another.getByRole('main')).toBeFocused()

  await open(page, await addTenant(server), `/post/${id}`)
  await page.route(send, async (route) => {
    if (route.request().method() === 'POST')
      await writer.call(deletePost, { params: { id } }).catch(() => {})
    await route.continue()
  })
  await sendText(page, 'I would like it')
  await expect(page.getByText(/^Not sent\. /)).toBeVisible()
  await expect(bubbles(page)).toContainText('I would like it')
  await page.goto(`/chats/${id}/${writer.id}`)
  await expect(page.getByRole('heading', { name: 'Chat not found' })).toBeVisible()
  await expect(page.locator('.chat .message-bubble')).toContainText('I would like it')
  await page.goto('/chats')
  const refused = page.getByRole('region', { name: 'Not sent' })
  await expect(refused).toContainText('I would like it')
  await expect(refused.getByRole('button', { name: 'Copy the message' })).toBeVisible()
  await refused.getByRole('button', { name: 'Delete' }).press('Enter')
  await expect(refused).toHaveCount(0)
})

test('without WebSockets it polls; signing out ends the connection and deletes unsent messages', {
  tag: '@long',
}, async ({ page, another, server }) => {
  const seller = await addTenant(server)
  const buyer = await addTenant(server)
  const { id, writer } = await publishPost(server.url, seller, 'A mirror')
  const reader = await signInByApi(server.url, buyer)
  await reader.sendText(id, writer.id, 'Large?')
  await page.routeWebSocket('**/socket.io/**', (socket) => socket.close())
  const sockets: { isClosed(): boolean }[] = []
  another.on('websocket', (socket) => sockets.push(socket))
  await open(another, buyer, `/chats/${id}/${writer.id}`)
  await signIn(page, seller, { at: `/chats/${id}/${reader.id}` })
  await expect(bubbles(page)).toHaveCount(1)
  await sendText(another, 'Or small?')
  await expect(bubbles(page)).toHaveCount(2)
  // Messages without an event before one's own are not skipped, and all of them are read out.
  await page.route(send, (route) =>
    route.request().method() === 'GET' ? route.abort() : route.continue(),
  )
  await reader.sendText(id, writer.id, 'And the frame?')
  await reader.sendText(id, writer.id, 'And the price?')
  await page.unroute(send)
  await sendText(page, 'Large')
  await expect(bubbles(another).last()).toContainText('Large')
  const all = ['Large?', 'Or small?', 'And the frame?', 'And the price?', 'Large']
  await expect.poll(() => texts(page), { timeout: 15_000 }).toEqual(all)
  const both = /And the frame\?.*And the price\?/
  await expect(page.getByRole('status').filter({ hasText: both })).toHaveCount(1)

  // On other pages the count is polled every half minute; a toast that failed is shown later.
  await page.clock.install()
  await page.goto('/about')
  await settled(page)
  await holdToasts(page)
  let lost = 0
  await page.route(list, (route) => {
    lost += 1
    return route.abort()
  })
  await sendText(another, 'Good')
  await expect(bubbles(another).last()).toContainText(/Good\d/)
  await page.clock.fastForward(31_000)
  await expect(page.getByRole('link', { name: 'Chats, 1 unread' })).toBeVisible()
  await expect.poll(() => lost).toBeGreaterThan(0)
  await page.unroute(list)
  await page.clock.fastForward(31_000)
  await expect(toast(page)).toContainText('Good')

  expect(sockets.at(-1)?.isClosed()).toBe(false)
  await another.route(send, (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await sendText(another, 'never mind')
  await expect(another.getByText('waiting for network')).toBeVisible()
  await another.getByRole('link', { name: reader.first_name }).first().click()
  await another.getByRole('button', { name: 'Logout' }).click()
  await another.getByRole('button', { name: 'Log out anyway' }).click()
  await another.waitForURL((url) => url.pathname === '/')
  await expect.poll(() => sockets.at(-1)?.isClosed()).toBe(true)
  expect(
    await another.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage })),
  ).not.toContain('never mind')
})
