import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { getUser, login } from '../contract/auth.ts'
import { sendMessage } from '../contract/chat.ts'
import { type CallInput, type Endpoint, type Received, requestOf } from '../contract/endpoint.ts'
import { approvePost } from '../contract/moderation.ts'
import { createPost } from '../contract/posts.ts'
import { closeAssistant, expect, grace, signIn } from './fixtures.ts'

type Person = { username: string; password: string }

/** A signed-in user who calls the API without a browser. */
export async function signInByApi(url: string, { username, password }: Person) {
  let headers: Record<string, string> = {}
  async function call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Received<E>> {
    const { method, path, body: json, form } = requestOf(endpoint, input)
    const sent = form ? new FormData() : null
    for (const [name, value] of form ?? []) sent?.append(name, String(value))
    const answer = await fetch(`${url}/api${path}`, {
      method,
      headers: { ...headers, ...(json && { 'content-type': 'application/json' }) },
      body: sent ?? json ?? null,
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return (endpoint.reply ? await answer.json() : undefined) as Received<E>
  }
  const { access_token } = await call(login, { body: { email: username, password } })
  headers = { authorization: `Bearer ${access_token}` }
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
  await expect(async () => {
    await page.keyboard.press('Shift')
    await expect(page.locator('.toasts')).toBeAttached({ timeout: 1000 })
  }).toPass()
}

export async function open(page: Page, person: Person, path: string) {
  await signIn(page, person)
  await closeAssistant(page)
  await visit(page, path)
}

export const field = (page: Page) => page.getByPlaceholder('Type your message...')
export const bubbles = (page: Page) => page.locator('.message-bubble')
export const toast = (page: Page) => page.locator('.toast')
/** The messages on the page, without the days. */
export const texts = (page: Page) => page.locator('.message-text').allTextContents()

export async function sendText(page: Page, text: string) {
  await field(page).fill(text)
  await field(page).press('Enter')
}
