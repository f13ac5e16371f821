import { dayOf, formatDay, monthName, previousMonth } from '#rules/calendar.ts'
import { addStaff } from './add-staff.ts'
import { addRoom, addTenant } from './add-tenant.ts'
import { confirmWith, expect, grace, signIn, test } from './fixtures.ts'

test.use({ ownServer: 'late-moves' })

const month = dayOf(new Date()).slice(0, 7)
const leftOn = `${previousMonth(month)}-28`

test('who left last month owes no rent of this one; moved back in, they have their room and owe it again', {
  tag: '@long',
}, async ({ page }) => {
  await signIn(page, grace)
  const plate = page.getByRole('region', { name: 'Remove tenant' })
  await plate.getByLabel('Tenant').fill('A105')
  await plate.getByRole('option', { name: /A105/ }).click()
  await plate.getByLabel('Departure date').fill(leftOn)
  await plate.getByLabel('Reason').selectOption('other')
  await plate.getByRole('button', { name: 'Remove tenant' }).click()
  const question = page.getByRole('dialog', { name: /^Remove .*\?$/ })
  const box = question.getByRole('checkbox', {
    name: new RegExp(
      `^${monthName(month)}’s rent of Ksh.[\\d,]+ was charged; they left on ${formatDay(leftOn)}\\. Take it off$`,
    ),
  })
  await expect(box).toBeChecked()
  const after = question.getByText(/^After that they /)
  const without = await after.textContent()
  await box.uncheck()
  await expect(after).not.toHaveText(without ?? '')
  await box.check()
  await expect(after).toHaveText(without ?? '')
  await confirmWith(question.getByRole('button', { name: 'Remove tenant' }))
  await expect(plate.getByText('Tenant removed successfully!')).toBeVisible()

  await plate.getByRole('link').first().click()
  const ledger = page.getByRole('region', { name: 'Ledger' }).getByRole('listitem')
  await expect(ledger.first()).toContainText(`${monthName(month)}: left on ${formatDay(leftOn)}`)
  await page.getByRole('button', { name: 'Let them move back in' }).click()
  await page.getByLabel('Moves back in on').fill(leftOn)
  await expect(page.getByLabel('Room', { exact: true })).toHaveValue('A105')
  await page.getByRole('button', { name: 'Continue' }).click()
  const summary = page.getByRole('dialog', { name: /move back in\?$/ })
  await expect(summary).toContainText(`more is charged for ${monthName(month)}.`)
  await confirmWith(summary.getByRole('button', { name: 'Let them move back in' }))
  await expect(page.getByText(/ has A105 again\.$/)).toBeVisible()
})

test('a caretaker corrects no rent; what a manager takes off by a change of room waits above the limit', {
  tag: '@long',
}, async ({ page, another, server }) => {
  const { full_name, room } = await addTenant(server, { rate: 9000 })
  const cheaper = await addRoom(server, 6500)
  await signIn(page, grace)
  await page.goto('/staff/settings/residence')
  const limit = page.getByRole('region', { name: 'Second approval' })
  await limit.locator('summary').click()
  await limit.getByLabel('Limit, Ksh').fill('1,000')
  await limit.getByRole('button', { name: 'Set the limit' }).click()
  await expect(limit.getByText(/^Above Ksh.1,000 a second person/)).toBeVisible()
  await addStaff(page, another, 'moves@acacia.example', 'Caretaker')

  const dialog = another.getByRole('dialog', { name: `Change the room of ${full_name}` })
  async function fillIn() {
    await another.goto(`/staff/rooms/${room}`)
    await another.getByRole('button', { name: 'Change room' }).click()
    await dialog.getByLabel('New room').selectOption(cheaper)
    await dialog.getByLabel('Reason').selectOption('other')
  }
  await fillIn()
  await expect(
    dialog.getByText(`Rent that was charged for ${monthName(month)} stays as it is.`),
  ).toBeVisible()
  await expect(dialog.getByRole('checkbox')).toHaveCount(0)
  await expect(dialog.getByText(/^After that they owe Ksh.9,000/)).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Change room' })).toBeEnabled()

  await page.reload()
  await page.getByLabel('Role of Otieno Omondi').selectOption('Manager')
  await page.getByRole('button', { name: 'Save the role: Otieno Omondi' }).click()
  await expect(page.getByText('Otieno Omondi: manager from now on.')).toBeVisible()
  await fillIn()
  const box = dialog.getByRole('checkbox', { name: /Take Ksh.2,500 off$/ })
  const waits = dialog.getByText('This will wait for a second person.')
  await expect(waits).toBeVisible()
  await box.uncheck()
  await expect(waits).toBeHidden()
  await expect(dialog.getByRole('button', { name: 'Change room' })).toBeEnabled()
  await box.check()
  await confirmWith(dialog.getByRole('button', { name: 'Ask for approval' }))
  await expect(another.getByText('Waiting for a second person.')).toBeVisible()
  await another.reload()
  await expect(another.getByRole('region', { name: full_name })).toBeVisible()

  await page.goto('/staff/approvals')
  const asked = page.getByRole('article', { name: `Change of room: ${full_name}` })
  await expect(asked).toContainText(`From ${room} to ${cheaper} on`)
  await asked.getByRole('button', { name: 'Approve' }).click()
  await expect(asked).toBeHidden()
  await another.reload()
  await expect(another.getByText('Nobody lives here today.')).toBeVisible()
})
