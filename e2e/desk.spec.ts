import type { Page } from '@playwright/test'
import { groupByFour, makeAccountNumber } from '#rules/account-number.ts'
import { addTenant } from './add-tenant.ts'
import { brian, expect, fillLogin, grace, payRent, signIn, test } from './fixtures.ts'
import { arrive, newReceipt, postConfirmation } from './paybill.ts'

test.use({ ownServer: 'desk' })

type Person = { username: string; password: string }

async function accountOf(page: Page, person: Person): Promise<string> {
  await signIn(page, person)
  const text = await page.getByText(/^Account no\./).textContent()
  return /Account no\. (\w{8})/.exec(text ?? '')?.[1] ?? ''
}

async function openDesk(page: Page) {
  await signIn(page, grace, { at: '/staff/desk' })
}

const item = (page: Page) => page.getByRole('region', { name: 'The chosen payment' })
const line = (page: Page, receipt: string) => page.getByRole('link', { name: receipt })
/** The item opened from its line, ready to be dealt with. */
async function choose(page: Page, receipt: string) {
  await line(page, receipt).click()
  await expect(item(page).getByText(`${receipt} ·`)).toBeVisible()
  // An item that was open already takes the focus when its line is pressed.
  await expect(item(page).getByRole('heading', { level: 2 })).toBeFocused()
}
/** Presses a button that credits, and confirms; returns what was asked. */
async function credit(page: Page, name: string | RegExp) {
  await item(page).getByRole('button', { name }).click()
  const question = page.getByRole('dialog')
  await expect(question.getByRole('heading', { name: /^Credit Ksh .*\?$/ })).toBeFocused()
  const asked = (await question.textContent()) ?? ''
  await question.getByRole('button', { name: /^Credit Ksh/ }).click()
  return asked.replaceAll('\u00a0', ' ')
}
const payments = async (page: Page) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Show Payments' }).click()
  return page.getByRole('list', { name: 'Payments' })
}

test('a mistyped account number: from the home of staff to the home of the tenant', async ({
  page,
  another,
  server,
}) => {
  const tenant = await addTenant(server)
  const account = await accountOf(another, tenant)
  const receipt = await arrive(server, `${account.slice(0, 2)}B${account.slice(2)}`, '1234.00')

  await signIn(page, grace)
  await expect(page.getByRole('link', { name: /^Desk \d+ waiting$/ })).toBeVisible()
  await page.getByRole('link', { name: /^\d+ payments? (is|are) waiting on the desk/ }).click()
  await choose(page, receipt)
  await expect(
    item(page).getByRole('heading', { name: 'Who is this Ksh 1,234 for?' }),
  ).toBeFocused()
  await expect(item(page).getByText('very likely')).toBeVisible()
  await expect(item(page).getByText('One character differs from the account number.')).toBeVisible()
  const asked = await credit(page, `Credit Ksh 1,234 to ${tenant.room}`)
  expect(asked).toContain(`Credit Ksh 1,234 to ${tenant.full_name}?`)
  expect(asked).toContain(`${tenant.full_name}, ${tenant.room}, account ${groupByFour(account)}: `)
  expect(asked).toContain(receipt)
  expect(asked).toMatch(/owes Ksh 6,500 →to owes Ksh 5,266\. They get a new receipt\./)
  await expect(item(page).getByText(`Ksh 1,234 credited to ${tenant.full_name}.`)).toBeVisible()
  await expect(line(page, receipt)).toHaveCount(0)

  await page.getByRole('link', { name: 'Dealt with' }).click()
  const done = page.getByRole('listitem').filter({ hasText: receipt })
  await expect(done).toContainText(`Ksh 1,234 credited to ${tenant.full_name}, ${tenant.room}`)
  await expect(done).toContainText('Grace Wanjiru')
  await done.getByRole('link', { name: /^Receipt R\d{6}$/ }).click()
  await expect(page.getByRole('heading', { name: /^Receipt R\d{6}$/ })).toBeVisible()
  await expect(page.getByRole('definition').filter({ hasText: receipt })).toBeVisible()

  const list = await payments(another)
  await expect(list.getByRole('listitem').filter({ hasText: receipt })).toContainText('Ksh 1,234')
})

test('another account: by name, by room, by a whole account number', { tag: '@long' }, async ({
  page,
  server,
}) => {
  const receipt = await arrive(server, 'rent', '321.00')
  await openDesk(page)
  await choose(page, receipt)
  const search = item(page).getByLabel(/Someone else|Who is it for/)
  await search.fill('zzz')
  await expect(item(page).getByText('No tenants found matching your search').first()).toBeVisible()
  await search.fill('A')
  await expect(
    item(page)
      .getByText(/^\+\d+ more tenants match your search$/)
      .first(),
  ).toBeVisible()
  await search.fill('a102')
  await item(page)
    .getByRole('option', { name: /^Brian Kamau/ })
    .click()
  await expect(item(page).getByText('Brian Kamau · Room A102')).toBeFocused()
  // A valid number that no account has.
  const nobodys = makeAccountNumber(() => 0)
  await search.fill(groupByFour(nobodys).toLowerCase())
  await page.keyboard.press('Enter')
  await item(page)
    .getByRole('button', { name: `Credit Ksh 321 to ${groupByFour(nobodys)}` })
    .click()
  await expect(item(page).getByText(`There is no account ${nobodys}.`)).toBeVisible()
  await search.fill('brian kam')
  await item(page)
    .getByRole('option', { name: /^Brian Kamau/ })
    .click()
  await credit(page, 'Credit Ksh 321 to A102')
  await expect(item(page).getByText('Ksh 321 credited to Brian Kamau.')).toBeVisible()
})

test('a credit to the wrong account is taken back; notes are kept; the tenant sees a void receipt', {
  tag: '@long',
}, async ({ page, another, server }) => {
  const receipt = await arrive(server, 'brian kamau', '432.00')
  await openDesk(page)
  await choose(page, receipt)
  await item(page).getByRole('button', { name: 'Add a note' }).click()
  await item(page).getByRole('textbox', { name: 'Note' }).fill('Amina’s aunt paid this.')
  await page.reload()
  await expect(item(page).getByRole('textbox', { name: 'Note' })).toHaveValue(
    'Amina’s aunt paid this.',
  )
  await item(page).getByRole('button', { name: 'Save note' }).click()
  await expect(item(page).getByText('Note saved.')).toBeVisible()
  await credit(page, 'Credit Ksh 432 to A102')
  await expect(item(page).getByText('Ksh 432 credited to Brian Kamau.')).toBeVisible()
  const number = await item(page)
    .getByRole('link', { name: /^R\d{6}$/ })
    .textContent()

  await item(page).getByRole('link', { name: 'Undo' }).click()
  const takeBack = item(page).getByRole('button', { name: 'Take back Ksh 432 from A102' })
  await takeBack.click()
  await expect(item(page).getByText('Please say why.')).toBeVisible()
  await item(page).getByLabel('Why was this the wrong account?').fill('Paid for another room.')
  await takeBack.click()
  await expect(item(page).getByText('Ksh 432 taken back. It’s back on the desk.')).toBeVisible()
  await expect(page.getByRole('link', { name: /^Waiting/ })).toHaveAttribute('aria-current', 'page')
  const history = item(page).getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect(history).toHaveText([
    /Grace Wanjiru wrote.*Amina’s aunt paid this\./,
    /Grace Wanjiru credited Ksh.432 to Brian Kamau, A102/,
    /Grace Wanjiru took back Ksh.432 from Brian Kamau, A102.*Paid for another room\./,
  ])
  const search = item(page).getByLabel(/Someone else|Who is it for/)
  await search.fill('amina')
  await item(page)
    .getByRole('option', { name: /^Amina Otieno/ })
    .click()
  await credit(page, 'Credit Ksh 432 to A101')
  await expect(item(page).getByText('Ksh 432 credited to Amina Otieno.')).toBeVisible()

  await signIn(another, brian)
  const rows = (await payments(another)).getByRole('listitem').filter({ hasText: 'Ksh 432' })
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: '−Ksh 432' })).toContainText('Payment taken back')
  await expect(rows.filter({ hasText: receipt })).toContainText('Void')
  await another.getByRole('link', { name: `Receipt ${number}` }).click()
  await expect(another.getByText(/^Void since \d+ \w+ 20\d\d\./)).toContainText(
    'Paid for another room.',
  )
  await expect(another.getByText(/^Questions\?/)).toBeVisible()
})

test('cents: whole shillings are chosen', { tag: '@long' }, async ({ page, another, server }) => {
  const account = await accountOf(another, brian)
  const receipt = await arrive(server, account, '99.50')
  await openDesk(page)
  await choose(page, receipt)
  await expect(
    item(page).getByRole('heading', { name: 'Who is this Ksh 99.50 for?' }),
  ).toBeVisible()
  const amount = item(page).getByLabel('Whole shillings to credit')
  await expect(amount).toHaveValue('99')
  for (const wrong of ['100', '0', '9.5', '']) {
    await amount.fill(wrong)
    await expect(
      item(page).getByText('Please enter whole shillings, at most Ksh 99.'),
    ).toBeVisible()
    await expect(
      item(page)
        .getByRole('button', { name: /^Credit/ })
        .first(),
    ).toBeDisabled()
  }
  await amount.fill('98')
  await credit(page, 'Credit Ksh 98 to A102')
  await expect(item(page).getByText('Ksh 98 credited to Brian Kamau.')).toBeVisible()
})

test('counted already without a receipt: attached, nothing doubled, and taken off again', {
  tag: '@long',
}, async ({ page, another, server }) => {
  // Otherwise M-Pesa reports the receipt before staff can.
  const silence = [
    { on: 'status', kind: 'lost', times: 1000 },
    { on: 'pull', kind: 'empty', times: 1000 },
  ]
  const setTrouble = (trouble: object[]) =>
    page.request.put('/pretend-daraja/trouble/', { data: { trouble } })
  expect((await setTrouble(silence)).status()).toBe(200)
  const account = await accountOf(another, await addTenant(server))
  await payRent(another, { phone: '0735000404', amount: 432 })
  await expect(another.getByText(/^Paid\. Asante/)).toBeVisible()
  const receipt = await arrive(server, account, '432.00')
  const paid = (await payments(another)).getByRole('listitem').filter({ hasText: 'Ksh 432' })
  await expect(paid).toContainText('N/A')

  await openDesk(page)
  await choose(page, receipt)
  const question = item(page).getByRole('heading', { name: 'Is this Ksh 432 a new payment?' })
  await expect(question).toBeVisible()
  await item(page).getByRole('button', { name: 'Same money: add this code to it' }).click()
  await expect(page.getByRole('dialog')).toContainText('gets this M‑Pesa code.')
  await page.getByRole('dialog').getByRole('button', { name: 'Same money' }).click()
  await expect(item(page).getByText(`Receipt ${receipt} attached.`)).toBeVisible()
  await payments(another)
  await expect(paid).toHaveCount(1)
  await expect(paid).toContainText(receipt)

  // It was other money after all.
  await item(page).getByRole('link', { name: 'Undo' }).click()
  await expect(item(page)).toContainText('They get a new one, without this M‑Pesa code.')
  await item(page).getByLabel('Why was this the wrong payment?').fill('His brother paid this.')
  await item(page).getByRole('button', { name: 'Take the M‑Pesa code off' }).click()
  await expect(item(page).getByText('The M-Pesa code is off this payment.')).toBeVisible()
  await expect(question).toBeVisible()
  await payments(another)
  await expect(paid).toHaveCount(3)
  await expect(paid.filter({ hasText: 'N/A' })).toHaveCount(1)
  await expect(paid.filter({ hasText: receipt })).toContainText('Void')
  await setTrouble([])
})

test('dismissed: only with a reason', { tag: '@long' }, async ({ page, server }) => {
  const receipt = await arrive(server, 'wrong paybill sorry', '210.00')
  await openDesk(page)
  await choose(page, receipt)
  await item(page).getByRole('button', { name: 'Dismiss without crediting' }).click()
  await expect(item(page).getByLabel('Reason for not crediting')).toBeFocused()
  await item(page).getByRole('button', { name: 'Dismiss Ksh 210' }).click()
  await expect(item(page).getByText('Please say why.')).toBeVisible()
  await item(page).getByLabel('Reason for not crediting').fill('Reversed by M-Pesa.')
  await item(page).getByRole('button', { name: 'Dismiss Ksh 210' }).click()
  await expect(item(page).getByText('Dismissed. Nothing was credited.')).toBeVisible()
  await page.goto('/staff/desk?show=closed')
  const done = page.getByRole('listitem').filter({ hasText: receipt })
  await expect(done).toContainText('Ksh 210 dismissed, not credited')
  await expect(done).toContainText('Reversed by M-Pesa.')

  await done.getByRole('link', { name: 'Ksh 210 dismissed, not credited' }).click()
  await item(page).getByRole('button', { name: 'Reopen' }).click()
  await item(page).getByLabel('Reason').fill('It was not reversed.')
  await item(page).getByRole('button', { name: 'Reopen' }).click()
  await expect(item(page).getByText('Reopened. It’s back on the desk.')).toBeVisible()
  await expect(item(page).getByRole('heading', { name: 'Who is this Ksh 210 for?' })).toBeVisible()
  await expect(item(page).getByRole('region', { name: 'History' })).toContainText(
    'Reversed by M-Pesa.',
  )
  await page.getByRole('link', { name: /^Waiting \d+$/ }).click()
  await expect(line(page, receipt)).toBeVisible()
})

test('two staff at once: one decides, the other sees that it was decided', {
  tag: '@long',
}, async ({ page, another, server, browser }) => {
  const home = await browser.newContext({ baseURL: server.url })
  const tenantsPage = await home.newPage()
  const account = await accountOf(tenantsPage, await addTenant(server))
  const receipt = await arrive(server, `${account}X`, '777.00')
  const desks = [page, another]
  for (const desk of desks) {
    await openDesk(desk)
    await choose(desk, receipt)
  }
  const toCredit = /^Credit Ksh 777 to \w/
  for (const desk of desks) {
    await item(desk).getByRole('button', { name: toCredit }).click()
    await expect(desk.getByRole('dialog')).toContainText('They get a new receipt.')
  }
  const confirm = (desk: Page) =>
    desk
      .getByRole('dialog')
      .getByRole('button', { name: /^Credit Ksh/ })
      .click()
  await Promise.all(desks.map(confirm))
  const won = (desk: Page) => item(desk).getByText(/^Ksh\s777 credited to \w+ \w+\.$/)
  const refused = (desk: Page) => item(desk).getByText('Grace Wanjiru has dealt with this already.')
  for (const desk of desks) {
    await expect(won(desk).or(refused(desk))).toBeVisible()
    await expect(item(desk).getByRole('button', { name: toCredit })).toHaveCount(0)
  }
  const winners = await Promise.all(desks.map((desk) => won(desk).isVisible()))
  expect(winners.filter(Boolean)).toHaveLength(1)
  const list = await payments(tenantsPage)
  await expect(list.getByRole('listitem').filter({ hasText: receipt })).toHaveCount(1)
  await home.close()
})

test('an unreadable event is shown in full, and dismissed', { tag: '@long' }, async ({
  page,
  server,
}) => {
  const mark = newReceipt()
  await postConfirmation(server, { nothing: mark.padEnd(10_000, ' x') })
  await openDesk(page)
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Unreadable' })
    .first()
    .getByRole('link')
    .click()
  await expect(item(page).getByText(mark)).toBeVisible()
  await item(page).getByRole('button', { name: 'Dismiss', exact: true }).click()
  await item(page).getByLabel('Reason for not crediting').fill('Not money.')
  await item(page).getByRole('button', { name: 'Dismiss', exact: true }).click()
  await expect(item(page).getByText('Dismissed. Nothing was credited.')).toBeVisible()
})

/** What takes two days, or several mistakes, to happen: answered by the test instead of the server. */
const odd = {
  id: 4711,
  amount: null as string | null,
  receipt: null,
  reference: 'AC7K4M9XAB12',
  shortcode: null,
  paid_at: null,
  created_at: '2026-11-20T08:00:00.000Z',
  push: {
    amount: 6500,
    phone_number: '254712345678',
    status: 'processing',
    initiated_at: '2026-11-18T08:00:00.000Z',
    unknown_code: null,
    unknown_desc: null,
  },
  account: { account_number: 'AC7K4M9X', full_name: 'Amina Otieno', room_number: 'A101' },
  closed: null,
}

/** An act that changes no balance. */
const nothing = { accounts: [], push: null, wifi_code: false }

/** Opens the unusual item; returns the requests that resolve it. */
async function openOdd(page: Page, given: object, act: string, outcome: string, message: string) {
  const sent: unknown[] = []
  const item = { ...odd, ...given }
  const more = { acts: [act, 'dismiss'], history: [], suggestions: [], twins: [], raw: null }
  const by = {
    at: '2026-11-20T09:00:00.000Z',
    by: 'Grace Wanjiru',
    note: 'Why',
    payment: null,
    parts: [],
  }
  const closed = { ...item, closed: { outcome, ...by } }
  await page.route('**/api/staff/desk/4711/', (route) =>
    route.fulfill({ json: { ...more, ...(sent.length > 0 ? { ...closed, acts: [] } : item) } }),
  )
  await page.route('**/api/staff/desk/4711/preview/', (route) => route.fulfill({ json: nothing }))
  await page.route(`**/api/staff/desk/4711/${act}/`, async (route) => {
    sent.push(route.request().postDataJSON())
    await route.fulfill({ json: { message, item: closed } })
  })
  await openDesk(page)
  await page.goto('/staff/desk/4711')
  return sent
}

test('a push without a result is counted by staff who know that it was paid', {
  tag: '@long',
}, async ({ page }) => {
  const silent = { reason: 'silent' }
  const sent = await openOdd(page, silent, 'confirm', 'confirmed', 'Counted as paid.')
  await expect(item(page).getByRole('heading', { name: 'Was Ksh 6,500 paid?' })).toBeVisible()
  await item(page).getByRole('button', { name: 'Yes, it was paid' }).click()
  await item(page).getByLabel('How do you know?').fill('On the statement.')
  await item(page).getByRole('button', { name: 'Count Ksh 6,500 as paid for A101' }).click()
  await expect(item(page).getByText('Counted as paid.')).toBeVisible()
  expect(sent).toEqual([{ note: 'On the statement.', expected: nothing }])
})

test('what is counted with another amount is corrected by an entry', { tag: '@long' }, async ({
  page,
}) => {
  const differing = { reason: 'differing_amount', amount: '6400', receipt: 'UKK4M8Z2QF' }
  const message = 'Ksh 100 taken back from Amina Otieno.'
  const sent = await openOdd(page, differing, 'correct', 'corrected', message)
  const title = item(page).getByRole('heading', {
    name: 'Ksh 6,400 was received; we asked for Ksh 6,500.',
  })
  await expect(title).toBeVisible()
  await expect(item(page).getByRole('button', { name: 'Leave it as it is' })).toBeVisible()
  await item(page).getByRole('button', { name: 'Take back Ksh 100 from A101' }).click()
  await item(page).getByLabel('Reason').fill('Only 6,400 came.')
  await item(page).getByRole('button', { name: 'Take back Ksh 100 from A101' }).click()
  await expect(item(page).getByText(message)).toBeVisible()
  expect(sent).toEqual([{ note: 'Only 6,400 came.', expected: nothing }])
})

test('without a network nothing is lost: the same button works again', { tag: '@long' }, async ({
  page,
  server,
}) => {
  const receipt = await arrive(server, 'brian kamau', '135.00')
  await openDesk(page)
  await choose(page, receipt)
  await page.context().setOffline(true)
  await item(page).getByRole('button', { name: 'Credit Ksh 135 to A102' }).click()
  await expect(
    item(page).getByText('No network. Please check your connection and try again.'),
  ).toBeVisible()
  await page.context().setOffline(false)
  await credit(page, 'Credit Ksh 135 to A102')
  await expect(item(page).getByText('Ksh 135 credited to Brian Kamau.')).toBeVisible()
})

test.describe('a payment that was never reported', () => {
  test.use({ ownServer: 'desk, a lost payment' })

  test('staff request the statement for payments that were never reported', {
    tag: '@long',
  }, async ({ page, another, server }) => {
    test.setTimeout(120_000)
    const tenant = await addTenant(server)
    await signIn(another, tenant)
    const lost = { trouble: [{ on: 'confirmation', kind: 'lost' }] }
    await page.request.put('/pretend-daraja/trouble/', { data: lost })
    const paid = await page.request.post('/pretend-daraja/phones/254735000005/paybill/', {
      data: { account_number: tenant.account_number, amount: 246 },
    })
    const { receipt } = await paid.json()
    await openDesk(page)
    await page.getByRole('button', { name: 'Check for missing payments' }).click()
    // The server may just be asking by itself, or have found it that way.
    const answer =
      /^Found 1 payment M-Pesa had not reported|^No payments are missing|We’ll ask again soon/
    await expect(page.getByText(answer)).toBeVisible()
    const listed = (await payments(another)).getByRole('listitem').filter({ hasText: receipt })
    await expect(listed).toContainText('Ksh 246', { timeout: 90_000 })
  })
})

test('by keyboard alone', { tag: '@long' }, async ({ page, server }) => {
  const receipt = await arrive(server, 'room a102', '58.00')
  await openDesk(page)
  await line(page, receipt).focus()
  await page.keyboard.press('Enter')
  await expect(item(page).getByRole('heading', { name: 'Who is this Ksh 58 for?' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(item(page).getByRole('button', { name: 'Credit Ksh 58 to A102' })).toBeFocused()
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog')
  await expect(question.getByRole('heading')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(question.getByRole('button', { name: 'Credit Ksh 58' })).toBeFocused()
  await page.keyboard.press('Enter')
  const message = page.getByText('Ksh 58 credited to Brian Kamau.')
  // The next item opens by itself and has the focus; what was done stands before it.
  await expect(item(page).getByText('Who is this Ksh 58 for?')).toBeHidden()
  await expect(message).toBeVisible()
  await expect(item(page).getByRole('heading', { level: 2 })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(item(page).getByRole('link', { name: 'Undo' })).toBeFocused()
})

test('a long desk comes in pages', { tag: '@long' }, async ({ page, server }) => {
  const oldest = await arrive(server, 'the oldest of many', '1.00')
  for (let count = 0; count < 25; count += 1) await arrive(server, `many ${count}`, '1.00')
  await openDesk(page)
  await expect(page.getByRole('listitem').filter({ hasText: 'many 24' })).toBeVisible()
  await expect(line(page, oldest)).toHaveCount(0)
  await page.getByRole('button', { name: 'Show more' }).click()
  await choose(page, oldest)
})

test.describe('on a phone', { tag: '@long' }, () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('an item opens as a page of its own, with the way back', async ({ page, server }) => {
    const receipt = await arrive(server, 'on the phone', '64.00')
    await openDesk(page)
    await expect(item(page)).toHaveCount(0)
    await choose(page, receipt)
    await expect(line(page, receipt)).toBeHidden()
    await expect(page).toHaveURL(/\/staff\/desk\/\d+$/)
    await page.reload()
    await expect(item(page).getByRole('heading', { name: 'Who is this Ksh 64 for?' })).toBeVisible()
    await page.goBack()
    await expect(line(page, receipt)).toBeVisible()
    await page.goForward()
    await page.getByRole('link', { name: 'All payments' }).click()
    await expect(line(page, receipt)).toBeVisible()
    await page.getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page.getByRole('region', { name: 'To do today' })).toBeInViewport()
  })
})

test('only staff get in; they come back to it after signing in', { tag: '@long' }, async ({
  page,
  another,
  server,
}) => {
  await signIn(another, await addTenant(server), { at: '/staff/desk' })
  await another.waitForURL((url) => url.pathname === '/')
  await expect(another.getByRole('heading', { name: 'Room and payments' })).toBeVisible()
  await expect(another.getByRole('link', { name: /^Desk/ })).toHaveCount(0)

  await page.goto('/staff/desk?show=closed')
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByRole('link', { name: 'Log in', exact: true }).first().click()
  await fillLogin(page, grace)
  await page.waitForURL((url) => url.pathname + url.search === '/staff/desk?show=closed')
  await expect(page.getByRole('heading', { name: 'Desk', exact: true })).toBeVisible()
})
