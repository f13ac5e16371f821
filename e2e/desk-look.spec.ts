import type { Page } from '@playwright/test'
import { amina, expect, grace, signIn, test } from './fixtures.ts'
import { looksRight } from './looks.ts'
import { arrive } from './paybill.ts'

test.use({ ownServer: 'desk-look' })

test.beforeEach(async ({ server }) => {
  await arrive(server, 'brian kamau', '6500.00')
})

const item = (page: Page) => page.getByRole('region', { name: 'The chosen payment' })

async function openDesk(page: Page, path = '/staff/desk') {
  await signIn(page, grace, { at: path })
}

async function openNewest(page: Page) {
  await openDesk(page)
  await page
    .getByRole('listitem')
    .filter({ hasText: 'brian kamau' })
    .first()
    .getByRole('link')
    .click()
  await expect(item(page).getByRole('button', { name: /^Credit Ksh 6,500 to A102/ })).toBeVisible()
}

const push = {
  amount: 6500,
  phone_number: '254712345678',
  status: 'processing',
  initiated_at: '2026-11-18T08:00:00.000Z',
  unknown_code: '7777',
  unknown_desc: `The initiator is not allowed to initiate this request. ${'W'.repeat(120)}`,
}
const account = {
  account_number: 'AC7K4M9X',
  full_name: `Josephine Wairimu Ndung’u-Kariuki wa Mũkũrwe-inĩ ${'W'.repeat(40)}`,
  room_number: 'A205',
}
/** What takes 48 hours to happen, with the longest possible names and texts. */
const silent = {
  id: 4711,
  reason: 'unknown_code',
  amount: null,
  receipt: null,
  reference: 'AC7K4M9XAB12',
  shortcode: null,
  paid_at: null,
  created_at: '2026-11-20T08:00:00.000Z',
  push,
  account,
  closed: null,
}
const duplicate = {
  ...silent,
  reason: 'possible_twin',
  amount: '250000.00',
  receipt: 'UKK4M8Z2QF',
  reference: 'W'.repeat(40),
  push: null,
}
const known = { rate: 6500, due: 6000, ...account }

/** Of a credit that was taken back, with the longest possible names. */
const credited = { amount: 250_000, receipt_number: 'R000123', account }
/** What an act changes, with the longest possible names. */
const effect = {
  accounts: [
    {
      ...account,
      amount: 250_000,
      before: 256_000,
      after: 6000,
      receipt: { change: 'new', number: null },
    },
  ],
  push: 'completed',
  wifi_code: false,
}
const event = { at: '2026-11-20T08:00:00.000Z', by: account.full_name, note: null, payments: [] }
const history = [
  { ...event, id: 1, act: 'note', note: `She rang.\n${'W'.repeat(120)}` },
  { ...event, id: 2, act: 'assign', payments: [credited] },
  { ...event, id: 3, act: 'reverse', payments: [credited], note: 'Of another room.' },
]

/** The desk with one item, answered by the test instead of the server. */
async function openAnswered(page: Page, given: object, more: object) {
  await page.route(/\/api\/staff\/desk\/(\?.*)?$/, (route) => route.fulfill({ json: [given] }))
  await page.route('**/api/staff/desk/4711/', (route) =>
    route.fulfill({ json: { ...given, ...more } }),
  )
  await openDesk(page, '/staff/desk/4711')
}

looksRight('desk, the list', async (page) => {
  await openDesk(page)
  await expect(page.getByRole('region', { name: 'Waiting payments' })).toBeVisible()
})

looksRight('desk, somebody else found and chosen', async (page) => {
  await openNewest(page)
  await item(page)
    .getByLabel(/Someone else|Who is it for/)
    .fill('am')
  await page.keyboard.press('ArrowDown')
  await expect(item(page).getByRole('option', { name: /^Amina Otieno/ })).toBeVisible()
})

looksRight('desk, dismissed without a reason', async (page) => {
  await openNewest(page)
  await item(page).getByText('What M‑Pesa sent').click()
  await item(page).getByRole('button', { name: 'Dismiss without crediting' }).click()
  await item(page)
    .getByRole('button', { name: /^Dismiss Ksh/ })
    .click()
  await expect(item(page).getByText('Please say why.')).toBeVisible()
})

looksRight('desk, what was dealt with', async (page) => {
  await openNewest(page)
  await item(page)
    .getByRole('button', { name: /^Credit Ksh 6,500 to A102/ })
    .click()
  await page.getByRole('dialog').getByRole('button', { name: 'Credit Ksh 6,500' }).click()
  await expect(item(page).getByText('Ksh 6,500 credited to Brian Kamau.')).toBeVisible()
  await page.goto('/staff/desk?show=closed')
  await expect(page.getByRole('region', { name: 'Payments dealt with' })).toBeVisible()
})

looksRight('desk, wifi that only an uploaded statement has', async (page) => {
  const of = { reason: 'only_in_upload', amount: '50.00', receipt: 'UKK4M8Z2QF' }
  const asked = { ...push, amount: 50, unknown_code: null, unknown_desc: null }
  await page.route('**/api/staff/desk/4711/preview/', (route) =>
    route.fulfill({ json: { ...effect, wifi_code: true } }),
  )
  await openAnswered(
    page,
    { ...silent, ...of, push: asked },
    {
      ...{
        acts: ['confirm', 'assign', 'dismiss'],
        history: [],
        suggestions: [],
        twins: [],
        raw: {},
      },
    },
  )
  await item(page).getByRole('button', { name: 'Yes, it was paid' }).click()
  await expect(item(page).getByText('A wifi code is made.')).toBeVisible()
})

looksRight('desk, an unknown code and long words', async (page) => {
  const raw = 'x'.repeat(10_000)
  await openAnswered(page, silent, {
    acts: ['confirm', 'dismiss'],
    history,
    suggestions: [],
    twins: [],
    raw,
  })
  await item(page).getByText('What M‑Pesa sent').click()
  await page.route('**/api/staff/desk/4711/preview/', (route) => route.fulfill({ json: effect }))
  await item(page).getByRole('button', { name: 'Yes, it was paid' }).click()
  await expect(item(page).getByLabel('How do you know?')).toBeFocused()
})

looksRight('desk, perhaps counted already, with long names', async (page) => {
  await openAnswered(page, duplicate, {
    acts: ['assign', 'attach', 'dismiss'],
    history: [],
    suggestions: [
      {
        account: { ...known, due: 250_000 },
        likely: true,
        reasons: ['They owe exactly this amount.'],
      },
    ],
    twins: [{ payment_id: 1, paid_at: '2026-11-20T08:00:00.000Z', account }],
    raw: null,
  })
  await expect(item(page).getByRole('heading', { name: 'The same money?' })).toBeVisible()
})

looksRight('desk, shared among several with long names', async (page) => {
  const more = {
    acts: ['assign', 'split', 'dismiss'],
    history,
    suggestions: [],
    twins: [],
    raw: null,
  }
  await openAnswered(page, { ...duplicate, reason: 'unmatched', amount: '250000' }, more)
  await page.route('**/api/staff/accounts/', (route) =>
    route.fulfill({ json: [{ ...known, user_id: 1 }] }),
  )
  await item(page).getByRole('button', { name: 'Share among several accounts' }).click()
  await item(page).getByLabel('Account 1').fill('jose')
  await item(page).getByRole('option').first().click()
  await item(page).getByRole('button', { name: 'Show what changes' }).click()
  await expect(item(page).getByText('Please choose who each part is for.')).toBeVisible()
})

looksRight('desk, those that fit exactly, with long names', async (page) => {
  const row = (id: number) => ({
    item: { ...duplicate, id, receipt: `UKK4M8Z2Q${id}`, reason: 'unmatched' },
    account: known,
    reasons: ['One character differs from the account number.'],
    effect,
  })
  await page.route('**/api/staff/desk/exact/', (route) =>
    route.fulfill({ json: [1, 2, 3].map(row) }),
  )
  await openDesk(page, '/staff/desk/exact')
  await expect(page.getByRole('button', { name: 'Credit 3 payments, Ksh 750,000' })).toBeVisible()
})

looksRight('desk, the keys', async (page) => {
  await openDesk(page)
  await expect(page.getByRole('region', { name: 'Waiting payments' })).toBeVisible()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Keys of the desk')
})

looksRight('desk, nothing waits', async (page) => {
  await page.route(/\/api\/staff\/desk\/(\?.*)?$/, (route) => route.fulfill({ json: [] }))
  await page.route('**/api/staff/desk/count/', (route) => route.fulfill({ json: { open: 0 } }))
  await openDesk(page)
  await expect(page.getByRole('heading', { name: 'No payments are waiting' })).toBeVisible()
})

looksRight('desk, the list does not come', async (page) => {
  await page.route('**/api/staff/desk/**', (route) => route.fulfill({ status: 502, body: '' }))
  await openDesk(page)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
})

looksRight('receipt', async (page) => {
  await signIn(page, amina, { at: '/receipts/R000001' })
  await expect(page.getByRole('heading', { name: 'Receipt R000001' })).toBeVisible()
})

looksRight('receipt, long and not complete', async (page) => {
  await page.route('**/api/receipts/R000001/', async (route) => {
    const receipt = await (await route.fetch()).json()
    const { full_name } = account
    const company = { ...receipt.company, name: full_name, address: full_name.repeat(2) }
    await route.fulfill({
      json: { ...receipt, full_name, mpesa_receipt_number: 'N/A', room_number: null, company },
    })
  })
  await signIn(page, amina, { at: '/receipts/R000001' })
  await expect(page.getByText('M‑Pesa hasn’t sent it yet.')).toBeVisible()
})

looksRight('no such receipt', async (page) => {
  await signIn(page, amina, { at: '/receipts/R999999' })
  await expect(page.getByRole('heading', { name: 'Receipt not found' })).toBeVisible()
})
