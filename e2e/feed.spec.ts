import { expect, type Page, type Route } from '@playwright/test'
import { halves } from '../server/testing/images.ts'
import { addTenant } from './add-tenant.ts'
import { apiCallsOf } from './api-calls.ts'
import { brian, grace, type Person, signIn, test } from './fixtures.ts'
import { looksRight } from './looks.ts'

test.use({ ownServer: 'feed' })

const UNDER_REVIEW = 'Your post is under review and will appear soon after approval!'
/** The message in the page itself, not the toast. */
const waits = (page: Page) => page.getByRole('main').getByText(UNDER_REVIEW)
const ended = 'That’s everything for now.'

const card = (page: Page, title: string | RegExp) =>
  page.getByRole('article', { name: title }).getByRole('link')
const cards = (page: Page) => page.getByRole('article').getByRole('link')
const yourPosts = (page: Page) => page.getByRole('region', { name: 'Your posts' })
const newPostsButton = (page: Page) => page.getByRole('button', { name: /^\d+ new posts?\. Show/ })

async function ownPostId(page: Page, title: string): Promise<number> {
  const path = await yourPosts(page).getByRole('link', { name: title }).getAttribute('href')
  return Number(path?.split('/').at(-1))
}

/** As a tenant who only reads, unless another is named. */
async function open(page: Page, path: string, person: Person = brian) {
  await signIn(page, person, { at: path })
}

async function write(page: Page, title: string, description: string) {
  await page.getByLabel('Title').fill(title)
  await page.getByLabel('Description').fill(description)
}
const submit = (page: Page) => page.getByRole('button', { name: 'Submit post' }).click()

test('submitted with an image, approved, and announced to others without a layout shift', async ({
  page,
  another,
  server,
}) => {
  const title = `Film club ${Date.now()}`
  await open(page, '/advertise', await addTenant(server))
  await write(page, title, 'Every second Thursday.\nBring a mug.')
  const buffer = await halves(2400, 1600).jpeg().toBuffer()
  const picture = { name: 'film.jpg', mimeType: 'image/jpeg', buffer }
  await page.getByLabel(/^Image/).setInputFiles(picture)
  await expect(page.getByRole('img', { name: 'What you have chosen' })).toBeVisible()
  const preview = page.locator('.post-preview')
  await expect(preview.locator('h2')).toHaveText(title)
  await expect(preview).toContainText('Bring a mug.')
  await expect(preview.locator('.feed-card-image img')).toBeVisible()
  await submit(page)
  await expect(page.locator(':focus').filter({ hasText: UNDER_REVIEW })).toBeVisible()
  await expect(page.getByText('Post Notification')).toBeVisible()
  await expect(page.getByLabel('Title')).toHaveValue('')
  await expect(page.getByLabel('Description')).toHaveValue('')
  await expect(preview).toContainText('What you write shows here.')
  await expect(yourPosts(page)).toContainText('Under review')
  const id = await ownPostId(page, title)
  await page.getByRole('link', { name: 'Services' }).first().click()
  await expect(waits(page)).toBeVisible()
  await expect(page.getByText('Only you can see it.')).toBeVisible()
  await expect(card(page, title)).toHaveCount(0)

  await open(another, '/services', await addTenant(server))
  await expect(cards(another).first()).toBeVisible()
  await expect(waits(another)).toHaveCount(0)
  await another.evaluate(() => scrollTo(0, 500))
  const reading = cards(another).nth(3)
  const before = await reading.boundingBox()
  await another.keyboard.press('Shift')
  const staff = await apiCallsOf(another.request, grace)
  await staff.decide(id, 'approve')
  await expect(newPostsButton(another)).toHaveText('1 new post. Show it')
  expect(await reading.boundingBox()).toEqual(before)
  await expect(card(another, title)).toHaveCount(0)
  await newPostsButton(another).press('Enter')
  await expect(card(another, title)).toBeFocused()
  await expect(newPostsButton(another)).toHaveCount(0)
  const shown = another.getByRole('listitem').filter({ has: card(another, title) })
  await expect(shown).toBeInViewport({ ratio: 0.5 })
  await expect(shown).toContainText('No comments yet')
  const image = shown.locator('.feed-card-image img')
  await expect(image).toHaveJSProperty('complete', true)
  expect(await image.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)

  await expect(page.getByText(`“${title}” has been published.`)).toBeVisible()
  await page.reload()
  await expect(card(page, title)).toBeVisible()
  await expect(waits(page)).toHaveCount(0)
})

test('a failed upload keeps the form; a lost reply creates no second post; a rejection shows its reason', {
  tag: '@long',
}, async ({ page, request, server }) => {
  const tenant = await addTenant(server)
  const title = `Sewing ${Date.now()}`
  await open(page, '/advertise', tenant)
  await submit(page)
  await expect(page.getByText('Please give your post a title.')).toBeVisible()
  await expect(page.getByLabel('Title')).toBeFocused()
  await write(page, title, 'Hems and zips, a day or two.')
  await expect(page.getByText('Please give your post a title.')).toHaveCount(0)
  const buffer = await halves().jpeg().toBuffer()
  const picture = { name: 'zip.jpg', mimeType: 'image/jpeg', buffer }
  await page.getByLabel(/^Image/).setInputFiles(picture)

  const posts = '**/api/blog/posts/'
  await page.route(posts, (route) => route.fulfill({ status: 502, body: '' }))
  await submit(page)
  await expect(page.getByRole('alert')).toContainText('Failed to add post. Please try again.')
  await expect(page.getByLabel('Title')).toHaveValue(title)
  await expect(page.getByText('zip.jpg')).toBeVisible()
  await page.reload()
  await expect(page.getByText('Please choose the picture again.')).toBeVisible()
  await expect(page.getByLabel('Description')).toHaveValue('Hems and zips, a day or two.')

  await page.unroute(posts)
  const loseAnswer = async () => {
    const lose = async (route: Route) => {
      await route.fetch()
      await route.abort()
    }
    await page.route(posts, lose, { times: 1 })
    await submit(page)
    await expect(page.getByRole('alert')).toContainText('No network.')
  }
  const sent = (name: string) => yourPosts(page).getByRole('link', { name })
  await loseAnswer()
  await page.getByLabel('Description').fill('Hems and zips, within a day.')
  await submit(page)
  await expect(waits(page)).toBeVisible()
  await expect(sent(title)).toHaveCount(1)
  const id = await ownPostId(page, title)
  const calls = await apiCallsOf(page.request, tenant)
  expect(await calls.read(id)).toMatchObject({ description: 'Hems and zips, within a day.' })

  const other = `Buttons ${Date.now()}`
  await write(page, other, 'All colours.')
  await loseAnswer()
  await page.reload()
  await expect(page.getByLabel('Title')).toHaveValue(other)
  await submit(page)
  await expect(waits(page)).toBeVisible()
  await expect(sent(other)).toHaveCount(1)
  await page.reload()
  await expect(sent(other)).toHaveCount(1)
  await expect(page.getByLabel('Title')).toHaveValue('')

  await page.keyboard.press('Shift')
  await (await apiCallsOf(request, grace)).decide(id, 'reject', {
    reason: 'Please name a price.',
  })
  await expect(yourPosts(page)).toContainText('Please name a price.')
  // Noticed at the next visit, wherever that begins.
  await page.goto('/')
  await page.keyboard.press('Shift')
  await expect(page.getByText(`Your post “${title}” isn’t published.`)).toBeVisible()
  await page.getByRole('link', { name: 'Services' }).first().click()
  const notice = page.getByText(`“${title}” isn’t published.`)
  await expect(notice).toBeVisible()
  await expect(page.getByRole('link', { name: 'Edit your post', exact: true })).toHaveAttribute(
    'href',
    `/post/${id}`,
  )
  await page.getByRole('button', { name: `Dismiss: ${title}` }).click()
  await expect(notice).toHaveCount(0)
  // Not rendered and removed again: nothing moves.
  const html = await (await page.reload())?.text()
  expect(html).toContain('class="own-notices"')
  expect(html).not.toContain(`Dismiss: ${title}`)
  await expect(cards(page).first()).toBeVisible()
  await expect(notice).toHaveCount(0)
})

test('the feed loads in pages, survives a failure, and keeps its scroll position', {
  tag: '@long',
}, async ({ page, another, server }) => {
  const author = await apiCallsOf(page.request, await addTenant(server))
  const staff = await apiCallsOf(page.request, grace)
  for (let number = 0; number < 40; number++) {
    const id = await author.submitPost({ title: `Notice ${number}`, description: 'Read me.' })
    await staff.decide(id, 'approve')
  }
  await open(page, '/services')
  await expect(cards(page)).toHaveCount(24)
  const older = '**/api/blog/posts/?before=*'
  await page.route(older, (route) => route.fulfill({ status: 502, body: '' }))
  await page.keyboard.press('End')
  await expect(page.getByText('An error occurred while fetching posts.')).toBeVisible()
  await expect(cards(page)).toHaveCount(24)
  await page.unroute(older)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(cards(page)).toHaveCount(48)
  const pressEnd = async () => {
    await page.keyboard.press('End')
    return page.getByText(ended).isVisible()
  }
  await expect.poll(pressEnd).toBe(true)

  const deep = cards(page).nth(40)
  await deep.scrollIntoViewIfNeeded()
  const place = await deep.boundingBox()
  await deep.click()
  const services = page.getByRole('navigation', { name: 'Main' }).getByRole('link')
  await expect(services.filter({ hasText: 'Services' }).first()).toHaveAttribute('aria-current')
  const back = page.getByRole('link', { name: 'Back to the feed' })
  const opened = page.context().waitForEvent('page')
  await back.click({ modifiers: ['ControlOrMeta'] })
  await (await opened).close()
  await expect(page).toHaveURL(/\/post\//)
  await back.click()
  await expect(deep).toBeInViewport()
  expect((await deep.boundingBox())?.y).toBeCloseTo(place?.y ?? -1, -1)

  // Without an IntersectionObserver there is the button, and focus goes to the first new post.
  await another.addInitScript(() => {
    globalThis.IntersectionObserver = class {
      observe() {}
      disconnect() {}
    } as unknown as typeof IntersectionObserver
  })
  await open(another, '/services', await addTenant(server))
  const more = another.getByRole('button', { name: 'Show more posts' })
  await expect(more).toBeEnabled()
  await more.press('Enter')
  await expect(cards(another).nth(24)).toBeFocused()
})

test('the feed is rendered before any script runs, and not after the session has ended', {
  tag: '@long',
}, async ({ page, browser, baseURL }) => {
  await open(page, '/services')
  await expect(cards(page).first()).toBeVisible()
  /** The same browser with its present cookies, without scripts. */
  async function unscripted() {
    const storageState = await page.context().storageState()
    const context = await browser.newContext({ baseURL, storageState, javaScriptEnabled: false })
    const bare = await context.newPage()
    await bare.goto('/services')
    return bare
  }
  const before = await unscripted()
  await expect(cards(before)).toHaveCount(await cards(page).count())

  // Without network the server does not know of the logout.
  await page.route('**/api/auth/logout', (route) => route.abort())
  await page.goto('/auth/user')
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  const after = await unscripted()
  await expect(after.getByRole('heading', { name: 'Feed' })).toBeVisible()
  await expect(cards(after)).toHaveCount(0)

  await page.unroute('**/api/auth/logout')
  await page.reload()
  await expect(async () => {
    await before.goto('/services')
    await expect(cards(before)).toHaveCount(0)
  }).toPass()
  await before.context().close()
  await after.context().close()
})

test('without a socket the feed polls for new posts', { tag: '@long' }, async ({
  page,
  server,
}) => {
  await page.clock.install()
  await page.routeWebSocket(/socket\.io/, (socket) => socket.close())
  await open(page, '/services')
  await expect(cards(page).first()).toBeVisible()
  const title = `Quiet news ${Date.now()}`
  const author = await apiCallsOf(page.request, await addTenant(server))
  const id = await author.submitPost({ title, description: 'Found by looking.' })
  await (await apiCallsOf(page.request, grace)).decide(id, 'approve')
  // The posts are rendered before the scripts that poll.
  const later = async () => {
    await page.clock.runFor(61_000)
    return newPostsButton(page).isVisible()
  }
  await expect.poll(later).toBe(true)
})

const long = `Ñandú-wa-Mũkũrwe-inĩ ${'W'.repeat(80)}`

looksRight(
  'feed, with one’s own pending and rejected posts, and long words',
  async (page, server) => {
    const tenant = await addTenant(server)
    const author = await apiCallsOf(page.request, tenant)
    const refused = await author.submitPost({ title: long, description: 'x'.repeat(5000) })
    const staff = await apiCallsOf(page.request, grace)
    await staff.decide(refused, 'reject', { reason: `Too long. ${long}` })
    await author.submitPost({ title: 'قطة صغيرة تحت الدرج', description: 'مرحبا 🐈' })
    const loud = await author.submitPost({ title: long, description: 'x'.repeat(5000) })
    await staff.decide(loud, 'approve')
    await open(page, '/services', tenant)
    await expect(card(page, long)).toBeVisible()
    await expect(page.getByText('Too long.').first()).toBeVisible()
  },
)

/** By a navigation within the app: the page asks the API and is not rendered on the server. */
async function walkToFeed(page: Page) {
  await open(page, '/about')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Services' })
    .first()
    .click()
}

looksRight('feed, empty', async (page) => {
  await page.route('**/api/blog/posts/', (route) => route.fulfill({ json: [] }))
  await walkToFeed(page)
  await expect(page.getByRole('heading', { name: 'Hmmm... no posts yet!' })).toBeVisible()
})

looksRight('feed, not found', async (page) => {
  await page.route('**/api/blog/posts/', (route) => route.fulfill({ status: 404, body: '' }))
  await walkToFeed(page)
  await expect(page.getByText('Posts not found')).toBeVisible()
})

looksRight('advertise, with field errors', async (page) => {
  await open(page, '/advertise')
  await page.getByLabel('Description').fill('x'.repeat(5001))
  const buffer = Buffer.from('no picture at all')
  await page.getByLabel(/^Image/).setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
  await expect(page.getByText('This is not a picture we can read.')).toBeVisible()
  await submit(page)
  await expect(page.getByText('1 character too many')).toBeVisible()
})

looksRight('advertise, sent', async (page, server) => {
  await open(page, '/advertise', await addTenant(server))
  await write(page, 'Football on Sunday', 'Two still missing.')
  await submit(page)
  await expect(page.locator(':focus').filter({ hasText: UNDER_REVIEW })).toBeVisible()
})
