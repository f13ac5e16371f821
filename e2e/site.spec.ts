import type { Page } from '@playwright/test'
import { closeAssistant, expect, test } from './fixtures.ts'
import { looksRight } from './looks.ts'

/** Scrolls to the gallery and waits until it works. */
async function lookAround(page: Page) {
  await closeAssistant(page)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.locator('.gallery').scrollIntoViewIfNeeded()
  await expect(page.getByText('Picture 1 of')).toBeVisible()
}

looksRight('landing', async (page) => {
  await page.goto('/')
  await lookAround(page)
})
looksRight('about', async (page) => {
  await page.goto('/about')
  await lookAround(page)
})
looksRight('terms', (page) => page.goto('/terms/acacia-court').then(() => closeAssistant(page)))

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the landing page is whole', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByText(/^Affordable student accommodation/)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Welcome to Acacia Court.')
    await expect(
      page.getByText(/^\d+ rooms have a free place now, from Ksh\s\d,\d{3} a month per person\.$/),
    ).toBeVisible()
    for (const feature of [
      'Fast wifi',
      'Safety',
      'Green places to rest',
      'Water and hot showers',
      'Communal TV room',
      'Laundry',
    ]) {
      await expect(page.getByRole('heading', { name: feature })).toBeVisible()
    }
    const offer = page.getByRole('region', { name: 'Wifi and services' })
    for (const words of ['2GB', 'KSH 650', 'coming soon', 'Technical support']) {
      await expect(offer.getByText(words).first()).toBeVisible()
    }
    const questions = page.getByRole('region', { name: 'Questions' })
    const answer = questions.getByText(/^Rent is due on the 1st/)
    await expect(answer).toBeHidden()
    await questions.getByText('When is rent due?').click()
    await expect(answer).toBeVisible()

    const contact = page.getByRole('region', { name: 'Want to see it first?' })
    await expect(contact.getByRole('link', { name: '0709 000 123' })).toHaveAttribute(
      'href',
      'tel:+254709000123',
    )
    await expect(contact.getByRole('link', { name: 'hello@acacia.example' })).toBeVisible()

    await page.setViewportSize({ width: 360, height: 740 })
    for (const target of await page.locator('.footer a, .pager a').all()) {
      const box = await target.boundingBox()
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }

    // No drawing is cropped, at any width.
    for (const width of [360, 820, 1024, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      for (const drawing of await page.locator('.features img').all()) {
        const box = await drawing.boundingBox()
        expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(320 / 220, 1)
        await expect(drawing).toHaveCSS('object-fit', 'fill')
      }
    }

    const gallery = page.getByRole('region', { name: 'Pictures of Acacia Court' })
    await expect(gallery.getByRole('img')).toHaveCount(6)
    const night = gallery.getByRole('img', { name: /^The roof at night/ })
    await expect(night).not.toBeInViewport()
    await gallery.getByRole('link', { name: /^When the town/ }).click()
    await expect(night).toBeInViewport()
    await page.getByRole('link', { name: 'Log in', exact: true }).click()
    await expect(page).toHaveURL(/\/auth\/login$/)
  })

  test('the menu opens on a phone, and pages that need scripts give the number of the office', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto('/about')
    await expect(page.getByRole('button', { name: 'Menu' })).toBeHidden()
    const register = page.getByRole('link', { name: 'Register' })
    await expect(register).toBeHidden()
    await page.getByText('Menu', { exact: true }).click()
    await expect(register).toBeVisible()
    const tabs = page.getByRole('navigation', { name: 'Main' })
    await expect(tabs.getByRole('link')).toHaveText(['Home', 'About us', 'Move in', 'Login'])
    await tabs.getByRole('link', { name: 'Move in' }).click()
    await expect(page).toHaveURL(/\/auth\/onboard\/acacia-court$/)
    for (const path of ['/auth/onboard/acacia-court', '/auth/login', '/services']) {
      await page.goto(path)
      const note = page.locator('main noscript .note')
      await expect(note).toBeVisible()
      await expect(note).toContainText('This page needs JavaScript.')
      await expect(page.getByText(/^Loading/)).toBeHidden()
      await expect(note.locator('a')).toHaveAttribute('href', 'tel:+254709000123')
    }
  })
})

test('the gallery changes by button, by thumbnail and by arrow key, and announces the picture', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/')
  await lookAround(page)
  const gallery = page.getByRole('region', { name: 'Pictures of Acacia Court' })
  const status = gallery.getByRole('status')
  await gallery.getByRole('button', { name: 'Next picture' }).click()
  await expect(status).toHaveText('Picture 2 of 6: Neighbours, a little after six')
  await expect(gallery.getByRole('img', { name: /^The courtyard/ })).toBeInViewport({ ratio: 0.9 })

  const stairs = gallery.getByRole('link', { name: /^On the way up/ })
  await stairs.click()
  await expect(status).toContainText('Picture 4 of 6')
  await expect(stairs).toHaveAttribute('aria-current', 'true')
  await expect(page).toHaveURL('/')

  await page.getByRole('region', { name: /^Pictures; the arrow keys/ }).focus()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(status).toContainText('Picture 6 of 6')
  await page.keyboard.press('ArrowRight')
  await expect(status).toContainText('Picture 1 of 6')
  await page.keyboard.press('ArrowLeft')
  await expect(status).toContainText('Picture 6 of 6')
})

test('the landing page about the residence: text, and thumbnails that choose the picture', {
  tag: '@long',
}, async ({ page }) => {
  await page.goto('/about')
  await expect(page.getByRole('heading', { name: 'We are Glad' })).toBeVisible()
  await expect(page.getByText('Thank you for visiting Acacia Court.')).toBeVisible()
  await expect(page.getByText('Kenyatta Road, Juja')).toBeVisible()
  await lookAround(page)
  const gallery = page.getByRole('region', { name: 'Three views of Acacia Court' })
  await expect(gallery.getByRole('img')).toHaveCount(3)
  await gallery.getByRole('link', { name: /^A room/ }).click()
  await expect(gallery.getByRole('status')).toContainText('Picture 2 of 3')
  await expect(gallery.getByRole('img', { name: /^A room/ })).toBeInViewport({ ratio: 0.9 })
})

test('a residence has terms; an address that names none leads home', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/about')
  await expect(page.getByRole('contentinfo')).toContainText('© 2024 Acacia Court')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Acacia Court')
  const contents = page.getByRole('navigation', { name: 'On this page' })
  const privacy = contents.getByRole('link', { name: 'What we keep about you, and why' })
  await page.setViewportSize({ width: 360, height: 740 })
  await expect(privacy).toBeHidden()
  await contents.getByText('On this page').filter({ visible: true }).click()
  await privacy.click()
  await expect(page.getByText('Name, ID number, phone, email address')).toBeInViewport()

  await page.setViewportSize({ width: 1280, height: 800 })
  await page.reload()
  await privacy.click()
  await expect(page.getByText('Name, ID number, phone, email address')).toBeInViewport()

  expect((await page.goto('/terms/nowhere'))?.status()).toBe(404)
  await page.getByRole('link', { name: 'Go to the home page' }).click()
  await expect(page).toHaveURL('/')
})
