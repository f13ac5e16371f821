import { dayOf } from '#rules/calendar.ts'
import { addStaff } from './add-staff.ts'
import { expect, grace, signIn, test } from './fixtures.ts'
import { looksRight } from './looks.ts'
import { arrive } from './paybill.ts'

test.use({ ownServer: 'close' })

test('a day is closed with one difference, by two people; what comes later stands after it', async ({
  page,
  another,
  server,
}) => {
  // The demo's own payment of Ksh 6,500 waits, too.
  const receipt = await arrive(server, 'nobody', '1500.00')
  await signIn(page, grace)
  await addStaff(page, another, 'otieno@acacia.example', 'Manager')

  await page.goto('/staff/desk')
  await page.getByRole('link', { name: 'Close the day' }).click()
  const today = page.getByRole('listitem').filter({ hasText: 'Open' }).first()
  await today.getByRole('link').click()
  await expect(page.getByText('Ksh 8,000 is open. The day isn’t over yet.')).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: receipt })
  await expect(row.getByText('Waiting on the desk')).toBeVisible()
  await expect(row.getByRole('link', { name: 'Payment on the desk' })).toBeVisible()

  await page.getByRole('button', { name: 'Sign' }).click()
  await expect(
    page.getByText('Money is still open. Please say why you close the day anyway.'),
  ).toBeVisible()
  await page.getByLabel(/^Why close it/).fill('The payer is asked tomorrow')
  await page.getByRole('button', { name: 'Sign' }).click()
  await expect(page.getByText('Now a second person who handles money has to sign.')).toBeVisible()

  await arrive(server, 'nobody', '70.00')
  await another.goto(`/staff/close/${dayOf(new Date())}`)
  await expect(another.getByText('The payer is asked tomorrow')).toBeVisible()
  await expect(another.getByText('Ksh 8,070 is open now.')).toBeVisible()
  await another.getByLabel(/^Note/).fill('Seen')
  await another.getByRole('button', { name: 'Sign' }).click()
  await expect(another.getByText('Closed with Ksh 8,000 open.')).toBeVisible()
  await another.getByRole('link', { name: 'All days' }).click()
  await expect(another.getByText('Closed with Ksh 8,000 open')).toBeVisible()
})

test('the first count of the drawer sets the start; after it a difference needs a reason', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, grace, { at: '/staff/close' })
  const cash = page.getByRole('region', { name: 'Cash in the drawer' })
  await cash.getByRole('button', { name: 'Count the cash' }).click()
  await cash.getByLabel('Counted, Ksh').fill('250')
  await cash.getByRole('button', { name: 'Save the count' }).click()
  await expect(cash.getByText('Counted: Ksh 250, as it should be.')).toBeVisible()
  await cash.getByRole('button', { name: 'Count the cash' }).click()
  await cash.getByLabel('Counted, Ksh').fill('260')
  await expect(cash.getByText('Ksh 10 too much.')).toBeVisible()
  await cash.getByLabel('Handed over to').selectOption('The owner')
  await cash.getByLabel('Handed over, Ksh').fill('200')
  await cash.getByRole('button', { name: 'Save the count' }).click()
  await expect(cash.getByText('Please say why')).toBeVisible()
  await cash.getByLabel('Why it differs').fill('A coin was found')
  await cash.getByRole('button', { name: 'Save the count' }).click()
  await expect(cash.getByText('Counted: Ksh 260, Ksh 10 too much.')).toBeVisible()
  await expect(cash.getByText('Left at the last count')).toBeVisible()
  await cash.getByText('2 counts').click()
  await expect(cash.getByText('Ksh 200 to the owner')).toBeVisible()
})

looksRight('the days of a month, and the form to count the drawer', async (page) => {
  await signIn(page, grace, { at: '/staff/close' })
  await page.getByRole('button', { name: 'Count the cash' }).click()
})

looksRight('a day before it is closed', async (page) => {
  await signIn(page, grace, { at: `/staff/close/${dayOf(new Date())}` })
  await expect(page.getByRole('heading', { name: 'The figures' })).toBeVisible()
})
