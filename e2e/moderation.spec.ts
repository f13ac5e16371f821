import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { addTenant } from './add-tenant.ts'
import { apiCallsOf } from './api-calls.ts'
import { amina, brian, expect, grace, signIn, test } from './fixtures.ts'

test.use({ ownServer: 'moderation' })

async function openPosts(page: Page, show = '') {
  await signIn(page, grace, { at: `/staff/posts${show}` })
}

const post = (page: Page, title: string) => page.getByRole('article', { name: title })
const act = (row: Page | Locator, name: string) => row.getByRole('button', { name })
/** The result of the last decision. */
const result = (page: Page) => page.getByRole('status').filter({ hasText: /\S/ })
const tab = (page: Page, name: RegExp) =>
  page.getByRole('navigation', { name: 'Which posts' }).getByRole('link', { name })

/** Presses the tab key until the element has the focus. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  for (let press = 0; press < 60; press++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the tab key does not get there')
}

test('submitted, approved and rejected with the keyboard alone, and approved after all', async ({
  page,
  another,
}) => {
  const calls = await apiCallsOf(another.request, brian)
  const first = `Guitar strings ${Date.now()}`
  const second = `Two chairs ${Date.now()}`
  await calls.submitPost({ title: second, description: 'They wobble, but so do I.' })
  const id = await calls.submitPost({ title: first, description: 'A whole set, 300.' })

  await signIn(page, grace)
  await tabTo(page, page.getByRole('link', { name: /^\d+ posts or reports to review/ }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Posts', level: 1 })).toBeVisible()
  await expect(post(page, first)).toContainText('Brian Kamau')
  await expect(post(page, first)).toContainText('A whole set, 300.')

  await tabTo(page, act(post(page, first), `Approve “${first}”`))
  await page.keyboard.press('Enter')
  await expect(result(page)).toContainText(`“${first}” has been published.`)
  await expect(post(page, first)).toHaveCount(0)
  // Focus is at the next case.
  await expect(page.getByRole('heading', { name: second })).toBeFocused()

  await tabTo(page, act(post(page, second), `Reject “${second}”`))
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: 'Reject this post?' })
  await expect(question.getByRole('heading')).toBeFocused()
  await tabTo(page, act(question, 'Reject'))
  await page.keyboard.press('Enter')
  await expect(question.getByText('Please give a reason.')).toBeVisible()
  await expect(question.getByLabel('Why?')).toBeFocused()
  await page.keyboard.type('Chairs belong to the residence.')
  await tabTo(page, act(question, 'Reject'))
  await page.keyboard.press('Enter')
  await expect(result(page)).toContainText(`“${second}” was rejected. Brian can read why.`)
  await expect(question).toHaveCount(0)
  await expect(page.getByRole('heading').and(page.locator(':focus'))).toBeVisible()

  await signIn(another, brian, { at: '/services' })
  await expect(another.getByText('Chairs belong to the residence.')).toBeVisible()
  await expect(another.getByRole('heading', { name: first })).toBeVisible()

  await result(page).getByRole('link', { name: 'Rejected' }).click()
  await expect(post(page, second)).toContainText('Chairs belong to the residence.')
  await expect(post(page, second)).toContainText('Grace Wanjiru')
  await act(post(page, second), 'Approve after all').click()
  await result(page).getByRole('link', { name: 'Open it' }).click()
  await expect(page.getByRole('heading', { name: second, level: 1 })).toBeVisible()

  // From the post's page, and back to the feed.
  const code = /\/staff-actions[^/]*\.js/
  await page.route(code, (route) => route.abort())
  const failed = page.waitForEvent('requestfailed', (request) => code.test(request.url()))
  await page.goto(`/post/${id}`)
  await failed
  await expect(page.getByRole('heading', { name: first, level: 1 })).toBeVisible()
  await page.unroute(code)
  await act(page, 'Take down').click()
  const takeDown = page.getByRole('dialog', { name: 'Take this post down?' })
  await takeDown.getByLabel('Why?').fill('Sold.')
  await act(takeDown, 'Take down').click()
  await expect(page.getByText('This post isn’t published.')).toBeVisible()
  await page.goto('/services')
  await page.getByRole('link', { name: 'Review posts' }).click()
  await tab(page, /^Rejected/).click()
  await expect(post(page, first)).toContainText('Sold.')
})

test('edited while it was published: staff see both versions, and take it down', {
  tag: '@long',
}, async ({ page, another, server }) => {
  const calls = await apiCallsOf(another.request, await addTenant(server))
  const title = `Socks ${Date.now()}`
  const id = await calls.submitPost({ title, description: 'Ten pairs.' })
  await openPosts(page)
  await act(post(page, title), 'Approve').click()
  await expect(result(page)).toContainText('has been published.')

  // A colleague approves a post while it is being refused.
  const other = `A kettle ${Date.now()}`
  const kettle = await calls.submitPost({ title: other, description: 'It whistles.' })
  // Now, not with the next poll.
  await page.reload()
  await act(post(page, other), `Reject “${other}”`).click()
  await (await apiCallsOf(another.request, grace)).decide(kettle, 'approve', {})
  const refusal = page.getByRole('dialog')
  await refusal.getByLabel('Why?').fill('Kettles trip the fuse.')
  await act(refusal, 'Reject').click()
  await expect(refusal.getByRole('heading')).toHaveText('Take this post down?')
  await expect(refusal.getByText('Grace approved this just now. Take it down?')).toBeVisible()
  await expect(refusal.getByLabel('Why?')).toHaveValue('Kettles trip the fuse.')
  await act(refusal, 'Take down').click()
  await expect(result(page)).toContainText(`“${other}” was taken down.`)

  await calls.change(id, { title, description: 'Ten pairs, and cheap loans.' })
  await tab(page, /^Edited/).click()
  const row = post(page, title)
  await expect(row).toContainText('Ten pairs, and cheap loans.')
  await expect(row.locator('blockquote')).toHaveText(/Ten pairs\.$/)
  await expect(tab(page, /^Edited \d+$/)).toBeVisible()
  // Edited again while staff have it on screen.
  await calls.change(id, { title, description: 'Cheap loans only.' })
  await act(row, 'Leave it published').click()
  await expect(result(page)).toContainText(
    'Its author has changed this post since you looked at it.',
  )
  await expect(row).toContainText('Cheap loans only.')
  await expect(row.getByRole('heading', { name: title })).toBeFocused()

  await act(row, 'Take down').click()
  const question = page.getByRole('dialog', { name: 'Take this post down?' })
  await question.getByLabel('Why?').fill('No loans here.')
  // The reason survives a network failure.
  await page.context().setOffline(true)
  await act(question, 'Take down').click()
  await expect(question.getByText(/No network/)).toBeVisible()
  await page.context().setOffline(false)
  await act(question, 'Take down').click()
  await expect(result(page)).toContainText('was taken down.')
  await expect(row).toHaveCount(0)

  await signIn(another, amina, { at: `/post/${id}` })
  await expect(another.getByRole('heading', { name: title })).toHaveCount(0)
  await another.goto('/services')
  await expect(another.getByRole('heading', { name: 'Sunday film night' })).toBeVisible()
  await expect(another.getByRole('heading', { name: title })).toHaveCount(0)
})

test('reports: both versions; removed, taken down or dismissed', { tag: '@long' }, async ({
  page,
  another,
  server,
}) => {
  const tenant = await addTenant(server)
  const writer = await apiCallsOf(another.request, tenant)
  const reporter = await apiCallsOf(another.request, await addTenant(server))
  const { id: film } = await writer.find('film night')
  const comment = await writer.comment(film, 'Bring money to my room.')
  await reporter.report('comments', comment, 'This is a trick.')
  await writer.changeComment(comment, { post: film, content: 'Bring samosas.' })
  const { id: haircuts } = await writer.find('haircuts')
  await reporter.report('posts', haircuts, 'He cut my ear.')
  const { id: kitten } = await writer.find('kitten')
  await reporter.report('posts', kitten, 'Pets are forbidden.')

  const regretted = await writer.comment(film, 'You are all thieves.')
  await reporter.report('comments', regretted, 'We are not.')
  await writer.deleteComment(regretted)

  const party = { title: `Party ${Date.now()}`, description: 'On the roof.' }
  const image = async (background: string) => ({
    name: 'party.jpg',
    mimeType: 'image/jpeg',
    buffer: await sharp({ create: { width: 600, height: 400, channels: 3, background } })
      .jpeg()
      .toBuffer(),
  })
  const swapped = await writer.submitPost({ ...party, image: await image('#c02030') })
  await (await apiCallsOf(another.request, grace)).decide(swapped, 'approve')
  await reporter.report('posts', swapped, 'What a picture.')
  await writer.change(swapped, { ...party, image: await image('#2030c0') })

  await openPosts(page, '?show=reports')
  const row = (reason: string) => page.getByRole('article').filter({ hasText: reason })
  const trick = row('This is a trick.')
  await expect(trick.getByRole('heading', { name: /^A comment by/ })).toBeVisible()
  await expect(trick.getByText('Bring money to my room.')).toBeVisible()
  await expect(trick.getByText('Bring samosas.')).toBeVisible()
  await expect(trick.getByRole('link', { name: /film night/ })).toBeVisible()
  await act(trick, 'Remove comment').click()
  const question = page.getByRole('dialog', { name: 'Remove this comment?' })
  await question.getByLabel('Why?').fill('It was a trick.')
  await act(question, 'Remove comment').click()
  await expect(result(page)).toContainText('The comment was removed.')
  await expect(trick).toHaveCount(0)

  // A replaced image has another URL, and the reported one can still be opened.
  const pictured = row('What a picture.')
  await expect(pictured.getByText('Only the picture has changed.')).toBeVisible()
  await expect(pictured.getByText(/the same/)).toHaveCount(0)
  const [then, now] = await pictured.locator('img').all()
  const shownIn = async (img = then) => {
    const answer = await page.request.get((await img?.getAttribute('src')) ?? '')
    const { dominant } = await sharp(await answer.body()).stats()
    return dominant.r > dominant.b ? 'red' : 'blue'
  }
  expect([await shownIn(then), await shownIn(now)]).toEqual(['red', 'blue'])
  await tab(page, /^Edited/).click()
  const change = post(page, party.title)
  await expect(change.getByText('Only the picture has changed.')).toBeVisible()
  await expect(change.locator('img')).toHaveCount(2)
  await tab(page, /^Reports/).click()
  await act(pictured, 'Dismiss report').click()
  await expect(pictured).toHaveCount(0)

  const over = row('We are not.')
  await expect(over.getByText('You are all thieves.')).toBeVisible()
  await expect(over.getByText('It has since been deleted.')).toBeVisible()
  await expect(over.getByRole('button')).toHaveText(['Close report'])
  await act(over, 'Close report').click()
  await expect(over).toHaveCount(0)

  await expect(row('Pets are forbidden.').getByText('It hasn’t changed since.')).toBeVisible()
  await act(row('Pets are forbidden.'), 'Dismiss report').click()
  await expect(result(page)).toContainText('Report dismissed.')
  await expect(row('Pets are forbidden.')).toHaveCount(0)

  await act(row('He cut my ear.'), 'Take down').click()
  const takeDown = page.getByRole('dialog', { name: 'Take this post down?' })
  await takeDown.getByLabel('Why?').fill('Only with a helmet.')
  await act(takeDown, 'Take down').click()
  await expect(result(page)).toContainText('The post was taken down.')
  await expect(page.getByRole('heading', { name: 'No reports' })).toBeVisible()

  // Without a report, on the post's page; its author sees it disappear.
  await writer.comment(film, 'Go home, all of you.')
  await signIn(another, tenant, { at: `/post/${film}` })
  await page.goto(`/post/${film}`)
  const rude = (where: Page) => where.getByRole('listitem').filter({ hasText: 'Go home, all of' })
  await expect(rude(another)).toBeVisible()
  await act(rude(page), 'Remove').click()
  const why = page.getByRole('dialog', { name: 'Remove this comment?' })
  await expect(why).toContainText('Go home, all of you.')
  await act(why, 'Remove').click()
  await expect(why.getByLabel('Why?')).toBeFocused()
  await why.getByLabel('Why?').fill('It was rude.')
  await act(why, 'Remove').click()
  await expect(rude(page)).toHaveCount(0)
  await expect(rude(another)).toHaveCount(0)
})
