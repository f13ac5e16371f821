import type { Page } from '@playwright/test'
import { addDays, dayOf } from '#rules/calendar.ts'
import { addTenant } from './add-tenant.ts'
import { type AppServer, amina, brian, expect, grace, signIn, test } from './fixtures.ts'
import { looksRight } from './looks.ts'

/** The address is shown once, so it is read from the page. */
async function makeLink(page: Page, label: string, ...consents: string[]): Promise<string> {
  await page.goto('/pay-links')
  await page.getByLabel('Who is it for?').fill(label)
  for (const consent of consents) await page.getByLabel(consent).check()
  await page.getByRole('button', { name: 'Make a link' }).click()
  await expect(page.getByRole('heading', { name: `Send it to ${label}` })).toBeVisible()
  return (await page.locator('.pay-url').textContent()) ?? ''
}

async function fillIn(page: Page, amount: number, phone: string) {
  await page.getByLabel('Amount').fill(String(amount))
  await page.getByLabel('M-Pesa phone number').fill(phone)
}
const payButton = (page: Page) => page.getByRole('button', { name: /^Pay Ksh/ })

/** Far away, and with little data. */
async function slowDown(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 500,
    downloadThroughput: 60_000,
    uploadThroughput: 20_000,
  })
}

test.describe('a sponsor', () => {
  test.use({ ownServer: 'sponsors' })

  test('pays on a phone with a slow line: a lost reply and a reload make no second payment', {
    tag: '@long',
  }, async ({ page, another }) => {
    test.slow()
    await signIn(page, amina)
    await page.getByRole('link', { name: 'Let someone else pay by link' }).click()
    const url = await makeLink(page, 'Mum')
    expect(url).toMatch(/\/pay\/[0-9A-Z]{26}$/)
    const whatsapp = page.getByRole('link', { name: 'WhatsApp' })
    await expect(whatsapp).toHaveAttribute('href', new RegExp(encodeURIComponent(url)))

    await another.setViewportSize({ width: 360, height: 740 })
    await slowDown(another)
    const opened = await another.goto(url)
    expect(opened?.headers()).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
    })
    await expect(another.getByRole('heading', { name: 'Pay rent' })).toBeVisible()
    await expect(another.getByText('Amina')).toHaveCount(0)
    await expect(another.getByText(/is due/)).toHaveCount(0)
    await expect(another.getByRole('heading', { name: 'Or from the M‑Pesa menu' })).toBeVisible()

    // The request arrives, its reply does not.
    let started = 0
    await another.route('**/api/pay/*/pushes/', async (route) => {
      started += 1
      await route.fetch()
      await route.abort()
    })
    await fillIn(another, 750, '0745 000 900')
    await payButton(another).click()
    await expect(another.getByText('Look at your phone.')).toBeVisible()
    await another.reload()
    await expect(another.getByText('Look at your phone.')).toBeVisible()
    await page.reload()
    const links = page.getByRole('region', { name: 'Your links' })
    await expect(links.getByText('A phone is being asked for the PIN right now.')).toBeVisible()
    await page.goto('/pretend-daraja/phone?phone=0745000900')
    await page.getByLabel('Enter pretend M-PESA PIN').fill('1234')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(another.getByText('Paid. Asante.')).toBeVisible()
    expect(started).toBe(1)
    await another.getByRole('link', { name: 'See your receipt' }).click()
    await expect(another.getByRole('heading', { name: /^Receipt R\d{6}$/ })).toBeVisible()
    await expect(another.getByText('0745 000 900')).toBeVisible()
    await expect(another.getByText('Amina')).toHaveCount(0)

    await page.goto('/pay-links')
    await expect(links.getByText(/^Ksh\s750 paid, on/)).toBeVisible()
    await page.goto('/transactions')
    await expect(page.getByText('Rent, paid by Mum (2547…900)').first()).toBeVisible()

    await page.goto('/pay-links')
    await links.getByRole('button', { name: 'Revoke the link for Mum' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke the link' }).click()
    await expect(links.getByText(/^Revoked/)).toBeVisible()
    await another.goto(url)
    await expect(another.getByRole('heading', { name: 'This link was revoked' })).toBeVisible()
    // What was paid stays theirs.
    await expect(another.getByRole('link', { name: 'Receipt', exact: true })).toBeVisible()
  })

  test('sees name and balance where the tenant agrees, and a payment goes on after a reload', {
    tag: '@long',
  }, async ({ page, another }) => {
    await signIn(page, brian)
    const url = await makeLink(page, 'Uncle', 'My name', 'What I owe')
    await another.goto(url)
    await expect(another.getByRole('heading', { name: 'Pay rent for Brian Kamau' })).toBeVisible()
    await expect(another.getByText(/Ksh\s[\d,]+ is due|Nothing is due/)).toBeVisible()
    // A phone that nobody looks at.
    await fillIn(another, 100, '0745000900')
    await payButton(another).click()
    await expect(another.getByText('Look at your phone.')).toBeVisible()
    await another.reload()
    await expect(another.getByText('Look at your phone.')).toBeVisible()
    // The tenant sees that it is open, and then what was paid, without doing anything.
    await page.reload()
    await expect(page.getByText('A phone is being asked for the PIN right now.')).toBeVisible()
    const phone = await another.context().newPage()
    await phone.goto('/pretend-daraja/phone?phone=0745000900')
    await phone.getByLabel('Enter pretend M-PESA PIN').fill('1234')
    await phone.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(another.getByText(/^Paid\. Asante/)).toBeVisible()
    await expect(page.getByText(/^Ksh\s100 paid, on/)).toBeVisible()
  })

  test('a cancelled payment is tried again with another phone', { tag: '@long' }, async ({
    page,
    another,
    server,
  }) => {
    await signIn(page, await addTenant(server))
    const url = await makeLink(page, 'Aunt')
    await another.goto(url)
    await fillIn(another, 60, '0745000032')
    await payButton(another).click()
    await expect(another.getByText('No money was taken.')).toBeVisible()
    await expect(another.getByRole('button', { name: 'Main menu' })).toHaveCount(0)
    await another.getByRole('button', { name: 'Change it' }).click()
    await expect(another.getByLabel('Amount')).toHaveValue('60')
    await fillIn(another, 60, '0745000601')
    await payButton(another).click()
    await expect(another.getByText(/^Paid\. Asante/)).toBeVisible()
    await another.getByRole('link', { name: 'See your receipt' }).click()
    await expect(another.getByRole('heading', { name: /^Receipt R\d{6}$/ })).toBeVisible()
    await another.getByRole('link', { name: 'Back' }).click()
    await expect(another.getByRole('heading', { name: 'What you’ve paid' })).toBeVisible()
    await expect(another.getByLabel('M-Pesa phone number')).toHaveValue('0745 000 601')
  })
})

/** Staff set a plan in two parts for all that a tenant owes, who has a link by which it may be agreed to. */
async function openPlan(page: Page, tenant: Parameters<typeof signIn>[1]) {
  await signIn(page, tenant)
  const agreeing = 'Payment plans the office sets for me, which they can agree to for me'
  await page.goto('/pay-links')
  await page.getByLabel('Who is it for?').fill('Mum')
  await page.getByLabel(agreeing).check()
  await page.getByRole('button', { name: 'Make a link' }).click()
  await expect(page.getByText('Please give their phone number.')).toBeVisible()
  await page.getByLabel('Their phone number').fill('0745 000 900')
  await page.getByRole('button', { name: 'Make a link' }).click()
  const url = (await page.locator('.pay-url').textContent()) ?? ''
  await expect(page.getByText(/ can agree to a plan\. Made on/).first()).toBeVisible()

  const staff = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(url).origin })
  if (!staff) throw new Error('There is no browser.')
  const office = await staff.newPage()
  await signIn(office, grace, { at: '/staff/tenants' })
  await office.getByRole('link', { name: 'Amina Otieno' }).first().click()
  const plans = office.getByRole('region', { name: 'Promises and plans' })
  await plans.getByRole('button', { name: 'Set a plan' }).click()
  for (const [number, day] of [
    [1, addDays(dayOf(new Date()), 5)],
    [2, addDays(dayOf(new Date()), 35)],
  ] as const) {
    await plans
      .getByRole('group', { name: `Part ${number}` })
      .getByLabel('By')
      .fill(day)
  }
  await plans.getByRole('button', { name: 'Show the plan' }).click()
  await plans.getByRole('button', { name: 'Set the plan' }).click()
  await expect(plans.getByText('A plan is waiting for them to agree')).toBeVisible()
  await staff.close()
  return url
}

test.describe('a sponsor and a plan', () => {
  test.use({ ownServer: 'sponsored-plan' })

  looksRight('a plan to agree to over a link', async (page) => {
    const url = await openPlan(page, amina)
    await page.goto('/')
    const own = page.getByRole('region', { name: 'Paying later' })
    await expect(own.getByRole('link', { name: 'a link that you send them' })).toBeVisible()
    await page.goto(url)
    const plan = page.getByRole('region', { name: 'A plan to agree to' })
    await expect(plan.getByRole('listitem')).toHaveCount(2)
    await plan.getByLabel('Your phone number').fill('0745000901')
    await plan.getByRole('button', { name: 'I agree to the plan' }).click()
    await expect(plan.getByText(/^This link was made for another phone number/)).toBeVisible()
  })

  test('agrees to it, and the tenant reads who did', { tag: '@long' }, async ({
    page,
    another,
  }) => {
    await another.goto(await openPlan(page, amina))
    await another.getByLabel('Your phone number').fill('0745000900')
    await another.getByRole('button', { name: 'I agree to the plan' }).click()
    await expect(another.getByText(/^You agreed on .* The tenant and the office/)).toBeVisible()
    // The form asks for the next part.
    await expect(another.getByLabel('Amount')).toHaveValue('3000')
    await expect(another.getByText(/is the next part of the plan, to be paid by/)).toBeVisible()
    await page.goto('/')
    await expect(page.getByText(/^Mum \(2547…900\) has agreed to the plan for Ksh/)).toBeVisible()
    const own = page.getByRole('region', { name: 'Paying later' })
    await expect(own.getByText(/^Mum \(2547…900\) agreed on .*, over pay link/)).toBeVisible()
    await expect(own.getByText('To come')).toHaveCount(2)

    await fillIn(another, 3000, '0745000900')
    await payButton(another).click()
    await expect(another.getByText('Look at your phone.')).toBeVisible()
    await page.goto('/pretend-daraja/phone?phone=0745000900')
    await page.getByLabel('Enter pretend M-PESA PIN').fill('1234')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(another.getByText(/^Paid\. Asante/)).toBeVisible()
    const parts = another.getByRole('list', { name: 'The parts of the plan' })
    await expect(parts.getByText('Paid', { exact: true })).toHaveCount(1)
  })
})

const longLabel = 'Uncle Bartholomew Wamukoya-Ndung’u, Eldoret'.slice(0, 40)

/** With the page of a link, and one that was paid over. */
async function openPaid(page: Page, server: AppServer) {
  await signIn(page, await addTenant(server))
  const url = await makeLink(page, longLabel, 'My name', 'What I owe')
  await page.goto(url)
  await fillIn(page, 70, '0745000611')
  await payButton(page).click()
  await expect(page.getByText(/^Paid\. Asante/)).toBeVisible()
}

looksRight('a link to pay by', async (page, server) => {
  await signIn(page, await addTenant(server))
  await page.goto(await makeLink(page, 'Mum'))
  await expect(
    payButton(page)
      .or(page.getByRole('button', { name: /^Pay/ }))
      .first(),
  ).toBeVisible()
})
looksRight('a payment over a link', openPaid)
looksRight('the receipt of a sponsor', async (page, server) => {
  await openPaid(page, server)
  await page.getByRole('link', { name: 'See your receipt' }).click()
  await expect(page.getByRole('heading', { name: /^Receipt R/ })).toBeVisible()
})
looksRight('a link that does not exist', async (page) => {
  await page.goto(`/pay/${'0'.repeat(26)}`)
  await expect(page.getByRole('heading', { name: 'This link doesn’t work' })).toBeVisible()
})
looksRight('pay links', async (page, server) => {
  await openPaid(page, server)
  await makeLink(page, longLabel)
})
