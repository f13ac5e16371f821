import type { APIRequestContext, Page } from '@playwright/test'
import type { Fault } from '#contract/simulator.ts'
import { addTenant } from './add-tenant.ts'
import { assistant, expect, grace, payRent, signIn, test } from './fixtures.ts'

/**
 * Every ending and every fault of the simulator as a tenant experiences it; each has a
 * tenant of its own, since a receipt that comes late is shown on whatever page is open by then.
 */
test.use({ ownServer: 'endings' })

type OrderedFault = Pick<Fault, 'on' | 'kind'> & Partial<Omit<Fault, 'on' | 'kind'>>

async function setFaults(request: APIRequestContext, ...faults: OrderedFault[]) {
  const answer = await request.put('/pretend-daraja/trouble/', { data: { trouble: faults } })
  expect(answer.status(), await answer.text()).toBe(200)
}

test.afterEach(({ request }) => setFaults(request))

let used = 0
/** An unused phone number that ends in these digits. */
const phoneWith = (digits: string) => {
  used += 1
  return `07${String(35_000 + test.info().workerIndex * 100 + used)}${digits}`
}

const paid = (page: Page) => expect(assistant(page).getByText(/^Paid\. Asante/))
const waits = (page: Page) => expect(assistant(page).getByText('Look at your phone.')).toBeVisible()
/** The server queries after three seconds here, then after 20, then after 30. */
const afterFirstQuery = { timeout: 20_000 }
const afterSecondQuery = { timeout: 45_000 }

/** Resolves after two more answers to the page, the later one given after the server's first query. */
async function nextChecks(page: Page) {
  for (const _ of ['this one', 'the next']) await page.waitForResponse('**/stk-push/status/')
}

/** How often an amount is in the list of payments, fetched again. */
async function payments(page: Page, amount: number) {
  await page.reload()
  await page.getByRole('button', { name: 'Show Payments' }).click()
  const listed = page.getByRole('listitem').filter({ hasText: `Ksh ${amount}` })
  const none = page.getByText('No payments yet. The first one')
  await expect(page.getByRole('list', { name: 'Payments' }).or(none)).toBeVisible()
  return listed.count()
}

// Before the tests after which the server reads the statement, where it would find this payment sooner.
test('777: first a time-out, then the money arrives after all', async ({
  page,
  request,
  server,
}) => {
  test.slow()
  // On a busy machine the query must still come before the callback.
  await setFaults(request, { on: 'callback', kind: 'slow', ms: 20_000 })
  await signIn(page, await addTenant(server))
  await payRent(page, { phone: phoneWith('777'), amount: 45 })
  await expect(
    assistant(page).getByText('Payment request timed out. Please try again.'),
  ).toBeVisible(afterSecondQuery)
  await paid(page).toBeVisible(afterSecondQuery)
  expect(await payments(page, 45)).toBe(1)
})

// Before the tests whose refused callbacks are sent again: those would be lost instead of these.
test('three lost callbacks, and at first no useful query: all are paid', async ({
  browser,
  baseURL,
  request,
  server,
}) => {
  test.slow()
  const pages = await Promise.all([1, 2, 3].map(() => browser.newPage({ baseURL })))
  for (const [_index, page] of pages.entries()) await signIn(page, await addTenant(server))
  await setFaults(
    request,
    { on: 'callback', kind: 'lost', times: pages.length },
    { on: 'query', kind: 'html' },
    { on: 'query', kind: 'being_processed' },
    { on: 'query', kind: 'empty_message' },
  )
  for (const page of pages) await payRent(page, { phone: phoneWith('100'), amount: 371 })
  for (const page of pages) {
    await paid(page).toBeVisible(afterSecondQuery)
    expect(await payments(page, 371)).toBe(1)
    await page.close()
  }
})

test.describe('the rest of the table', () => {
  test('404: no callback ever comes; the query says paid', async ({ page, server }) => {
    await signIn(page, await addTenant(server))
    await payRent(page, { phone: phoneWith('404'), amount: 41 })
    await paid(page).toBeVisible(afterFirstQuery)
    expect(await payments(page, 41)).toBe(1)
  })

  test('405: only the paybill confirmation comes', async ({ page, server }) => {
    await signIn(page, await addTenant(server))
    await payRent(page, { phone: phoneWith('405'), amount: 42 })
    await paid(page).toBeVisible(afterFirstQuery)
    expect(await payments(page, 42)).toBe(1)
  })

  test('500: the user sees at once that M-Pesa is busy, and the phone is free', async ({
    page,
    server,
  }) => {
    await signIn(page, await addTenant(server))
    await payRent(page, { phone: phoneWith('500'), amount: 43 })
    const chat = assistant(page)
    await expect(
      chat.getByText(
        /^Payment failed: M-Pesa is busy right now\. Please try again or contact support/,
      ),
    ).toBeVisible()
    await expect(chat.getByRole('button', { name: 'Try again, Ksh 43' })).toBeVisible()
    await expect(chat.getByRole('button', { name: /menu/i })).toBeVisible()
  })

  test('504: the reply to the submit is lost, the payment is not', async ({ page, server }) => {
    await signIn(page, await addTenant(server))
    await payRent(page, { phone: phoneWith('504'), amount: 44 })
    await paid(page).toBeVisible()
    expect(await payments(page, 44)).toBe(1)
  })
})

test('every other code that ends a payment has its sentence', async ({ page, request, server }) => {
  test.slow()
  const sentences: Record<string, string> = {
    '2': 'Payment failed: The amount is below M-Pesa’s minimum.',
    '3': 'Payment failed: The amount is above M-Pesa’s limit.',
    '4': 'Payment failed: You’ve reached M-Pesa’s daily limit.',
    '8': 'Payment failed: The receiving account has reached its limit.',
    '17': 'Payment failed: M-Pesa doesn’t accept the same amount twice within two minutes.',
    '26': 'Payment failed: M-Pesa is busy. Please wait a minute.',
    '1001': 'Payment failed: Another PIN prompt is open on this phone. Please wait a minute.',
    '1019': 'Payment failed: The request expired before the PIN was typed.',
    '1025': 'Payment failed: M-Pesa could not reach this phone.',
    '2028': 'Payment failed: The residence’s M-Pesa account can’t accept this payment.',
    '8006': 'Payment failed: The M-Pesa PIN is locked. Safaricom can unlock it.',
    '9999': 'Payment failed: M-Pesa could not reach this phone.',
    SFC_IC0003: 'Payment failed: The residence’s M-Pesa account can’t accept this payment.',
  }
  await signIn(page, await addTenant(server))
  const chat = assistant(page)
  await payRent(page, { phone: phoneWith('001'), amount: 46 })
  const again = chat.getByRole('button', { name: 'Try again, Ksh 46' })
  await expect(again).toBeEnabled()
  for (const [index, [code, sentence]] of Object.entries(sentences).entries()) {
    await setFaults(request, { on: 'push', kind: 'result', code })
    await again.click()
    const failures = chat.getByText(/^Payment failed: /)
    await expect(failures).toHaveCount(index + 2)
    await expect(failures.last()).toContainText(sentence)
    await expect(again).toBeEnabled()
  }
})

test('an unknown code is no result: the payment is not shown as failed', async ({
  page,
  request,
  server,
}) => {
  await setFaults(request, { on: 'push', kind: 'result', code: '7777' })
  await signIn(page, await addTenant(server))
  await payRent(page, { phone: phoneWith('100'), amount: 47 })
  await waits(page)
  await nextChecks(page)
  await waits(page)
  await expect(assistant(page).getByText(/Payment failed|No money/)).toBeHidden()
})

test('each refusal of a submit is shown at once, and the phone is free', async ({
  page,
  request,
  server,
}) => {
  const busy = 'Payment failed: M-Pesa is busy right now.'
  const refusals: [Fault['kind'], string][] = [
    ['busy', busy],
    ['spike_arrest', busy],
    ['spike_429', busy],
    ['quota', busy],
    ['wrong_credentials', busy],
    ['locked', 'Payment failed: M-Pesa is already busy with this phone.'],
    ['bad_phone', 'Payment failed: M-Pesa does not know this phone number.'],
  ]
  await signIn(page, await addTenant(server))
  const chat = assistant(page)
  const again = chat.getByRole('button', { name: 'Try again, Ksh 48' })
  for (const [index, [kind, sentence]] of refusals.entries()) {
    await setFaults(request, { on: 'push', kind })
    if (index === 0) await payRent(page, { phone: phoneWith('100'), amount: 48 })
    else await again.click()
    const failures = chat.getByText(/^Payment failed: /)
    await expect(failures).toHaveCount(index + 1)
    await expect(failures.last()).toContainText(sentence)
  }
  await again.click()
  await paid(page).toBeVisible()
  expect(await payments(page, 48)).toBe(1)
})

const survived: Record<string, Record<string, OrderedFault[]>> = {
  'tokens and replies': {
    'a token that was refused': [{ on: 'push', kind: 'token_refused' }],
    'a token that was refused with 401': [{ on: 'push', kind: 'token_refused_401' }],
    'an empty reply to the submit': [{ on: 'push', kind: 'empty' }],
    'a dropped reply to the submit': [{ on: 'push', kind: 'dropped' }],
    'a slow reply to the submit': [{ on: 'push', kind: 'slow', ms: 2500 }],
    'a query that says time-out too early': [{ on: 'query', kind: 'early_final' }],
  },
  callbacks: {
    'a callback before the reply to the submit': [{ on: 'push', kind: 'early' }],
    'numbers where texts were, and the other way round': [
      { on: 'push', kind: 'types_swapped' },
      { on: 'callback', kind: 'types_swapped' },
    ],
    'a callback without a balance': [{ on: 'callback', kind: 'no_balance' }],
    'callback and confirmation, both twice': [
      { on: 'push', kind: 'confirmed' },
      { on: 'callback', kind: 'twice' },
      { on: 'confirmation', kind: 'twice' },
    ],
  },
  'callbacks that do not count': {
    'a lost callback, and a query with its types swapped': [
      { on: 'callback', kind: 'lost' },
      { on: 'query', kind: 'types_swapped' },
    ],
    'a callback from a wrong address': [{ on: 'callback', kind: 'wrong_address' }],
    'a callback with a wrong token': [{ on: 'callback', kind: 'wrong_token' }],
    'a callback for an unknown checkout': [{ on: 'callback', kind: 'unknown_checkout' }],
  },
}

for (const [group, [name, stories]] of Object.entries(survived).entries()) {
  test(`paid once in spite of trouble with ${name}`, async ({ page, request, server }) => {
    test.slow()
    await signIn(page, await addTenant(server))
    const amounts: number[] = []
    for (const [story, faults] of Object.entries(stories)) {
      await test.step(story, async () => {
        const amount = 300 + 10 * group + amounts.length
        amounts.push(amount)
        await setFaults(request, ...faults)
        await payRent(page, { phone: phoneWith('100'), amount })
        await paid(page).toBeVisible(afterFirstQuery)
        await assistant(page).getByRole('button', { name: 'Main menu' }).click()
      })
    }
    for (const amount of amounts) expect(await payments(page, amount)).toBe(1)
  })
}

test('a submit answered with an outage page: the result is shown as unknown', async ({
  page,
  request,
  server,
}) => {
  await setFaults(request, { on: 'push', kind: 'html' })
  await signIn(page, await addTenant(server))
  await payRent(page, { phone: phoneWith('100'), amount: 51 })
  await waits(page)
  await expect(
    assistant(page).getByText('We can’t tell whether M‑Pesa is asking for your PIN.'),
  ).toBeVisible()
  await nextChecks(page)
  await waits(page)
  await expect(assistant(page).getByText(/Payment failed|No money|Paid/)).toBeHidden()
})

test('another amount than asked for is not credited but waits on the desk', async ({
  page,
  request,
  browser,
  baseURL,
  server,
}) => {
  await setFaults(request, { on: 'callback', kind: 'other_amount' })
  await signIn(page, await addTenant(server))
  await payRent(page, { phone: phoneWith('100'), amount: 552 })
  await expect(
    assistant(page).getByText('The office is looking at this payment. Please don’t pay again.'),
  ).toBeVisible()
  const office = await browser.newPage({ baseURL })
  await signIn(office, grace, { at: '/staff/desk' })
  await expect(async () => {
    await office.reload()
    await expect(office.getByText('Ksh 551').first()).toBeVisible({ timeout: 2000 })
  }).toPass({ timeout: 20_000 })
  await office.close()
  expect(await payments(page, 552)).toBe(0)
})
