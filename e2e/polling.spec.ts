import {
  assistant,
  closeAssistant,
  demoTenant,
  expandAssistant,
  expect,
  payRent,
  signIn,
  test,
} from './fixtures.ts'

const statusCall = '**/api/stk-push/status/'

test('polls at once, then every 5 s, 24 times in all, on a fake clock', { tag: '@long' }, async ({
  page,
}) => {
  await page.routeWebSocket('**/socket.io/**', (socket) => socket.close())
  // A call counts once its answer is in the page: a check still open when the clock moves on would time out.
  let statusCalls = 0
  await page.route(statusCall, async (route) => {
    const response = page.waitForResponse(statusCall)
    await route.fulfill({ response: await route.fetch() })
    await (await response).finished()
    statusCalls += 1
  })
  await page.clock.install()
  await signIn(page, demoTenant(27))
  const chat = assistant(page)
  await expandAssistant(page)
  await expect(chat.getByRole('button', { name: /^Rent payment/ })).toBeVisible()
  // From here on only this test moves the clock.
  await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1000)))
  await payRent(page, { phone: '0736027900', amount: 15 })
  await expect(chat.getByText('Look at your phone.')).toBeVisible()
  await page.clock.runFor(50)
  await expect.poll(() => statusCalls).toBe(1)
  for (let check = 2; check <= 24; check++) {
    await page.clock.runFor(4700)
    expect(statusCalls).toBe(check - 1)
    await page.clock.runFor(300)
    await expect.poll(() => statusCalls).toBe(check)
  }
  await page.clock.runFor(30_000)
  await expect(
    chat.getByText('Payment status check timed out. Please check your transaction history later'),
  ).toBeVisible()
  expect(statusCalls).toBe(24)
})

test('the success message comes 2 s after the result', { tag: '@long' }, async ({ page }) => {
  await page.routeWebSocket('**/socket.io/**', (socket) => socket.close())
  await signIn(page, demoTenant(28))
  await page.route(statusCall, async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    await route.fulfill({ json: { data: { ...body.data, status: 'completed', result_code: '0' } } })
  })
  await page.clock.install()
  const chat = assistant(page)
  await expandAssistant(page)
  await expect(chat.getByRole('button', { name: /^Rent payment/ })).toBeVisible()
  await page.clock.pauseAt(new Date(await page.evaluate(() => Date.now() + 1000)))
  await payRent(page, { phone: '0736028900', amount: 15 })
  await expect(chat.getByText('Look at your phone.')).toBeVisible()
  await page.clock.runFor(50)
  await expect(chat.getByText('M‑Pesa has confirmed your payment.')).toBeVisible()
  await page.clock.runFor(1900)
  await expect(chat.getByText(/^Paid\. Asante/)).toBeHidden()
  await page.clock.runFor(200)
  await expect(chat.getByText(/^Paid\. Asante/)).toBeVisible()
})

test('the result comes over the socket when no status call returns it', { tag: '@long' }, async ({
  page,
}) => {
  await page.route(statusCall, async (route) => {
    const reply = await route.fetch()
    const body = await reply.json()
    await route.fulfill({ json: { data: { ...body.data, status: 'processing' } } })
  })
  await signIn(page, demoTenant(29))
  await payRent(page, { phone: '0736029002', amount: 15 })
  await expect(assistant(page).getByText(/^Paid\. Asante/)).toBeVisible()
})

test('a double click on pay asks the phone once', { tag: '@long' }, async ({ page }) => {
  await signIn(page, demoTenant(30))
  let sent = 0
  await page.route('**/api/stk-push/initiate/', async (route) => {
    sent += 1
    await route.continue()
  })
  const chat = assistant(page)
  await expandAssistant(page)
  await chat.getByRole('button', { name: /^Rent payment/ }).click()
  await chat.getByRole('button', { name: 'Next' }).click()
  await chat.getByLabel('M-Pesa phone number').fill('0736030002')
  await chat.getByRole('button', { name: 'Next' }).click()
  await chat.getByLabel('Amount').fill('15')
  await chat.getByRole('button', { name: 'Pay Ksh 15' }).dblclick({ noWaitAfter: true })
  await expect(chat.getByText(/^Paid\. Asante/)).toBeVisible()
  expect(sent).toBe(1)
})

test("a payment by another user shows on the tenant's open page", { tag: '@long' }, async ({
  page,
  request,
}) => {
  await signIn(page, demoTenant(9))
  await page.mouse.click(5, 5)
  await closeAssistant(page)
  const number = await page.getByText(/^Account no\./).textContent()
  const account_number = /Account no\. (\w{8})/.exec(number ?? '')?.[1]
  await page.getByRole('button', { name: 'Show Payments' }).click()
  await page.waitForTimeout(1500)
  const paid = await request.post('/pretend-daraja/phones/0736009002/paybill/', {
    data: { account_number, amount: 123 },
  })
  expect(paid.ok()).toBe(true)
  await expect(page.getByRole('listitem').filter({ hasText: 'Ksh 123' })).toBeVisible()
})
