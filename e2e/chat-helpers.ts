import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { getUser } from '../contract/auth.ts'
import { sendMessage } from '../contract/chat.ts'
import { approvePost } from '../contract/moderation.ts'
import { createPost } from '../contract/posts.ts'
import { callerAt } from './caller.ts'
import { expect, grace, type Person, signIn } from './fixtures.ts'

/** A signed-in user who calls the API without a browser. */
export async function signInByApi(url: string, person: Person) {
  const { call } = await callerAt(url, person)
  const { id, first_name, last_name } = await call(getUser, {})
  return {
    id,
    first_name,
    call,
    name: `${first_name} ${last_name}`,
    sendText: (post: number, person: number, text: string) =>
      call(sendMessage, { params: { post, person }, body: { text, client_id: randomUUID() } }),
  }
}

/** Creates a published post. */
export async function publishPost(url: string, author: Person, title: string) {
  const writer = await signInByApi(url, author)
  const staff = await signInByApi(url, grace)
  const form = { title, description: 'Ask me about it.' }
  const { id } = await writer.call(createPost, { body: form })
  await staff.call(approvePost, { params: { id }, body: {} })
  return { id, writer }
}

/** Opens a page and waits until its socket is connected. */
export async function visit(page: Page, path: string) {
  let connected = 0
  const fresh = () => {
    connected = 0
  }
  page.on('framenavigated', fresh)
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      if (String(payload).startsWith('40')) connected += 1
    }),
  )
  await page.goto(path)
  await settled(page)
  await expect.poll(() => connected).toBeGreaterThan(0)
  page.off('framenavigated', fresh)
}

/** Waits for deferred scripts; a key press loads them at once. */
export async function settled(page: Page) {
  const toasts = async () => {
    await page.keyboard.press('Shift')
    return page.locator('.toasts').count()
  }
  await expect.poll(toasts).toBe(1)
}

export async function open(page: Page, person: Person, path: string) {
  await signIn(page, person)
  await visit(page, path)
}

export const field = (page: Page) => page.getByPlaceholder('Type your message...')
export const bubbles = (page: Page) => page.locator('.message-bubble')
export const toast = (page: Page) => page.locator('.toast')
/** From now on somebody points at each toast as soon as it is there: it stays until `leaveToast`. */
export const holdToasts = (page: Page) =>
  page.evaluate(() => {
    const point = (toast: Element) =>
      toast.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) {
          if (node instanceof Element && node.matches('.toast')) point(node)
        }
      }
    }).observe(document.body, { childList: true, subtree: true })
  })
export const leaveToast = (page: Page) => toast(page).dispatchEvent('pointerout')
/** The messages on the page, without the days. */
export const texts = (page: Page) => page.locator('.message-text').allTextContents()

export async function sendText(page: Page, text: string) {
  await field(page).fill(text)
  await field(page).press('Enter')
}
