import type { Page } from '@playwright/test'
import { settled } from './chat-helpers.ts'
import {
  amina,
  assistant,
  brian,
  closeAssistant,
  expandAssistant,
  expect,
  fillLogin,
  grace,
  reloadUnrendered,
  signIn,
  test,
  watchRequests,
} from './fixtures.ts'

test('Amina signs in with her phone and ID number and sees room, balance and payments', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'Welcome to Acacia Court. We’ve kept a light on for you.',
  )
  await page
    .getByRole('link', { name: /^Log ?in$/i })
    .first()
    .click()
  await expect(page.getByText('phone number', { exact: false }).first()).toBeVisible()
  await fillLogin(page, amina)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Karibu, Amina.')
  await expect(page.getByText('You’re in room A101, ground floor, wing A.')).toBeVisible()
  await closeAssistant(page)
  await expect(page.getByText('Room A101 · Ksh 6,500 a month')).toBeVisible()
  await expect(page.getByText('Ksh 3,000 of Ksh 9,000 paid.')).toBeVisible()
  await expect(page.getByRole('definition').first()).toHaveText('Ksh 2,500')
  const toggle = page.getByRole('button', { name: 'Show Payments' })
  await toggle.click()
  await expect(page.getByText('Ksh 4,000')).toBeVisible()
  await page.getByRole('button', { name: 'Hide Payments' }).click()
  await expect(page.getByText('Ksh 4,000')).toBeHidden()
})

test('the landing page is complete without scripts, and requests them after the first paint', async ({
  request,
}) => {
  const html = await (await request.get('/')).text()
  expect(html).toContain('hello@acacia.example')
  expect(html).toContain('requestAnimationFrame')
  expect(html).not.toContain('<link rel="modulepreload"')
})

test('the account number is copied without its gap', async ({ page, context, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url })
  await signIn(page, amina)
  await page.getByRole('button', { name: /^Copy/ }).click()
  await expect(page.getByRole('button', { name: /Copied/ })).toBeVisible()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied).toMatch(/^[2-9A-Z]{8}$/)
})

test('the login page shows the error and keeps what was typed', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/auth/login')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByRole('alert')).toHaveText('Please enter both email and password.')
  await fillLogin(page, { username: amina.username, password: 'wrong' })
  await expect(page.getByRole('alert')).toHaveText('Invalid credentials. Please try again.')
  await expect(page.getByLabel('Username or email')).toHaveValue(amina.username)
})

/** Until `arrive` the scripts of all pages are on their way. */
async function holdScripts(page: Page) {
  const { promise, resolve: arrive } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', (route) => promise.then(() => route.continue()), {
    times: 1_000,
  })
  return arrive
}

test('logging in needs no scripts, and those of the next page know who has come', async ({
  page,
}) => {
  await page.goto('/about')
  // What somebody before has left behind.
  await page.evaluate(() => {
    localStorage.setItem('bweni.logoutPending', 'true')
    localStorage.setItem('bweni.typed.account', '{"account_number":"2345 6789"}')
  })
  const arrive = await holdScripts(page)
  await page.goto('/auth/login', { waitUntil: 'commit' })
  const username = page.getByLabel('Username or email')
  const password = page.getByLabel('Password', { exact: true })
  await username.fill(brian.username)
  await password.fill('wrong')
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Invalid credentials. Please try again.')).toBeVisible()
  await expect(username).toHaveValue(brian.username)
  await expect(password).toHaveValue('')
  await password.fill(brian.password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Karibu, Brian.' })).toBeVisible()
  await expect(page.getByText('Nothing to pay')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
  arrive()
  await page.getByRole('button', { name: 'Show Payments' }).click()
  await expect(page.getByRole('list', { name: 'Payments' })).toBeVisible()
  const kept = await page.evaluate(() => ({ ...localStorage }))
  expect(kept).toMatchObject({ 'bweni.isLoggedIn': 'true' })
  expect(kept).not.toHaveProperty('bweni.logoutPending')
  expect(JSON.stringify(kept)).not.toContain('2345 6789')
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('bweni_by_form')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Karibu, Brian.' })).toBeVisible()
})

test('after a refusal without scripts the page goes on with them', { tag: '@long' }, async ({
  page,
}) => {
  const arrive = await holdScripts(page)
  await page.goto('/auth/login', { waitUntil: 'commit' })
  await page.getByRole('button', { name: 'Log in' }).click()
  await expect(page.getByText('Please enter both email and password.')).toBeVisible()
  // Pressed again while the answer is on its way, it is one try.
  let tries = 0
  const answer = Promise.withResolvers<void>()
  await page.route('**/auth/login', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    tries++
    await answer.promise
    await route.continue()
  })
  await page.getByLabel('Username or email').fill('nobody@acacia.example')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  const again = page.waitForEvent('console', (message) => message.text() === 'pressed again')
  await page.getByRole('button', { name: 'Log in' }).evaluate((button: HTMLButtonElement) => {
    button.click()
    setTimeout(() => {
      button.click()
      console.log('pressed again')
    }, 200)
  })
  await again
  await expect.poll(() => tries).toBe(1)
  answer.resolve()
  await expect(page.getByText('Invalid credentials. Please try again.')).toBeVisible()
  expect(tries).toBe(1)
  arrive()
  await fillLogin(page, { username: amina.username, password: 'wrong' })
  await expect(page.getByRole('alert')).toHaveText('Invalid credentials. Please try again.')
  await expect(page.getByText('Please enter both email and password.')).toBeHidden()
  await fillLogin(page, amina)
  await expect(page.getByRole('heading', { name: 'Karibu, Amina.' })).toBeVisible()
})

test('a logout that couldn’t be sent doesn’t end a login by form since', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/auth/login')
  await expect(page.locator('.waking')).toHaveCount(0)
  await page.evaluate(() => localStorage.setItem('bweni.logoutPending', 'true'))
  let logouts = 0
  page.on('request', (request) => {
    if (request.url().includes('/auth/logout')) logouts++
  })
  // In another tab, whose next page is still on its way when the network comes back.
  const answer = await page.request.post('/auth/login', {
    form: { email: amina.username, password: amina.password },
    headers: { origin: new URL(page.url()).origin },
    maxRedirects: 0,
  })
  expect(answer.status()).toBe(303)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Karibu, Amina.' })).toBeVisible()
  expect(logouts).toBe(0)
})

test('Enter counts before the scripts have come', async ({ page }) => {
  const arrive = await holdScripts(page)
  await page.goto('/auth/forgot', { waitUntil: 'commit' })
  await page.getByRole('textbox').first().fill('nobody@nowhere.example')
  await page.keyboard.press('Enter')
  await expect(page.locator('[type=submit]')).toBeDisabled()
  arrive()
  await expect(page.getByText(/^If that account has an email/)).toBeVisible()
})

test('busy is shown as checking..., and only then is the home page fetched', {
  tag: '@long',
}, async ({ page }) => {
  const homeScripts: string[] = []
  page.on('request', (request) => {
    if (/index-page/.test(request.url())) homeScripts.push(request.url())
  })
  const checked = Promise.withResolvers<void>()
  await page.route('**/api/auth/login', async (route) => {
    await checked.promise
    await route.continue()
  })
  await page.goto('/auth/login')
  await page.getByLabel('Password', { exact: true }).fill('any')
  expect(homeScripts).toEqual([])
  await fillLogin(page, amina)
  const busy = page.getByRole('button', { name: 'checking...' })
  await expect(busy).toHaveAttribute('aria-busy', 'true')
  await expect.poll(() => homeScripts.length).toBeGreaterThan(0)
  checked.resolve()
  await page.waitForURL((url) => url.pathname === '/')
})

test('the login page reports a missing network, and trying again works', { tag: '@long' }, async ({
  page,
}) => {
  await page.goto('/auth/login')
  await page.route('**/api/auth/login', (route) => route.abort())
  await fillLogin(page, amina)
  await expect(page.getByRole('alert')).toContainText('No network')
  await page.unroute('**/api/auth/login')
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((url) => url.pathname === '/')
})

test('after signing in the user returns to the requested page', async ({ page }) => {
  await page.goto('/auth/user')
  await page.waitForURL((url) => url.pathname === '/')
  await page
    .getByRole('link', { name: /^Log ?in$/i })
    .first()
    .click()
  await fillLogin(page, amina)
  await page.waitForURL('**/auth/user')
  await expect(page.getByText('0712 345 678')).toBeVisible()
})

test('an unknown path leads home and says so; a missing file is missing', { tag: '@long' }, async ({
  page,
  request,
}) => {
  await page.goto('/no/such/page')
  const notice = page.getByText('We couldn’t find that page')
  await expect(notice).toBeVisible()
  await expect(page).toHaveURL('/')
  await page.getByRole('link', { name: 'About us' }).click()
  await expect(page).toHaveTitle('About us · Bweni')
  await expect(notice).toBeHidden()
  await page.goto('/login')
  await expect(page).toHaveURL('/auth/login')
  await page.goto('/register/')
  await expect(page).toHaveURL('/auth/register')

  for (const path of ['/sitemap.xml', '/assets/gone.js', '/such.php']) {
    expect((await request.get(path, { maxRedirects: 0 })).status(), path).toBe(404)
  }
  const manifest = await (await request.get('/manifest.webmanifest')).json()
  for (const { src } of [{ src: '/favicon.ico' }, { src: '/house.png' }, ...manifest.icons]) {
    expect((await request.get(src)).headers()['content-type'], src).toMatch(/^image\//)
  }
})

test('a reload keeps the user signed in, without a flash of the landing page', async ({ page }) => {
  await signIn(page, amina)
  await expect(page.getByRole('heading', { name: 'Karibu, Amina.' })).toBeVisible()
  const html = await (await page.context().request.get('/')).text()
  expect(html).not.toContain('light on')
  const seen: string[] = []
  await page.exposeFunction('seen', (text: string) => seen.push(text))
  await page.addInitScript(() => {
    new MutationObserver(() => {
      const { seen } = window as unknown as { seen(text: string): void }
      seen(document.querySelector('h1')?.textContent ?? '')
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Karibu, Amina.' })).toBeVisible()
  expect(seen.filter((text) => text.includes('light on'))).toEqual([])
})

test('storage holds no token and no name', { tag: '@long' }, async ({ page }) => {
  await signIn(page, amina)
  const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(stored).toContain('isLoggedIn')
  expect(stored).not.toContain('eyJ')
  expect(stored).not.toContain('Otieno')
})

test('an expired token is renewed silently', async ({ page }) => {
  await signIn(page, amina)
  let refused = 0
  await page.route('**/api/onboard/**', async (route) => {
    if (refused++ > 1) return route.continue()
    // After either status the call is repeated once, with another token.
    await route.fulfill({
      status: refused === 1 ? 401 : 403,
      json: { message: 'Please log in.', code: 'not_signed_in' },
    })
  })
  // Home asks for both, unless the server has rendered it with its data.
  await reloadUnrendered(page)
  await expect(page.getByText('Room A101 · Ksh 6,500 a month')).toBeVisible()
  await expect(page.getByText(/^[2-9A-Z]{4} [2-9A-Z]{4}$/).first()).toBeVisible()
  expect(refused).toBeGreaterThan(1)
})

test('two tabs share the session; logging out in one logs out the other', { tag: '@long' }, async ({
  context,
}) => {
  const one = await context.newPage()
  const other = await context.newPage()
  await signIn(one, brian)
  await other.goto('/')
  await expect(other.getByRole('heading', { name: 'Karibu, Brian.' })).toBeVisible()
  await one.goto('/auth/user')
  await one.getByRole('button', { name: 'Logout' }).click()
  await one.waitForURL((url) => url.pathname === '/')
  await expect(one.getByRole('heading', { level: 1 })).toContainText('light on')
  await expect(other.getByRole('heading', { level: 1 })).toContainText('light on')
  await expect(other.getByText('Brian')).toHaveCount(0)
  // The token of the session that is over is not sent with the next sign-in.
  const next = one.waitForRequest('**/api/auth/login')
  await one.getByRole('link', { name: 'Login' }).first().click()
  await fillLogin(one, { ...brian, password: 'wrong' })
  expect((await next).headers()).not.toHaveProperty('x-csrftoken')
  await other.reload()
  await expect(other.getByRole('heading', { level: 1 })).toContainText('light on')
})

test('a session that the server has ended leaves no account number behind', async ({ page }) => {
  const saved = () => page.evaluate(() => localStorage.getItem('bweni.typed.account'))
  await signIn(page, brian)
  await expect.poll(saved).not.toBeNull()
  await page.context().clearCookies()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('light on')
  await expect.poll(saved).toBeNull()
})

test('a page stands while its session loads; when that fails, trying again works', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, amina)
  const refreshes = '**/api/auth/refresh-token'
  let answer = () => {}
  const asked = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route(refreshes, async (route) => {
    await asked
    await route.fulfill({ status: 500 })
  })
  const heading = page.getByRole('heading', { level: 1 })
  const main = page.getByRole('main')
  for (const [path, title] of [
    ['/wifi', 'My wifi'],
    ['/post/1', 'Post'],
    ['/chats', 'Chats'],
    ['/transactions', 'Transaction history'],
  ] as const) {
    await page.goto(path)
    await expect(heading).toHaveText(title)
    await expect(main.locator('.skeleton').first()).toBeVisible()
    await expect(main.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  }
  answer()
  await expect(main.getByText('The residence’s server isn’t answering.')).toBeVisible()
  await expect(heading).toHaveText('Your payments couldn’t be loaded')
  await expect(page.getByText(/No network/)).toHaveCount(0)
  await page.unroute(refreshes)
  await page.route(refreshes, (route) => route.abort())
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByText('No network. This page will load')).toBeVisible()
  await page.unroute(refreshes)
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(main.getByRole('heading', { name: 'By month' })).toBeVisible()
})

test('a page whose user was never known shows nothing of theirs to the next one', {
  tag: '@long',
}, async ({ page, context }) => {
  await signIn(page, amina)
  const ownUser = /\/api\/auth\/user\/?$/
  await page.route(ownUser, (route) => route.fulfill({ status: 503 }))
  await page.goto('/chats')
  await expect(page.getByText('The residence’s server isn’t answering')).toBeVisible()
  // A page that was frozen hears nothing of a login in another tab.
  const data = { email: brian.username, password: brian.password }
  await context.request.post('/api/auth/login', { data })
  await page.unroute(ownUser)
  await page.getByRole('button', { name: 'Try again' }).first().click()
  const links = page.getByRole('navigation').getByRole('link', { name: 'Brian' })
  await expect(links.first()).toBeVisible()
  await expect(page.getByText('Amina Otieno').first()).toBeVisible()
  await expect(page.getByText('Njeri Mwangi')).toHaveCount(0)
})

test('code that can’t be loaded: the page and the assistant say so, and trying again works', {
  tag: '@long',
}, async ({ page, context }) => {
  const requests = watchRequests(page)
  const unopened = /assets\/feed-page-.*js/
  await page.route(unopened, (route) => route.abort())
  await signIn(page, amina)
  const code = /assets\/(about-page|panel)-/
  await page.route(code, (route) => route.abort())
  await page.getByRole('link', { name: 'About us' }).first().click()
  const main = page.getByRole('main')
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText('This page couldn’t be loaded')
  const styles = /assets\/wifi-page-.*css/
  await page.route(styles, (route) => route.abort())
  await page.getByRole('link', { name: 'Home' }).first().click()
  await page.getByRole('link', { name: 'My wifi' }).click()
  await expect(page).toHaveURL(/\/wifi$/)
  await expect(heading).toHaveText('This page couldn’t be loaded')
  await page.unroute(styles)
  await page.getByRole('link', { name: 'About us' }).first().click()
  await expect(heading).toHaveText('This page couldn’t be loaded')
  await page.getByRole('button', { name: 'Ask or pay' }).click()
  const dialog = assistant(page)
  await expect(dialog.getByText('The assistant couldn’t be loaded.')).toBeVisible()
  await page.unroute(code)
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(dialog.getByRole('button', { name: /^Wifi/ })).toBeVisible()
  await dialog.getByRole('button', { name: 'Close the assistant' }).click()
  await main.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(/\/about$/)
  await expect(heading).toHaveText('We are Glad')

  await requests.answered()
  await context.setOffline(true)
  await expect(main.getByText('No network.', { exact: true })).toBeVisible()
  await expect(main.getByText(/Showing the version|will load/)).toHaveCount(0)
  const tabs = page.getByRole('navigation', { name: 'Main' })
  await tabs.getByRole('link', { name: 'Services' }).click()
  await expect(heading).toHaveText('This page couldn’t be loaded')
  await expect(main.getByText('No network.')).toHaveText([
    'No network. This page will load when you’re back online.',
  ])
  await page.getByRole('link', { name: 'Terms' }).click()
  await expect(page).toHaveURL(/\/terms\//)
  await expect(heading).toHaveText('This page couldn’t be loaded')
  await tabs.getByRole('link', { name: 'Services' }).click()
  await expect(page).toHaveURL(/\/services$/)
  await page.unroute(unopened)
  await context.setOffline(false)
  await expect(heading).toHaveText('Feed')
})

test('without network the pages of the tabs and the assistant open', { tag: '@long' }, async ({
  page,
  context,
}) => {
  test.slow()
  // From the beginning: a slow sign-in may be followed at once by what is fetched when idle.
  const missing = new Set(['advertise-page', 'profile-stay', 'open-chat', 'conversation'])
  page.on('response', (response) => {
    for (const name of missing) {
      if (response.url().includes(`/assets/${name}-`)) missing.delete(name)
    }
  })
  // The browser takes a busy machine for a slow line, on which nothing is fetched beforehand.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: undefined })
    // Nor is it ever idle.
    window.requestIdleCallback = (go) =>
      window.setTimeout(() => go({ didTimeout: true, timeRemaining: () => 0 }))
  })
  const requests = watchRequests(page)
  await signIn(page, amina)
  await page.mouse.wheel(0, 10)
  await expect.poll(() => [...missing]).toEqual([])
  await requests.answered()
  await context.setOffline(true)
  const heading = page.getByRole('heading', { level: 1 })
  const tabs = page.getByRole('navigation', { name: 'Main' })
  for (const [tab, title] of [
    ['Services', 'Feed'],
    ['Advertise', 'Advertise with Us'],
    ['About us', 'We are Glad'],
    ['Amina', 'Amina'],
  ] as const) {
    await tabs.getByRole('link', { name: tab }).click()
    await expect(heading).toContainText(title)
    await expect(page.getByText('No network.').first()).toBeVisible()
    if (tab === 'Services') {
      // Nothing of it was loaded before.
      await expect(page.getByText(/Showing the version from/)).toHaveCount(0)
      const main = page.getByRole('main')
      await expect(main.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
      await expect(main.locator('.skeleton')).toHaveCount(0)
    }
    // A style sheet that couldn't be fetched has no rules.
    const unstyled = await page
      .locator('link[rel=stylesheet]')
      .evaluateAll((links) =>
        links.flatMap((link) => (link instanceof HTMLLinkElement && !link.sheet ? link.href : [])),
      )
    expect(unstyled, tab).toEqual([])
  }
  await tabs.getByRole('link', { name: 'Services' }).click()
  await expandAssistant(page)
  await expect(assistant(page).getByRole('button', { name: /^Wifi/ })).toBeDisabled()
  await expect(
    assistant(page).getByText('No network. You can pay when you’re back online.'),
  ).toBeVisible()
  await context.setOffline(false)
  await expect(assistant(page).getByRole('button', { name: /^Wifi/ })).toBeEnabled()
  await expect(page.getByRole('main').getByRole('article').first()).toBeVisible()
})

test('staff are welcomed without a room', { tag: '@long' }, async ({ page }) => {
  await signIn(page, grace)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Grace')
  await expect(page.getByText('Room and payments')).toHaveCount(0)
})

test('until their session is there, staff and tenants see their own home page', {
  tag: '@long',
}, async ({ page, another }) => {
  const tabs = (of: Page) => of.getByRole('navigation', { name: 'Main' })
  const ask = (of: Page, name: string) => of.getByRole('button', { name, exact: true })
  const account = 'Your account number'
  await page.setViewportSize({ width: 360, height: 740 })
  for (const [own, person] of [
    [page, grace],
    [another, amina],
  ] as const) {
    await signIn(own, person)
    await expect(tabs(own).getByRole('link', { name: person.first_name })).toBeVisible()
    const html = await (await own.request.get('/')).text()
    const text = html.replaceAll(/<[^>]*>/g, '')
    expect(text).toContain(`Karibu, ${person.first_name}.`)
    // Also while no script has run.
    expect(html).toContain(own === page ? 'Desk' : 'Advertise')
    expect(html).not.toMatch(own === page ? /account number|Ask or pay/ : /Desk|skeleton title/)
    await own.route('**/api/**', () => undefined)
    await own.reload()
  }
  await expect(tabs(page).getByRole('link')).toHaveText([
    'Home',
    'Desk',
    'Tenants',
    'Posts',
    'Grace',
  ])
  await expect(page.getByRole('region', { name: 'To do today' })).toBeVisible()
  await expect(ask(page, 'Ask')).toBeHidden()
  await expect(page.getByText(account)).toHaveCount(0)
  await expect(ask(page, 'Ask or pay')).toHaveCount(0)
  await expect(tabs(another).getByRole('link', { name: 'Advertise' })).toBeVisible()
  await expect(tabs(another).getByRole('link', { name: 'Desk' })).toHaveCount(0)
  await expect(another.getByRole('heading', { name: account })).toBeVisible()
  await expect(ask(another, 'Ask or pay')).toBeVisible()
  // Nothing is known at the first visit after an update.
  await page.context().addCookies([{ name: 'bweni_signed_in', value: '1', url: page.url() }])
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Karibu.')
  await expect(page.locator('main .skeleton').first()).toBeVisible()
  await expect(tabs(page).getByRole('link')).toHaveCount(0)
  await expect(ask(page, 'Ask')).toHaveCount(0)
})

test('home is there with its balance before any script, and a press on it is not lost', async ({
  page,
}) => {
  const requests = watchRequests(page)
  await signIn(page, amina)
  // The server renders for whom it knows: a session that is just being renewed may be lost by a reload.
  await requests.answered()
  const loading = Promise.withResolvers<void>()
  const settings = { times: 1_000 }
  await page.route(
    '**/assets/*.js',
    (route) => loading.promise.then(() => route.continue()),
    settings,
  )
  await page.reload({ waitUntil: 'commit' })
  await expect(page.getByText('Balance today')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Choose your own password' })).toBeVisible()
  await page.getByRole('button', { name: 'Show Payments' }).click()
  loading.resolve()
  await expect(page.getByRole('list', { name: 'Payments' })).toBeVisible()
  await page.getByRole('button', { name: 'Hide Payments' }).click()
  await expect(page.getByRole('list', { name: 'Payments' })).toBeHidden()
  await page.unroute('**/assets/*.js')
  // At any moment of the start a press counts once: with this many scripts there, and the others still to come.
  for (let there = 0; there < 24; there += 3) {
    await requests.answered()
    const rest = Promise.withResolvers<void>()
    let asked = 0
    await page.route('**/assets/*.js', async (route) => {
      asked += 1
      if (asked > there) await rest.promise
      await route.continue()
    })
    await page.reload({ waitUntil: 'commit' })
    await page.getByText('Balance today').waitFor()
    await page.getByRole('button', { name: 'Show Payments' }).click()
    rest.resolve()
    await expect(page.getByRole('list', { name: 'Payments' })).toBeVisible()
    await settled(page)
    await expect(page.getByRole('list', { name: 'Payments' })).toBeVisible()
    await page.unroute('**/assets/*.js')
  }
  // What the server rendered is kept when the figures can't be asked for again.
  await page.route('**/api/**', (route) => route.fulfill({ status: 502 }))
  await page.reload()
  await expect(page.getByText('The residence’s server isn’t answering.')).toBeVisible()
  await expect(page.getByText('Balance today')).toBeVisible()
})

test('a failed fetch shows an error and a way to retry', { tag: '@long' }, async ({ page }) => {
  await signIn(page, amina)
  await page.route('**/api/onboard/student_room_paymments/', (route) =>
    route.fulfill({ status: 502, body: 'Bad gateway' }),
  )
  await page.route('**/api/onboard/account_number/', (route) => route.fulfill({ status: 502 }))
  await reloadUnrendered(page)
  await expect(page.getByText('An error occurred while fetching payments.')).toBeVisible()
  await expect(page.getByText('An error occurred while fetching account.')).toHaveCount(0)
  await expect(page.getByRole('main').getByText('call the office on')).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: 'Try again' })).toHaveCount(1)
  await page.unroute('**/api/onboard/student_room_paymments/')
  await page.getByRole('main').getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Room A101 · Ksh 6,500 a month')).toBeVisible()
})
