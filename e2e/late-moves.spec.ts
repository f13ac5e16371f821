import { dayOf, formatDay, monthName, previousMonth } from '#rules/calendar.ts'
import { expect, grace, signIn, test } from './fixtures.ts'

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
  await question.getByRole('button', { name: 'Remove tenant' }).click()
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
  await summary.getByRole('button', { name: 'Let them move back in' }).click()
  await expect(page.getByText(/ has A105 again\.$/)).toBeVisible()
})
