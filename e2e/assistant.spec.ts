import type { Page } from '@playwright/test'
import { addPayment, addTenant } from './add-tenant.ts'
import {
  amina,
  assistant,
  brian,
  closeAssistant,
  expandAssistant,
  expect,
  fillLogin,
  signIn,
  test,
  watchRequests,
} from './fixtures.ts'
import { looksRight } from './looks.ts'

/** The menu, support with its language model, and the history. */
test.use({ ownServer: 'the assistant', withModel: true })

const unavailable = "I'm currently unavailable, please call 0709 000 123 to speak to a human."
const question = (page: Page) => assistant(page).getByLabel('Your question')

/** The visible messages; complete answers are repeated in a status for screen readers. */
const log = (page: Page) => assistant(page).getByRole('log')

/** The height in pixels that the dialog has at most. */
const heightLimit = (page: Page) =>
  assistant(page).evaluate((dialog) =>
    Math.round(Number.parseFloat(getComputedStyle(dialog).maxHeight)),
  )

async function openSupport(page: Page) {
  await expandAssistant(page)
  await assistant(page)
    .getByRole('button', { name: /^Customer support/ })
    .click()
  await expect(question(page)).toBeVisible()
}

async function ask(page: Page, text: string) {
  await question(page).fill(text)
  await assistant(page).getByRole('button', { name: 'Send' }).click()
}

test('support answers from the FAQ, about the data of the user and by its model, which can be stopped', async ({
  page,
  model,
  server,
}) => {
  await signIn(page, await addTenant(server))
  const chat = assistant(page)
  const messages = log(page)
  await openSupport(page)
  await expect(question(page)).toBeFocused()
  await expect(chat.getByRole('button', { name: 'Send' })).toBeDisabled()
  await page.keyboard.type('   ')
  await page.keyboard.press('Enter')
  await expect(chat.getByRole('button', { name: 'Send' })).toBeDisabled()
  await question(page).fill('')

  await chat.getByRole('button', { name: 'How can I pay my rent?' }).click()
  await expect(messages.getByText(/^Choose Rent payment in the assistant/)).toBeVisible()

  await question(page).fill('What is my account number?')
  await page.keyboard.press('Enter')
  await expect(messages.getByText(/[2-9A-Z]{4} [2-9A-Z]{4}/)).toBeVisible()

  // Shown piece by piece, and announced to screen readers when complete.
  await ask(page, 'Tell me about the garden play:held')
  await expect(messages.getByText(/^The garden ?$/)).toBeVisible()
  await expect(chat.getByRole('status').filter({ hasText: 'The garden' })).toHaveCount(0)
  await question(page).fill('typed meanwhile')
  await page.keyboard.press('Enter')
  await expect(question(page)).toHaveValue('typed meanwhile')
  model.release()
  await expect(messages.getByText('The garden is open.')).toBeVisible()
  await expect(chat.getByRole('status').filter({ hasText: 'The garden is open.' })).toHaveCount(1)
  await expect(question(page)).toHaveValue('typed meanwhile')

  await ask(page, 'And the roof? play:held')
  await expect(messages.getByText(/^The garden ?$/)).toBeVisible()
  const hungUp = model.hungUp()
  await chat.getByRole('button', { name: 'Stop' }).click()
  await hungUp
  await expect(messages.getByText('Stopped.', { exact: true })).toBeVisible()
  await expect(question(page)).toBeFocused()
  const last = model.requests.at(-1)?.contents ?? []
  expect(last.length).toBeGreaterThan(1)
  expect(last.length).toBeLessThanOrEqual(7)

  // Going back to the menu clears everything, also unsent text.
  for (const half of ['And after this', 'And before all']) {
    await question(page).fill(half)
    await chat.getByRole('button', { name: 'Main menu' }).click()
    await openSupport(page)
    await expect(messages.getByText('The garden is open.')).toHaveCount(0)
    await expect(question(page)).toHaveValue('')
  }
  // A reload does not.
  await question(page).fill('Half a question')
  await page.reload()
  await openSupport(page)
  await expect(question(page)).toHaveValue('Half a question')

  // A PIN is neither sent nor kept.
  const requests = model.requests.length
  await question(page).fill('my mpesa pin is 4821, why is it refused')
  await expect(chat.getByRole('alert')).toHaveText('Never share your PIN.')
  await page.keyboard.press('Enter')
  await expect(chat.getByRole('button', { name: 'Send' })).toBeDisabled()
  expect(model.requests).toHaveLength(requests)
  await page.reload()
  await openSupport(page)
  await expect(question(page)).toHaveValue('')

  await ask(page, 'hi')
  await expect(messages.getByText(/^Habari \w+\. Ask me about/)).toBeVisible()
  await ask(page, 'wapi risiti yangu')
  await expect(chat.getByRole('link', { name: 'Transaction history' })).toHaveAttribute(
    'href',
    '/transactions',
  )
  await ask(page, 'choo kimeziba')
  await expect(messages.getByRole('link', { name: '0709 000 123' })).toHaveAttribute(
    'href',
    'tel:+254709000123',
  )
  await ask(page, 'naeza lipa rent aje')
  await expect(chat.getByRole('button', { name: /^Pay Ksh\s6,500$/ }).last()).toBeVisible()
  await ask(page, 'Where can I see my payments?')
  await expect(messages.getByText('We haven’t received a payment from you yet.')).toBeVisible()

  await signIn(page, amina)
  await openSupport(page)
  await ask(page, 'Where can I see my payments?')
  await chat.getByRole('button', { name: 'Transaction history' }).click()
  await expect(chat.getByText('Here are your latest payments.')).toBeVisible()
})

test('whatever is typed or answered is shown as text; every failure has its words', {
  tag: '@long',
}, async ({ page, context }) => {
  const alarms: string[] = []
  page.on('dialog', async (dialog) => {
    alarms.push(dialog.message())
    await dialog.dismiss()
  })
  await page.goto('/')
  const chat = assistant(page)
  const messages = log(page)
  await openSupport(page)
  await ask(page, '<script>alert(1)</script><img src=x onerror=alert(1)> play:html')
  await expect(messages.getByText('<script>alert(1)</script><img src=x')).toBeVisible()
  await expect(messages.getByText('<img src=x onerror="alert(1)">')).toBeVisible()
  expect(await chat.locator('img, script').count()).toBe(0)
  expect(alarms).toEqual([])

  await ask(page, 'Is the wifi pink? play:overloaded')
  await expect(messages.getByText(unavailable)).toBeVisible()
  // The nearest questions follow, with the office's number; each has an answer.
  await expect(chat.getByText('Did you mean one of these?')).toBeVisible()
  await expect(chat.getByRole('link', { name: 'Call the office 0709 000 123' })).toHaveAttribute(
    'href',
    'tel:+254709000123',
  )
  await expect(chat.getByText(/^Monday/)).toBeVisible()
  await expect(chat.getByRole('button', { name: /wifi/ })).not.toHaveCount(0)
  await chat.getByRole('button', { name: 'Try again' }).click()
  await expect(messages.getByText(unavailable)).toBeVisible()
  // A question in Swahili gets the same in Swahili, and a prepared answer.
  await ask(page, 'zeppelin ni rangi gani? play:overloaded')
  await expect(chat.getByText('Maswali yanayoulizwa mara nyingi:')).toBeVisible()
  await expect(chat.getByRole('link', { name: 'Piga simu ofisini 0709 000 123' })).toBeVisible()
  await chat.getByRole('button', { name: 'Nitalipaje kodi?' }).click()
  await expect(messages.getByText(/^Chagua Rent payment kwenye menu/)).toBeVisible()
  await ask(page, 'And this? play:cut')
  await expect(messages.getByText(unavailable)).toHaveCount(3)
  await expect(messages.getByText(/^The garden ?$/)).toBeVisible()

  // An invalid line.
  const askUrl = '**/api/assistant/ask/'
  const broken = '{"type":"text","text":"As far as this."}\n{"type":"te'
  await page.route(askUrl, (route) => route.fulfill({ body: broken }))
  await ask(page, 'And that?')
  await expect(messages.getByText('As far as this.')).toBeVisible()
  await expect(messages.getByText(unavailable)).toHaveCount(4)
  await page.unroute(askUrl)

  // Without a language model, a question that isn't understood is no failure.
  const unsure = {
    message: 'API key is missing.',
    code: 'api_key_missing',
    questions: ['I paid but my balance did not change'],
  }
  await page.route(askUrl, (route) => route.fulfill({ status: 503, json: unsure }))
  await ask(page, 'And those?')
  await expect(messages.getByText('I’m not sure I understood that.')).toBeVisible()
  await expect(chat.getByRole('region', { name: 'Talk with the assistant' })).toHaveText(
    /Main menuAPI key is missing\.$/,
  )
  await expect(messages.getByText('And those?')).toBeInViewport({ ratio: 1 })
  await expect(chat.getByText('Did you mean one of these?')).toBeVisible()
  await expect(chat.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await page.unroute(askUrl)
  await chat.getByRole('button', { name: 'I paid but my balance did not change' }).click()
  await expect(messages.getByRole('listitem').first()).toHaveText(/^Check your SMS/)

  await question(page).fill('x'.repeat(501))
  await expect(chat.getByRole('alert')).toHaveText('At most 500 characters. Please leave out 1.')
  await expect(chat.getByRole('button', { name: 'Send' })).toBeDisabled()

  await context.setOffline(true)
  await question(page).fill('Where is the garden? play:right')
  await expect(chat.getByText('You can ask when you’re back online.')).toBeVisible()
  await expect(chat.getByRole('button', { name: 'Send' })).toBeDisabled()
  await context.setOffline(false)
  await expect(question(page)).toHaveValue('Where is the garden? play:right')
  await page.route(askUrl, (route) => route.abort())
  await chat.getByRole('button', { name: 'Send' }).click()
  const offline = messages.getByText('No network. Please check your connection and try again.')
  await expect(offline.first()).toBeVisible()
  await expect(messages.getByText('Where is the garden? play:right')).toBeVisible()
  await page.unroute(askUrl)
  await chat.getByRole('button', { name: 'Try again' }).click()
  await expect(messages.getByText('The garden is open to every tenant.')).toBeVisible()
  await expect(offline).toHaveCount(0)
})

test('a visitor who asks about themselves signs in and comes back to support', {
  tag: '@long',
}, async ({ page, server }) => {
  await page.goto('/')
  const chat = assistant(page)
  await expandAssistant(page)
  await expect(chat.getByRole('button', { name: /^Transaction history/ })).toHaveCount(0)
  await expect(chat.getByRole('link', { name: /^Student onboard/ })).toHaveAttribute(
    'href',
    '/auth/onboard/acacia-court',
  )
  await openSupport(page)
  await ask(page, 'How much do I owe?')
  await chat.getByRole('link', { name: 'Log in' }).click()
  await fillLogin(page, await addTenant(server))
  await ask(page, 'I have lost my wifi code')
  await expect(log(page).getByText('I can find it by your payment reference.')).toBeVisible()
  await chat.getByRole('button', { name: 'Find my code' }).click()
  await expect(chat.getByLabel('Payment reference')).toBeVisible()
  await chat.getByRole('button', { name: 'Back' }).click()
  await expect(chat.getByText('I have lost my wifi code')).toBeVisible()
  // What is owed can be paid from the answer.
  await ask(page, 'How much do I owe?')
  await expect(log(page).getByText('You owe Ksh 6,500 now.')).toBeVisible()
  await chat.getByRole('button', { name: 'Pay Ksh 6,500' }).click()
  await expect(chat.getByLabel('Amount')).toHaveValue('6500')
})

test('users with payments have a history: the latest five, then all', { tag: '@long' }, async ({
  page,
  another,
  server,
}) => {
  const tenant = await addTenant(server)
  for (const amount of [10, 11, 12, 13, 14, 15]) await addPayment(server, tenant, amount)
  await signIn(page, tenant)
  const chat = assistant(page)
  await expandAssistant(page)
  await chat.getByRole('button', { name: /^Transaction history/ }).click()
  const rows = chat.getByRole('list').getByRole('listitem')
  await expect(rows.first()).toContainText('Rent by paybill')
  await expect(rows.first()).toContainText('Ksh')
  await expect(rows).toHaveCount(5)
  await chat.getByRole('link', { name: 'See all' }).click()
  await expect(page).toHaveURL(/\/transactions$/)

  const email = `new-${Date.now()}@example.com`
  const password = 'a-password-of-mine'
  const registered = await another.request.post('/api/auth/register', {
    data: { first_name: 'Neema', last_name: 'New', email, password, password2: password },
  })
  expect(registered.status()).toBe(201)
  await signIn(another, { username: email, password })
  const menu = assistant(another)
  await expandAssistant(another)
  await expect(menu.getByText('from KSH 50')).toBeVisible()
  await expect(menu.getByRole('link', { name: /^Student onboard/ })).toBeVisible()
  await expect(menu.getByRole('button', { name: /^Transaction history/ })).toHaveCount(0)
})

test('it can be closed when the browser has no storage', { tag: '@long' }, async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })
  await page.goto('/')
  await expect(assistant(page)).toBeVisible()
  await assistant(page).getByRole('button', { name: 'Close' }).click()
  await expect(assistant(page)).toBeHidden()
})

test('on a first visit only its button is over an open chat, which is named even when it failed', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, amina, { firstVisit: true })
  const broken = '**/api/chat/conversations/*/*/'
  await page.route(broken, (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await page.goto('/chats')
  // Beside the list the newest chat is open.
  await page.waitForURL(/\/chats\/\d+\/\d+$/)
  await expect(page.getByRole('link', { name: /Chebet Rotich/ })).toHaveAttribute(
    'aria-current',
    'page',
  )
  await page.getByRole('link', { name: /Njeri Mwangi/ }).click()
  const chat = page.getByRole('region', { name: 'The open chat' })
  const again = chat.getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await expect(chat.getByRole('heading', { name: 'Talk to Njeri Mwangi' })).toBeVisible()
  await page.unroute(broken)
  await again.click()
  await expect(again).toBeHidden()
  await expect(page.getByRole('button', { name: 'Ask or pay' })).toBeVisible()
  await expect(assistant(page)).toBeHidden()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('it is one line on the first visit, which opens it and can be closed for good', async ({
    page,
    server,
  }) => {
    await signIn(page, await addTenant(server), { firstVisit: true })
    await page.goto('/wifi')
    const line = assistant(page).getByRole('button', { name: /^Virtual assistant/ })
    await expect(line).toBeVisible()
    await line.click()
    await expect(assistant(page).getByRole('button', { name: /^Rent payment/ })).toBeVisible()
    await expect(assistant(page)).toBeFocused()
    expect(await heightLimit(page)).toBe(Math.round(740 * 0.7))
    await closeAssistant(page)
    await expect(page.getByRole('button', { name: 'Ask or pay' })).toBeFocused()
    await page.evaluate(() => localStorage.removeItem('bweni.assistant'))
    await page.reload()
    await closeAssistant(page)
    await expect(page.getByRole('button', { name: 'Ask or pay' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Ask or pay' })).toBeVisible()
    await expect(assistant(page)).toBeHidden()
  })
})

/** What can be pressed or filled in under the one line or under the button. */
const coveredBy = (page: Page, selector: string) =>
  page.evaluate((own) => {
    const box = document.querySelector(own)?.getBoundingClientRect()
    if (!box) return []
    const controls = document.querySelectorAll('main :is(a, button, input, select), .footer a')
    return [...controls].flatMap((control) => {
      const { left, right, top, bottom } = control.getBoundingClientRect()
      const isUnder = left < box.right && right > box.left && top < box.bottom && bottom > box.top
      return isUnder && right > left ? [control.textContent || control.id] : []
    })
  }, selector)

test('on a first visit neither its line nor its button covers what the page offers', {
  tag: '@long',
}, async ({ page }) => {
  const newcomer = { email: 'wambui.first@example.com', password: 'a long enough one' }
  const answer = await page.request.post('/api/auth/register', {
    data: {
      first_name: 'Wambui',
      last_name: 'First',
      ...newcomer,
      password2: newcomer.password,
    },
  })
  expect(answer.status()).toBe(201)
  const visits = [
    { width: 320, height: 568, shows: 'Move in' },
    {
      width: 360,
      height: 740,
      person: { username: newcomer.email, password: newcomer.password },
      shows: 'Move in',
    },
    { width: 1280, height: 800, person: brian, shows: 'Your account number' },
  ]
  for (const { width, height, person, shows } of visits) {
    await page.setViewportSize({ width, height })
    if (person) await signIn(page, person, { firstVisit: true })
    else await page.goto('/')
    await expect(page.locator('main').getByText(shows).first()).toBeVisible()
    const shown = page.locator('.assistant-button, .assistant-peek').filter({ visible: true })
    await expect(shown.first()).toBeVisible()
    expect(await coveredBy(page, '.assistant-button'), `${width} px`).toEqual([])
    // On a phone it is within the tabs, for visitors too, so that it covers no text.
    if (width < 900) {
      const button = await page.locator('.assistant-button').boundingBox()
      const tabs = await page.locator('.tabs').boundingBox()
      expect(button?.y).toBeGreaterThanOrEqual(tabs?.y ?? height)
    }
    for (const top of [0, 150, 1e6]) {
      await page.evaluate((y) => scrollTo(0, y), top)
      await expect
        .poll(() => coveredBy(page, '.assistant-peek'), { message: `${width} px` })
        .toEqual([])
    }
    // Nothing but the tabs is below the footer.
    const below = await page.evaluate(() => {
      const footer = document.querySelector('.footer')?.getBoundingClientRect()
      const tabs = document.querySelector('.tabs')?.getBoundingClientRect()
      return innerHeight - (tabs?.height ?? 0) - (footer?.bottom ?? 0)
    })
    expect(below, `${width} px`).toBeLessThan(8)
  }
})

/** What can be pressed or filled in and reaches as far to the right as the button, which must be visible. */
const inTheGutter = (page: Page) =>
  page.evaluate(() => {
    const start = document.querySelector('.assistant-button')?.getBoundingClientRect().left
    if (!start) return ['the button is hidden']
    const controls = document.querySelectorAll('main :is(a, button, input, textarea), .footer a')
    return [...controls].flatMap((control) => {
      const { width, right } = control.getBoundingClientRect()
      return width > 1 && right > start ? [control.textContent || control.id] : []
    })
  })

for (const [width, height] of [
  [360, 740],
  [1280, 800],
] as const) {
  test(`its button covers no control at the end of a page of ${width} px`, {
    tag: '@long',
  }, async ({ page, server }) => {
    await page.setViewportSize({ width, height })
    await signIn(page, await addTenant(server))
    const requests = watchRequests(page)
    for (const path of ['/', '/wifi', '/auth/user']) {
      await page.goto(path)
      const button = page.getByRole('button', { name: 'Ask or pay' })
      await expect(button).toBeVisible()
      const last = page.locator('main :is(a, button):visible, footer a:visible').last()
      // The page is still growing while its content is fetched.
      const isApart = async () => {
        await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
        const [box, under] = [await button.boundingBox(), await last.boundingBox()]
        return (
          (under?.x ?? 0) + (under?.width ?? 0) <= (box?.x ?? 0) ||
          (under?.y ?? 0) + (under?.height ?? 0) <= (box?.y ?? 0)
        )
      }
      await expect.poll(isApart, path).toBe(true)
      // And so it stays once nothing more arrives.
      await requests.answered()
      expect(await isApart(), path).toBe(true)
    }
    if (width < 900) return
    // Beside the column there is room for it at every width, wherever the page is scrolled to.
    await signIn(page, amina)
    const places = {
      '/': 'Transaction history',
      '/auth/user': 'Edit Profile',
      '/wifi': 'Find my code',
      '/about': 'Next picture',
      '/post/1': 'Comment',
      '/chats/11/10': 'Send',
    }
    for (const [path, name] of Object.entries(places)) {
      await page.goto(path)
      const control = page.getByRole('button', { name }).or(page.getByRole('link', { name }))
      await expect(control.first()).toBeVisible()
      await expect(page.getByRole('button', { name: 'Ask or pay' })).toBeVisible()
      for (const narrower of [900, 1000, 1180, 1279]) {
        await page.setViewportSize({ width: narrower, height })
        await expect
          .poll(() => inTheGutter(page), { message: `${path} at ${narrower} px` })
          .toEqual([])
      }
      await page.setViewportSize({ width, height })
    }
    // Open, it is closed by the same button on a laptop.
    await page.getByRole('button', { name: 'Ask or pay' }).click()
    expect(await heightLimit(page)).toBe(500)
    // The page makes room for it.
    for (const narrower of [900, 1024, 1280]) {
      await page.setViewportSize({ width: narrower, height })
      await expect
        .poll(() => coveredBy(page, '.assistant-panel'), { message: `${narrower} px` })
        .toEqual([])
    }
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(assistant(page)).toBeHidden()
  })
}

test('a press on Close counts, even if what is below changes during the press', {
  tag: '@long',
}, async ({ page, server }) => {
  await signIn(page, await addTenant(server))
  let renew = () => {}
  const held = new Promise<void>((resolve) => {
    renew = resolve
  })
  await page.route('**/api/auth/refresh-token', async (route) => {
    await held
    await route.continue()
  })
  await page.reload()
  await expandAssistant(page)
  await expect(assistant(page).getByText('Loading...')).toBeVisible()
  await assistant(page).getByRole('button', { name: 'Close' }).hover()
  await page.mouse.down()
  renew()
  await expect(assistant(page).getByRole('button', { name: /^Rent payment/ })).toBeVisible()
  await page.mouse.up()
  await expect(assistant(page)).toBeHidden()
})

looksRight('assistant, support with answers and a failure', async (page, server) => {
  await signIn(page, await addTenant(server))
  await openSupport(page)
  await assistant(page).getByRole('button', { name: 'When is rent due?' }).click()
  await ask(page, `${'muchtoolongforoneline'.repeat(20)} play:down`)
  await expect(assistant(page).getByText(unavailable).first()).toBeVisible()
  await question(page).fill('x'.repeat(501))
})

looksRight('assistant, history', async (page, server) => {
  const tenant = await addTenant(server)
  await addPayment(server, tenant, 500)
  await signIn(page, tenant)
  await expandAssistant(page)
  await assistant(page)
    .getByRole('button', { name: /^Transaction history/ })
    .click()
  await expect(assistant(page).getByRole('link', { name: 'See all' })).toBeVisible()
})

looksRight('assistant, missing code', async (page, server) => {
  await signIn(page, await addTenant(server))
  await expandAssistant(page)
  await assistant(page).getByRole('button', { name: /^Wifi/ }).click()
  await assistant(page).getByRole('button', { name: 'Paid, but no code?' }).click()
  await assistant(page).getByLabel('Payment reference').fill('UAA0000000')
  await assistant(page).getByRole('button', { name: 'Find my code' }).click()
  await expect(assistant(page).getByRole('alert')).toBeVisible()
})
