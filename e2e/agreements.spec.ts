import type { Page } from '@playwright/test'
import { addDays, formatDay } from '#rules/calendar.ts'
import {
  amina,
  assistant,
  brian,
  closeAssistant,
  expandAssistant,
  expect,
  grace,
  signIn,
  test,
} from './fixtures.ts'
import { letDaysPass } from './let-days-pass.ts'
import { looksRight } from './looks.ts'
import { today } from './today.ts'

const inDays = (days: number) => addDays(today(), days)

async function openTenant(page: Page, name: string) {
  await page.goto('/staff/tenants')
  await page.getByRole('link', { name }).first().click()
}

/** Staff add to what a tenant owes, so that there is something to plan. */
async function addDebt(page: Page, name: string, shillings: number) {
  await openTenant(page, name)
  const ledger = page.getByRole('region', { name: 'Ledger' })
  await ledger.getByRole('button', { name: 'Enter a payment or correction' }).click()
  await ledger.getByLabel('Kind of entry').selectOption('charge')
  await ledger.getByLabel('Amount, Ksh').fill(String(shillings))
  await ledger.getByLabel('Reason').fill('The key of the room')
  await ledger.getByRole('button', { name: 'Show what changes' }).click()
  await ledger.getByRole('button', { name: 'Save the entry' }).click()
  await expect(ledger.getByText(/^Entered\./)).toBeVisible()
}

const rows = (page: Page) => page.locator('.call-rows > li')

/** Staff say what is known of HELB; what moves is shown before it is entered. */
async function enterHelb(page: Page, kind: 'came' | 'expected', day: string, moves: RegExp) {
  const helb = page.getByRole('region', { name: 'HELB' })
  await helb
    .getByRole('button', { name: /^(It came or it’s late|Enter when it is expected)$/ })
    .click()
  await helb.getByLabel('What is known').selectOption(kind)
  await helb.getByLabel('Day', { exact: true }).fill(day)
  await helb.getByRole('button', { name: 'Show what changes' }).click()
  await expect(helb.getByText(moves)).toBeVisible()
  await helb.getByRole('button', { name: 'Enter it' }).click()
  await expect(helb.getByText(/^Entered\./)).toBeVisible()
}

test.describe('promises and plans', () => {
  test.use({ ownServer: 'agreements' })

  test('a tenant promises in the assistant and breaks it; staff see it first in their list', async ({
    page,
    another,
    server,
  }) => {
    await signIn(page, amina)
    await expandAssistant(page)
    const chat = assistant(page)
    await chat.getByRole('button', { name: /^Pay later/ }).click()
    await chat.getByLabel('Amount').fill('900000')
    await chat.getByRole('button', { name: 'I promise' }).click()
    await expect(chat.getByText(/^You can promise up to/)).toBeVisible()
    await chat.getByLabel('Amount').fill('2,000')
    await chat.getByLabel('Day').fill(inDays(3))
    await chat.getByRole('button', { name: 'I promise' }).click()
    const promised = new RegExp(`promised Acacia Court Ksh.2,000 by ${formatDay(inDays(3))}\\.$`)
    await expect(chat.getByText(promised)).toBeVisible()
    await closeAssistant(page)
    await expect(page.getByText(/^You promised Ksh.2,000 by/)).toBeVisible()
    const own = page.getByRole('region', { name: 'Paying later' })
    await expect(own.getByText('To come')).toBeVisible()

    await signIn(another, grace, { at: '/staff/calls?list=promised' })
    await expect(rows(another).filter({ hasText: 'Amina Otieno' })).toContainText('Promised Ksh')

    await letDaysPass(server, 4)
    await another.goto('/staff/calls')
    const first = rows(another).first()
    await expect(first).toContainText('Amina Otieno')
    await expect(first).toContainText('Broken')
    await expect(first).toContainText(/Ksh.2,000 late/)
    await first.getByText(/^Grade/).click()
    await expect(first.getByText(/ which is grade [A-E]\. A is up to 3 days/)).toBeVisible()
    await first.getByRole('button', { name: 'Note a call with Amina Otieno' }).click()
    await first.getByLabel('How it ended').selectOption('They will pay')
    await first.getByLabel('Note').fill('On Friday, when her sister has paid')
    await first.getByRole('button', { name: 'Save the call' }).click()
    await expect(rows(another).filter({ hasText: 'Amina Otieno' })).toHaveCount(0)
    await another.getByRole('link', { name: /^Called today/ }).click()
    await expect(rows(another)).toContainText(['Amina Otieno'])

    // She is asked again, and may promise again.
    await page.goto('/')
    await expect(page.getByText(/^You promised/)).toHaveCount(0)
    await expect(own.getByText('should have been paid by now.')).toBeVisible()
    await expect(own.getByRole('button', { name: 'Promise a day' })).toBeVisible()
  })

  test('a plan that waits for HELB is agreed to with one press, and moved by one act', {
    tag: '@long',
  }, async ({ page, another }) => {
    await signIn(page, grace)
    await addDebt(page, 'Brian Kamau', 9000)
    await page.goto('/staff/calls')
    await enterHelb(page, 'expected', inDays(40), /^No promise or plan moves/)

    await openTenant(page, 'Brian Kamau')
    const plans = page.getByRole('region', { name: 'Promises and plans' })
    await plans.getByRole('button', { name: 'Set a plan' }).click()
    const part = (number: number) => plans.getByRole('group', { name: `Part ${number}` })
    await part(1).getByLabel('Amount, Ksh').fill('3000')
    await part(1).getByLabel('By').fill(inDays(5))
    await part(2).getByLabel('Amount, Ksh').fill('5000')
    await part(2).getByLabel('When').selectOption('Within 7 days after HELB comes')
    await plans.getByRole('button', { name: 'Show the plan' }).click()
    await expect(plans.getByText(/^The parts add up to Ksh.8,000, Ksh.1,000 less/)).toBeVisible()
    await part(2).getByLabel('Amount, Ksh').fill('6000')
    await plans.getByRole('button', { name: 'Show the plan' }).click()
    await expect(plans.getByText(/^2\. Ksh.6,000 within 7 days after HELB comes/)).toBeVisible()
    await plans.getByRole('button', { name: 'Set the plan' }).click()
    await expect(plans.getByText('A plan is waiting for them to agree')).toBeVisible()

    await signIn(another, brian)
    const own = another.getByRole('region', { name: 'Paying later' })
    await expect(own.getByText(/^2\. Ksh.6,000 within 7 days after HELB comes/)).toBeVisible()
    await own.getByRole('button', { name: 'I agree' }).click()
    await expect(another.getByText(/^Under your plan you pay Ksh.3,000 by/)).toBeVisible()
    await expect(own.getByText(`expected by ${formatDay(inDays(47))}`)).toBeVisible()

    await page.goto('/staff/calls')
    const helb = page.getByRole('region', { name: 'HELB' })
    await expect(helb.getByText(/^If HELB comes on/)).toBeVisible()
    const [before, after] = [formatDay(inDays(47)), formatDay(inDays(67))]
    const moves = (from: string, to: string) =>
      new RegExp(`Brian Kamau: Ksh.6,000, ${from} → ${to}`)
    await enterHelb(page, 'expected', inDays(60), moves(before, after))
    await another.reload()
    await expect(own.getByText(`expected by ${formatDay(inDays(67))}`)).toBeVisible()
    await helb.getByRole('button', { name: 'Undo' }).click()
    await expect(helb.getByText(moves(after, before))).toBeVisible()
    await helb.getByRole('button', { name: 'Take it back' }).click()
    await expect(helb.getByText(/^Taken back/)).toBeVisible()
    await enterHelb(page, 'came', inDays(0), /of 1 tenant moves:$/)
    await another.reload()
    await expect(own.getByText(`by ${formatDay(inDays(7))}`)).toBeVisible()
  })
})

test('what can’t be loaded is said, and tried again', { tag: '@long' }, async ({ page }) => {
  const broken = { status: 500, json: { message: 'It broke.', code: 'broken' } }
  await page.route('**/api/agreements/', (route) => route.fulfill(broken))
  await signIn(page, amina)
  const own = page.getByRole('region', { name: 'Paying later' })
  await expect(own.getByText('It broke.')).toBeVisible()
  await page.unrouteAll()
  await own.getByRole('button', { name: 'Try again' }).click()
  await expect(own.getByText('It broke.')).toBeHidden()
  await expect(own).toBeVisible()

  await page.context().clearCookies()
  await signIn(page, grace)
  await page.route('**/api/staff/calls/summary/**', (route) => route.fulfill(broken))
  await page.goto('/staff/calls')
  const helb = page.getByRole('region', { name: 'HELB' })
  await expect(helb.getByText('It broke.')).toBeVisible()
  await page.unrouteAll()
  await helb.getByRole('button', { name: 'Try again' }).click()
  await expect(helb.getByRole('button', { name: 'Enter when it is expected' })).toBeVisible()
})

const longName = 'Wilhelmina-Nyambura Oluwaseunfunmilayo Kiplagat wa Mwangi'
const row = {
  id: 2,
  full_name: longName,
  phone: '254712345678',
  room: 'A101',
  owed: 1_234_567,
  group: 'broken',
  missing: 6000,
  next: { kind: 'plan', amount: 6500, day: null, days_after: 7 },
  grade: {
    grade: 'B',
    text: 'November has been unpaid for 12 days and October was paid on time. That is 6 days late on average, which is grade B. A is up to 3 days, B up to 7, C up to 14, D up to 30 and E more.',
  },
  last_call: { outcome: 'will_pay', day: '2026-11-20', by: 'Grace Wanjiru' },
}

looksRight('those to call, and HELB', async (page) => {
  await signIn(page, grace)
  const others = (['today', 'no_promise', 'promised'] as const).map((group, index) => ({
    ...row,
    ...{ id: index + 3, group, missing: 0, next: null, grade: null, last_call: null },
  }))
  await page.route(/\/api\/staff\/calls\/\?/, (route) => route.fulfill({ json: [row, ...others] }))
  await page.route(/\/api\/staff\/calls\/summary\//, (route) =>
    route.fulfill({
      json: {
        ...{ to_call: { count: 4, shillings: 4_938_268 }, promised: { count: 0, shillings: 0 } },
        ...{
          called: { count: 0, shillings: 0 },
          proposals: [{ id: 1, user_id: 2, full_name: longName }],
        },
        helb: {
          round: { kind: 'expected', day: '2026-11-20', entry: 1 },
          entries: [
            {
              ...{ id: 1, kind: 'expected', day: '2026-11-20', note: 'On the radio', by: longName },
              ...{ entered_at: '2026-11-01T08:00:00Z', is_void: false },
            },
          ],
          forecast: { comes: '2026-11-20', by: '2026-11-30', shillings: 412_000, tenants: 41 },
        },
      },
    }),
  )
  await page.goto('/staff/calls')
  await rows(page)
    .first()
    .getByText(/^Grade/)
    .click()
  await page
    .getByRole('button', { name: `Note a call with ${longName}` })
    .first()
    .click()
  await page.getByRole('button', { name: 'It came or it’s late' }).click()
})

looksRight('a plan that staff set', async (page) => {
  await signIn(page, grace)
  await openTenant(page, 'Amina Otieno')
  const plans = page.getByRole('region', { name: 'Promises and plans' })
  await plans.getByRole('button', { name: 'Note a call' }).click()
  await plans.getByRole('button', { name: 'Set a plan' }).click()
  await plans.getByRole('button', { name: 'Show the plan' }).click()
  await expect(plans.getByText('Please choose the day.')).toBeVisible()
})

looksRight('paying later, on the home page and in the assistant', async (page) => {
  await signIn(page, amina)
  const own = page.getByRole('region', { name: 'Paying later' })
  await own.getByRole('button', { name: 'Propose a plan' }).click()
  await own.getByRole('button', { name: 'Send it to the office' }).click()
  await expect(own.getByText('Please choose the day.')).toBeVisible()
  await expandAssistant(page)
  const chat = assistant(page)
  await chat.getByRole('button', { name: /^Pay later/ }).click()
  await chat.getByLabel('Amount').fill('0')
  await chat.getByRole('button', { name: 'I promise' }).click()
  await expect(chat.getByText('Please give whole shillings, from 1.')).toBeVisible()
})
