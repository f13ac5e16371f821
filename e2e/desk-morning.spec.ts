import type { Locator, Page } from '@playwright/test'
import { dayOf } from '#rules/calendar.ts'
import {
  dailyCsv,
  type Line,
  oldExport,
  payBill,
  portalCsv,
  portalName,
  portalRows,
  xls,
  xlsx,
} from '../server/testing/statements.ts'
import { addStaff } from './add-staff.ts'
import { amina, brian, expect, grace, signIn, tabTo, test } from './fixtures.ts'
import { arrive, newReceipt } from './paybill.ts'

test.use({ ownServer: 'desk-morning' })

async function accountOf(page: Page, person: typeof amina) {
  await signIn(page, person)
  await expect(page.getByRole('heading', { name: `Karibu, ${person.first_name}.` })).toBeVisible()
  const text = await page.getByText(/^Account no\./).textContent()
  return /Account no\. (\w{8})/.exec(text ?? '')?.[1] ?? ''
}

/** An account number with one character left out. */
const slip = (account: string) => account.slice(0, 2) + account.slice(3)
const item = (page: Page) => page.getByRole('region', { name: 'The chosen payment' })
const question = (page: Page, shillings: number) =>
  item(page).getByRole('heading', { name: `Who is this Ksh ${shillings} for?` })

/** What a screen reader is told from now on by the messages of the page, each time that one is put there. */
async function listen(page: Page) {
  await page.evaluate(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records) {
        for (const node of addedNodes) {
          const region = (target as Element).closest('[role=status]')
          const inside = node instanceof Element ? [...node.querySelectorAll('[role=status]')] : []
          for (const one of region ? [region] : inside) {
            const text = one.querySelector('b')?.textContent
            if (text) heard.push(text.replaceAll('\u00a0', ' '))
          }
        }
      }
    }).observe(document.body, { childList: true, subtree: true })
  })
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard)
}

test('a morning at the desk by keyboard alone: one is credited, one is shared, and taken back', async ({
  page,
  another,
  server,
}) => {
  const account = await accountOf(another, amina)
  await arrive(server, 'for the two of us', '900.00')
  await arrive(server, slip(account), '300.00')
  await signIn(page, grace, { at: '/staff/desk' })
  await expect(question(page, 300)).toBeVisible()
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve())
  await press('?')
  await expect(page.getByRole('dialog')).toContainText('Undo what you did last')
  await press('Escape', 'ArrowDown')
  await expect(question(page, 900)).toBeFocused()
  await press('ArrowUp')
  await expect(question(page, 300)).toBeFocused()

  await press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(
    dialog.getByRole('heading', { name: 'Credit Ksh 300 to Amina Otieno?' }),
  ).toBeFocused()
  await expect(dialog).toContainText('owes Ksh 6,000 →to owes Ksh 5,700. They get a new receipt.')
  const heard = await listen(page)
  await press('Enter')
  const done = (message: string) => item(page).getByText(message)
  await expect(done('Ksh 300 credited to Amina Otieno.')).toBeVisible()
  // The next one has the focus, and what was done stays where it was said while it opens.
  await expect(question(page, 900)).toBeFocused()
  expect(await heard()).toEqual(['Ksh 300 credited to Amina Otieno.'])

  await press('s')
  await expect(item(page).getByLabel('Account 1')).toBeFocused()
  // A key of the desk is a letter while somebody types.
  await page.keyboard.type('aminau')
  await press('Backspace')
  await expect(item(page).getByRole('option', { name: /^Amina Otieno/ })).toBeVisible()
  await press('Enter')
  await expect(item(page).getByLabel('Account 1')).toHaveValue('Amina Otieno')
  await press('Tab', 'Tab')
  await page.keyboard.type('400')
  await press('Tab')
  await page.keyboard.type('a102')
  await expect(item(page).getByRole('option', { name: /^Brian Kamau/ })).toBeVisible()
  await expect(item(page).getByLabel('Amount 2, Ksh')).toHaveValue('500')
  await press('Enter', 'Tab', 'Tab', 'Enter')
  await expect(
    dialog.getByRole('heading', { name: 'Share Ksh 900 among 2 accounts?' }),
  ).toBeFocused()
  await expect(dialog.getByRole('listitem')).toHaveText([
    /Amina Otieno, A101.*owes Ksh.5,700.*owes Ksh.5,300/,
    /Brian Kamau, A102.*owes nothing.*has Ksh.500 credit/,
  ])
  await press('Enter')
  await expect(done('Ksh 900 shared among 2 accounts.')).toBeVisible()

  await press('u')
  await expect(item(page).getByLabel('Why was this shared wrongly?')).toBeFocused()
  await page.keyboard.type('All of it is for A101.')
  await press('Tab')
  await expect(
    item(page).getByRole('button', { name: 'Take back Ksh 900 from both accounts' }),
  ).toBeFocused()
  await press('Enter')
  await expect(done('Ksh 900 taken back. It’s back on the desk.')).toBeVisible()
  await expect(question(page, 900)).toBeVisible()
  const history = item(page).getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect(history).toHaveText([
    /shared Ksh.900 among 2 accounts: Ksh.400 Amina Otieno, A101 R\d{6}, Ksh.500 Brian Kamau, A102 R\d{6}/,
    /took back Ksh.900 from 2 accounts: .*All of it is for A101\./,
  ])
})

const type = async (page: Page, target: Locator, text: string) => {
  await tabTo(page, target)
  await page.keyboard.type(text)
}
const press = async (page: Page, target: Locator) => {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

test('noon by keyboard: cash, and a waiver that another person approves', {
  tag: '@long',
}, async ({ page, another }) => {
  await signIn(page, grace, { at: '/staff/settings/residence' })
  const limit = page.getByRole('region', { name: 'Second approval' })
  await limit.locator('summary').click()
  await limit.getByLabel('Limit, Ksh').fill('1,000')
  await limit.getByRole('button', { name: 'Set the limit' }).click()
  await expect(limit.getByText('Above Ksh 1,000 a second person has to approve.')).toBeVisible()
  await addStaff(page, another, 'otieno@acacia.example', 'Manager')
  await page.goto('/staff/tenants')
  await press(page, page.getByRole('link', { name: 'Amina Otieno' }).first())
  const ledger = page.getByRole('region', { name: 'Ledger' })
  await press(page, ledger.getByRole('button', { name: 'Enter a payment or correction' }))
  await type(page, ledger.getByLabel('Amount, Ksh'), '450')
  await page.keyboard.press('Enter')
  const save = ledger.getByRole('button', { name: 'Save the entry' })
  await expect(save).toBeVisible()
  // A key pressed twice asks for the effect, which has the focus then, and does nothing more.
  await page.keyboard.press('Enter')
  await press(page, save)
  await expect(ledger.getByRole('link', { name: /^Receipt R\d{6}$/ }).first()).toBeVisible()

  await type(page, ledger.getByLabel('Kind of entry'), 'Waive')
  await type(page, ledger.getByLabel('Amount, Ksh'), '1500')
  await type(page, ledger.getByLabel('Reason'), 'Without water for a week')
  await press(page, ledger.getByRole('button', { name: 'Show what changes' }))
  await expect(ledger.getByText('This will wait for a second person.')).toBeVisible()
  await press(page, ledger.getByRole('button', { name: 'Ask for approval' }))
  await expect(ledger.getByText('Waiting for a second person.')).toBeVisible()
  await another.goto('/staff/approvals')
  const asked = another.getByRole('article', { name: 'Waiver: Amina Otieno' })
  await press(another, asked.getByRole('button', { name: 'Approve' }))
  await expect(another.getByText('Waiver, Amina Otieno: approved and done.')).toBeVisible()
})

test('an evening by keyboard: a statement of every form, and the close', {
  tag: '@long',
}, async ({ page, another }) => {
  const account = await accountOf(page, amina)
  await signIn(page, grace)
  await addStaff(page, another, 'achieng@acacia.example', 'Manager')
  const today = dayOf(new Date())
  const start = Date.parse(`${today}T00:00:00+03:00`)
  let seconds = 0
  const line = (): Line => ({
    receipt: newReceipt(),
    at: new Date(start + 1000 * seconds++),
    details: payBill(account),
    cents: 10_000,
  })
  const local = today.split('-').reverse().join('-')
  const old = { shortcode: '174379', from: local, to: local }
  const files = [
    ['ORG_174379.xls', xls(oldExport({ ...old, lines: [{ ...line(), account }] }))],
    [portalName('174379', today), portalCsv([line()])],
    [portalName('174379', today), xlsx(portalRows([line()]))],
    [`Mpesa_174379_${today.replaceAll('-', '')}235959.csv`, dailyCsv([line()])],
    ['equity.csv', `Date,Description,Reference,Credit\n${today},RENT ROOM A102,FT70,4200\n`],
  ] as const
  await page.goto('/staff/statements')
  for (const [name, content] of files) {
    const chooser = page.waitForEvent('filechooser')
    await press(page, page.getByRole('button', { name: 'Choose a file' }))
    const buffer = Buffer.from(content)
    await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer })
    if (name === 'equity.csv') {
      await type(page, page.getByLabel('What do you call this bank account?'), 'Equity 0123')
      await page.keyboard.press('Enter')
    }
    await press(
      page,
      page.getByRole('button', { name: /^Keep (it and credit Ksh.100|the statement)$/ }),
    )
    await expect(page.getByText('The statement is kept.')).toBeVisible()
  }
  await press(page, page.getByRole('link', { name: 'See its rows' }))
  await expect(page.getByText('To be entered').first()).toBeVisible()

  await page.goto(`/staff/close/${today}`)
  await type(page, page.getByLabel(/^Why close it/), 'The transfer is entered tomorrow')
  await press(page, page.getByRole('button', { name: 'Sign' }))
  await expect(page.getByText('Now a second person who handles money has to sign.')).toBeVisible()
  await another.goto(`/staff/close/${today}`)
  await press(another, another.getByRole('button', { name: 'Sign' }))
  await expect(another.getByText(/^Closed with Ksh.[\d,]+ open\.$/)).toBeVisible()
})

test('on a busy machine every arrow counts: right after Escape, one after the other, and while the list is loaded again', {
  tag: '@long',
}, async ({ page, another, server }) => {
  const account = await accountOf(another, amina)
  for (const amount of ['31', '32', '33', '34']) await arrive(server, 'which one', `${amount}.00`)
  await arrive(server, slip(account), '35.00')
  await signIn(page, grace, { at: '/staff/desk' })
  await expect(question(page, 35)).toBeVisible()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  // What is pressed at once arrives in one task, as when the page was busy meanwhile.
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toBeVisible()
  await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('ArrowDown')])
  await expect(question(page, 34)).toBeFocused()
  await Promise.all([page.keyboard.press('ArrowDown'), page.keyboard.press('ArrowDown')])
  await expect(question(page, 32)).toBeFocused()

  await Promise.all(['ArrowUp', 'ArrowUp', 'ArrowUp'].map((key) => page.keyboard.press(key)))
  await expect(question(page, 35)).toBeFocused()

  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('heading', { name: /^Credit Ksh 35/ })).toBeFocused()
  let answer = () => {}
  const held = new Promise<void>((done) => {
    answer = done
  })
  await page.route('**/staff/desk/?*', (route) => held.then(() => route.continue()))
  await Promise.all([page.waitForRequest('**/staff/desk/?*'), page.keyboard.press('Enter')])
  await expect(question(page, 34)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(question(page, 33)).toBeFocused()
  answer()
  await expect(page.getByRole('region', { name: 'Waiting payments' })).not.toContainText('Ksh 35')
  await page.keyboard.press('ArrowDown')
  await expect(question(page, 32)).toBeFocused()
})

test('what fits exactly is credited at once', { tag: '@long' }, async ({
  page,
  another,
  server,
}) => {
  const hers = await arrive(server, slip(await accountOf(another, amina)), '11.00')
  await another.context().clearCookies()
  // The account number that is kept for a page without network is hers.
  await another.evaluate(() => localStorage.clear())
  const his = await arrive(server, slip(await accountOf(another, brian)), '12.00')
  await signIn(page, grace, { at: '/staff/desk' })
  await page.getByRole('link', { name: 'Credit all that fit exactly' }).click()
  await expect(page.getByRole('heading', { name: 'Exact payments' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Credit 2 payments, Ksh 23' })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Ksh 12 to Brian Kamau' }).uncheck()
  await page.getByRole('button', { name: 'Credit 1 payment, Ksh 11' }).click()
  await expect(page.getByText('1 payment credited.')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: hers })).toHaveCount(0)
  await expect(page.getByRole('row').filter({ hasText: his })).toBeVisible()
})
