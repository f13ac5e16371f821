import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { apiCallsOf } from './api-calls.ts'
import { amina, brian, expect, grace, signIn, test } from './fixtures.ts'
import { looksRight } from './looks.ts'

test.use({ ownServer: 'post' })

type Person = typeof amina

const picture = (background: string, height = 600) =>
  sharp({ create: { width: 900, height, channels: 3, background } })
    .jpeg()
    .toBuffer()

/** A published post. */
async function postOf(request: APIRequestContext, author: Person, title: string) {
  const image = { name: 'red.jpg', mimeType: 'image/jpeg', buffer: await picture('#c02030') }
  const words = { title, description: 'One line.\nAnother line.' }
  const id = await (await apiCallsOf(request, author)).submitPost({ ...words, image })
  await (await apiCallsOf(request, grace)).decide(id, 'approve')
  return id
}

async function open(page: Page, person: Person, id: number) {
  await signIn(page, person, { at: `/post/${id}` })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

const box = (page: Page) => page.getByLabel('Add a comment')
const comments = (page: Page) => page.getByRole('region', { name: /^Comments/ }).locator('li')
const count = (page: Page) => page.getByRole('heading', { name: /^Comments/ })

test('without network a post says so, and home has the account number until the logout', {
  tag: '@long',
}, async ({ page, request }) => {
  const id = await postOf(request, brian, 'Read on the bus')
  await signIn(page, amina)
  const number = page.getByText('Account no. ').getByRole('strong')
  await expect(number).toHaveText(/^[2-9A-Z]{8}$/)
  const account_number = (await number.textContent()) ?? ''
  const menu = page.getByRole('navigation', { name: 'Main' })

  await page.clock.install()
  await page.goto(`/post/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Read on the bus')
  // The browser calls itself online while its wifi leads nowhere.
  await page.route('**/api/**', (route) => route.abort())
  await page.getByRole('link', { name: 'Back to the feed' }).click()
  await page.waitForURL('**/services')
  await page.clock.fastForward('00:20')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Read on the bus')
  await expect(page.getByText('No network. Showing the version from')).toBeVisible()
  await menu.getByRole('link', { name: 'Home' }).click()
  await expect(page.getByText('Account no. ')).toContainText(account_number)
  await page.reload()
  await expect(page.getByText('No network. This page will load')).toBeVisible()
  await expect(page.getByText('Account no. ')).toContainText(account_number)

  await page.unroute('**/api/**')
  const posts = '**/api/blog/posts/*/'
  let failures = 0
  await page.route(posts, async (route) => {
    await route.fulfill({ status: 500, body: '' })
    failures += 1
  })
  await page.goto(`/post/${id}`)
  const failed = page.getByRole('heading', { name: 'We couldn’t open this post', level: 1 })
  await expect(failed).toBeVisible()
  // It stays while the page tries again by itself: once, and twice more soon after.
  failures = 0
  await page.clock.fastForward('01:05')
  await expect.poll(() => failures).toBeGreaterThanOrEqual(1)
  expect(await failed.isVisible()).toBe(true)
  await expect(async () => {
    await page.clock.runFor('00:02')
    expect(failures).toBeGreaterThanOrEqual(3)
  }).toPass()
  // Nothing is on its way any more, so that only the button helps.
  await page.unroute(posts)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Read on the bus')

  await page.goto('/auth/user')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(stored).not.toContain(account_number)
})

test('a comment with the keyboard alone: seen live by another tenant, edited, reported, deleted', async ({
  page,
  another,
  request,
}) => {
  const id = await postOf(request, brian, 'Film night')
  await open(another, brian, id)
  await box(another).fill('I am still writing')
  await open(page, amina, id)
  await expect(page.getByText('By Brian Kamau on')).toBeVisible()
  await expect(page.getByText('No comments yet. Be the first to say something.')).toBeVisible()

  await box(page).focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Please write a comment.')).toBeVisible()
  await expect(box(page)).toBeFocused()
  await page.keyboard.type('Samosas, <b>maybe</b>')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Your comment has been posted.')).toBeVisible()
  await expect(box(page)).toHaveValue('')
  await expect(box(page)).toBeFocused()

  const theirs = comments(another).filter({ hasText: 'Samosas, <b>maybe</b>' })
  await expect(theirs).toContainText(/Amina Otieno.*amina\.otieno/)
  await expect(theirs).not.toContainText('@')
  await expect(count(another)).toHaveText('Comments 1')
  await expect(another.getByText('New comment by Amina Otieno.')).toBeAttached()
  await expect(box(another)).toHaveValue('I am still writing')
  await expect(theirs.getByRole('button', { name: /^Edit/ })).toHaveCount(0)

  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Show it' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(comments(page)).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Edit your comment')).toBeFocused()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('Certainly samosas')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(comments(another)).toContainText('Certainly samosas')
  await expect(comments(another)).toContainText('edited')
  await expect(comments(page)).toBeFocused()

  await another.getByRole('button', { name: 'Report this comment by Amina Otieno' }).click()
  const report = another.getByRole('dialog', { name: 'Report this comment' })
  await report.getByRole('button', { name: 'Send report' }).click()
  await expect(report.getByText('Please give a reason.')).toBeVisible()
  await report.getByLabel('What is wrong with it?').fill('There are no samosas.')
  await report.getByRole('button', { name: 'Send report' }).click()
  await expect(another.getByText('Thank you. Staff will look at it.')).toBeVisible()

  await another.reload()
  await expect(box(another)).toHaveValue('I am still writing')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', {
    name: 'Are you sure you want to delete this comment?',
  })
  await expect(question).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(count(page)).toHaveText('Comments 0')
  await expect(count(page)).toBeFocused()
  await expect(page.getByText('Your comment has been posted.')).toBeHidden()
  await expect(count(another)).toHaveText('Comments 0')
  await expect(comments(another)).toHaveCount(0)
})

test('the reply is lost: the comment stays in the box, and is there once', {
  tag: '@long',
}, async ({ page, request }) => {
  const id = await postOf(request, brian, 'Lost and found')
  await open(page, amina, id)
  await page.route('**/api/blog/comments/', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await box(page).fill('Found: one kanga')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByText(/^No network/)).toBeVisible()
  await expect(box(page)).toHaveValue('Found: one kanga')

  await page.unroute('**/api/blog/comments/')
  await page.reload()
  await expect(box(page)).toHaveValue('Found: one kanga')
  await box(page).fill('Found: one red kanga')
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByText('Your comment has been posted.')).toBeVisible()
  await expect(comments(page)).toHaveCount(1)
  await expect(comments(page)).toContainText('Found: one red kanga')
  expect(await (await apiCallsOf(request, brian)).read(id)).toMatchObject({
    comment_count: 1,
    comments: [{ content: 'Found: one red kanga' }],
  })
})

test('paging back moves nothing that is on screen', { tag: '@long' }, async ({ page, request }) => {
  const id = await postOf(request, brian, 'Who took my red mug')
  const staff = await apiCallsOf(request, grace)
  for (let number = 1; number <= 30; number++) {
    await staff.comment(id, `Comment ${number}. ${'Words fill lines. '.repeat(20)}`)
  }
  await page.setViewportSize({ width: 360, height: 740 })
  await open(page, amina, id)
  await expect(comments(page)).toHaveCount(24)
  await expect(count(page)).toHaveText('Comments 30')
  await expect(comments(page).first()).toContainText(/^GWGrace Wanjiru.*Staff.*staff/)
  const first = page.getByText(/^Comment 7\./)
  const earlier = page.getByRole('button', { name: 'Show earlier comments' })
  await earlier.scrollIntoViewIfNeeded()
  const before = await first.boundingBox()
  await earlier.press('Enter')
  await expect(comments(page)).toHaveCount(30)
  await expect(earlier).toHaveCount(0)
  await expect(comments(page).first()).toContainText('Comment 1.')
  await expect(comments(page).first()).toBeFocused()
  const moved = ((await first.boundingBox())?.y ?? Number.NaN) - (before?.y ?? 0)
  // Scroll positions are whole pixels.
  expect(Math.abs(moved)).toBeLessThanOrEqual(0.5)
})

test('an author edits with a new picture and deletes, while another user reads and comments', {
  tag: '@long',
}, async ({ page, another, request }) => {
  const id = await postOf(request, brian, 'Selling a desk')
  await (await apiCallsOf(request, brian)).comment(id, 'Come and see it.')
  await open(another, amina, id)
  await box(another).fill('Is it still there?')
  const acts = another.getByRole('article').getByRole('button', { name: /^(Report|Talk to)/ })
  await expect(acts).toHaveCount(2)
  await open(page, brian, id)
  const shown = () => page.locator('.post-figure img').getAttribute('src')
  const old = await shown()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await expect(page.getByLabel('Title')).toBeFocused()
  await page.getByLabel('Title').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please give your post a title.')).toBeVisible()
  await page.getByLabel('Title').fill('Selling two desks')
  await page.getByLabel(/^Image/).setInputFiles({
    name: 'no.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('no picture'),
  })
  await expect(page.getByText(/^This is not a picture we can read/)).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel(/^Image/)).toBeFocused()
  await page.reload()
  await expect(page.getByText('Please choose the picture again.')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('Selling two desks')
  await page.getByLabel(/^Image/).setInputFiles({
    name: 'blue.jpg',
    mimeType: 'image/jpeg',
    buffer: await picture('#2030c0', 1800),
  })
  const preview = page.getByAltText('What you have chosen')
  await expect(preview).toBeVisible()
  // Uncropped, and at most 500 px high.
  const heightOf = async (shown: typeof preview) => (await shown.boundingBox())?.height
  await expect.poll(() => heightOf(preview)).toBe(800)
  await expect(preview).toHaveCSS('object-fit', 'contain')

  await page.route(`**/api/blog/posts/${id}/`, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, json: { message: 'Broken.', code: 'internal' } })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Failed to update post. Please try again.')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  const throwAway = page.getByRole('dialog', { name: 'Discard your changes?' })
  await throwAway.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Title')).toHaveValue('Selling two desks')
  await page.unroute(`**/api/blog/posts/${id}/`)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'Selling two desks' })).toBeFocused()
  expect(await shown()).not.toBe(old)
  await expect.poll(() => heightOf(page.locator('.post-figure img'))).toBe(500)
  await expect(another.getByRole('heading', { name: 'Selling two desks' })).toBeVisible()

  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  const question = page.getByRole('dialog', { name: 'Are you sure you want to delete this post?' })
  await page.route(`**/api/blog/posts/${id}/`, (route) => route.abort())
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByText(/^No network/)).toBeVisible()
  await page.unroute(`**/api/blog/posts/${id}/`)
  await page.route(`**/api/blog/posts/${id}/`, (route) => route.fulfill({ status: 502 }))
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByText('Failed to delete post. Please try again.')).toBeVisible()
  await page.unroute(`**/api/blog/posts/${id}/`)
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.waitForURL('**/services')
  await expect(page.getByRole('heading', { name: 'Feed' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Selling two desks' })).toHaveCount(0)

  await expect(another.getByText('This post has been deleted or taken down.')).toBeVisible()
  await expect(box(another)).toHaveValue('Is it still there?')
  await expect(acts).toHaveCount(0)
  // What stands there stays while the post is asked for again, which the socket does once it is connected.
  let asked = 0
  await another.route(`**/api/blog/posts/${id}/`, async (route) => {
    asked++
    if (asked === 1) await route.continue()
  })
  await another.reload()
  await expect(another.getByRole('heading', { name: 'Post not found' })).toBeVisible()
  await expect.poll(() => asked).toBe(2)
  await another.getByRole('link', { name: 'See what else is in the feed' }).click()
  await another.waitForURL('**/services')
})

test('taken down and published again while a user reads: comments and chat close, and open again', {
  tag: '@long',
}, async ({ page, request }) => {
  const id = await postOf(request, brian, 'A bed for free')
  const staff = await apiCallsOf(request, grace)
  await open(page, amina, id)
  await box(page).fill('I would take it')
  const gone = page.getByText('This post has been deleted or taken down.')
  const chat = page.getByRole('region', { name: 'Talk to Brian' })
  const send = chat.getByRole('button', { name: 'Send' })
  await expect(send).toBeVisible()
  for (const round of ['once', 'and once more']) {
    await staff.decide(id, 'reject', { reason: `Wait, ${round}.` })
    await expect(gone).toBeVisible()
    await expect(send).toHaveCount(0)
    await expect(
      chat.getByText('This post has been deleted, so you can’t send new messages about it.'),
    ).toBeVisible()
    await staff.decide(id, 'approve')
    await expect(gone).toHaveCount(0)
    await expect(send).toBeVisible()
    await expect(box(page)).toHaveValue('I would take it')
  }
  // New comments arrive over the socket again.
  await staff.comment(id, 'Sorry for the wait.')
  await expect(comments(page)).toContainText('Sorry for the wait.')
})

const longWord = 'W'.repeat(5000)
const comment = {
  id: 1,
  post: 4711,
  content: 'Short.',
  author: 'brian.kamau@bweni.invalid',
  author_id: 900,
  author_name: 'Brian Kamau',
  author_image: null,
  edited_at: null,
  author_is_staff: false,
  created_at: '2026-11-20T08:00:00.000Z',
}
const odd = {
  id: 4711,
  title: 'W'.repeat(120),
  description: longWord,
  image_url: '/media/x-1600.jpg',
  image_sizes: [{ url: '/media/x-1600.jpg', width: 400, height: 4000 }],
  author: '\u200b',
  author_ID: 901,
  author_last_name: 'Nyambura'.repeat(10),
  author_image: null,
  author_is_staff: true,
  status: 'approved',
  created_at: '2026-11-20T08:00:00.000Z',
  published_at: '2026-11-21T08:00:00.000Z',
  reason: null,
  comment_count: 60,
  revision: 1,
  comments: [
    { ...comment, content: longWord, author: `${'w'.repeat(64)}@bweni.invalid` },
    { ...comment, id: 2, content: '<script>document.title = "taken"</script>' },
    {
      ...comment,
      id: 3,
      content: 'مرحبا بكم في السكن 👩‍👩‍👧‍👦',
      edited_at: '2026-11-20T09:00:00.000Z',
    },
  ],
}

async function openOdd(page: Page, person: Person, changes: (id: number) => object) {
  await signIn(page, person)
  const id = await (await apiCallsOf(page.request, person)).myId()
  await page.route('**/api/blog/posts/4711/', (route) =>
    route.fulfill({ json: { ...odd, ...changes(id) } }),
  )
  await page.goto('/post/4711')
}

looksRight('a post with odd texts everywhere, and a failed comment', async (page) => {
  await openOdd(page, brian, (id) => ({
    comments: odd.comments.map((comment) =>
      comment.id === 3 ? comment : { ...comment, author_id: id },
    ),
  }))
  await expect(page.getByRole('button', { name: 'Talk to Someone' })).toBeVisible()
  await expect(page.getByText('<script>')).toBeVisible()
  await expect(page).toHaveTitle(`${odd.title} · Bweni`)
  await page.getByRole('button', { name: 'Edit your comment' }).first().click()
  // It takes the focus, and would get what is typed meanwhile.
  await expect(page.getByRole('textbox', { name: 'Edit your comment' })).toBeFocused()
  await page.route('**/api/blog/comments/', (route) => route.abort())
  await box(page).fill(longWord)
  await page.getByRole('button', { name: 'Comment', exact: true }).click()
  await expect(page.getByText(/^No network/)).toBeVisible()
})

looksRight('the form of one’s own rejected post', async (page) => {
  const reason = `Please say what it costs. ${'W'.repeat(80)}`
  await openOdd(page, brian, (id) => ({
    author_ID: id,
    status: 'rejected',
    reason,
    comments: [],
    comment_count: 0,
  }))
  await expect(page.getByText('Your post isn’t published.')).toBeVisible()
  await expect(page.getByText('Comments open once the post is published.')).toBeVisible()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Title').fill('')
  await page.getByLabel(/^Image/).setInputFiles({
    name: 'no.jpg',
    mimeType: 'image/jpeg',
    buffer: Buffer.from('no picture'),
  })
  await expect(page.getByText(/^This is not a picture we can read/)).toBeVisible()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Please give your post a title.')).toBeVisible()
})

looksRight('a post without comments, being reported', async (page) => {
  await openOdd(page, brian, () => ({ comments: [], comment_count: 0, title: 'A red mug' }))
  await expect(page.getByText('No comments yet.')).toBeVisible()
  await page.getByRole('button', { name: /^Report this post/ }).click()
  await page.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Please give a reason.')).toBeVisible()
})

looksRight('a post that is not there', async (page) => {
  await signIn(page, brian, { at: '/post/999999' })
  await expect(page.getByRole('heading', { name: 'Post not found' })).toBeVisible()
})
