import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { closeAssistant, expect, grace, signIn, test } from './fixtures.ts'
import { looksRight } from './looks.ts'

test.use({ ownServer: 'import' })

async function openImport(page: Page, kind: 'rooms' | 'tenants' | 'contacts') {
  await signIn(page, grace)
  await closeAssistant(page)
  await page.goto(`/staff/import/${kind}`)
  await expect(page.getByRole('heading', { name: 'Choose a file' })).toBeVisible()
}

const choose = (page: Page, text: string) =>
  page.getByLabel('CSV file').setInputFiles({
    name: 'rooms.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(text),
  })

const rooms = Array.from({ length: 400 }, (_, at) => `K${at + 1};6500;1`)
const heading = 'Number;Monthly rent;Beds'

test('400 rooms from a spreadsheet: errors, corrected, undone and done', async ({ page }) => {
  await openImport(page, 'rooms')
  const wrong = [heading, ...rooms].join('\n').replace('K7;6500', 'K7;?').replace('K9;', 'K8;')
  await choose(page, wrong)
  // The program doesn't know which column has the room number.
  await expect(page.getByText('Say which column has “Room”.')).toBeVisible()
  await page.getByLabel('Number', { exact: true }).selectOption('Room')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('Line 8', { exact: true })).toBeVisible()
  await expect(preview.getByText('“?” isn’t a rent in whole shillings.')).toBeVisible()
  await expect(preview.getByText('K8 is in line 9 too.')).toBeVisible()
  await expect(preview.getByRole('button', { name: /^Import/ })).toBeHidden()
  const download = page.waitForEvent('download')
  await preview.getByRole('button', { name: 'Get these lines as a file' }).click()
  const file = await download
  expect(readFileSync(await file.path(), 'utf8')).toContain('K8 is in line 9 too.')

  await choose(page, [heading, ...rooms].join('\n'))
  await page.getByLabel('Number', { exact: true }).selectOption('Room')
  await expect(preview.getByText('K1: Ksh 6,500 a month, 1 place')).toBeVisible()
  await preview.getByRole('button', { name: 'Import 400 rooms' }).click()
  await expect(page.getByText('400 rooms imported.')).toBeVisible()

  await page.getByRole('button', { name: 'Undo the import of 400 rooms' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByText('Undone. Everything is as it was before.')).toBeVisible()

  // The column is remembered.
  await choose(page, [heading, ...rooms].join('\n'))
  await preview.getByRole('button', { name: 'Import 400 rooms' }).click()
  await page.getByRole('link', { name: 'All rooms' }).click()
  await expect(page.getByText('410 of 440 rooms have a free place today.')).toBeVisible()
  await page.getByLabel('Search').fill('K400')
  await expect(page.getByRole('region', { name: 'Rooms' }).getByRole('listitem')).toHaveCount(1)
})

test('tenants are pasted from a spreadsheet, and log in with their ID number', async ({
  page,
  another,
}) => {
  await openImport(page, 'tenants')
  await page.getByText('Or paste a table').click()
  await page
    .getByLabel('Table')
    .fill(
      'Name\tPhone\tID\tRoom\tSince\tBalance\nWairimu Njoroge\t0790111222\t39000001\tB401\t1/9/2026\t1,500',
    )
  await page.getByRole('button', { name: 'Preview' }).click()
  await expect(
    page.getByText(/^Wairimu Njoroge: B401 since 1 Sep 2026, owes Ksh\s1,500/),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 tenant' }).click()
  await expect(page.getByText('1 tenant imported.')).toBeVisible()
  await signIn(another, { username: '0790111222', password: '39000001' })
  await expect(another.getByText('Room B401 · Ksh')).toBeVisible()

  await page.getByRole('button', { name: 'Undo the import of 1 tenant' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByText(/^Undone, except Wairimu Njoroge/)).toBeVisible()
})

test('contacts: looked at, corrected, changed, and put back', { tag: '@long' }, async ({
  page,
  another,
}) => {
  await openImport(page, 'rooms')
  await page.getByRole('link', { name: 'Contacts' }).click()
  const heading = 'ID number,Phone,Email'
  await choose(page, `${heading}\n23456789,0799000777,brian@\n`)
  await expect(page.getByText('“brian@” isn’t an email address.')).toBeVisible()
  await choose(page, `${heading}\n23456789,799000777,brian@example.org\n`)
  await expect(
    page.getByText('Brian Kamau: phone 0799 000 777 instead of 0722 000 002'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 contact' }).click()
  await expect(page.getByText('1 contact imported.')).toBeVisible()
  await signIn(another, { username: '0799000777', password: '23456789' })
  await expect(another.getByText('Room A102 · Ksh')).toBeVisible()

  await page.getByRole('button', { name: 'Undo the import of 1 contact' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByText('Undone. Everything is as it was before.')).toBeVisible()
})

test('what isn’t a table is said at once', { tag: '@long' }, async ({ page }) => {
  await openImport(page, 'rooms')
  await choose(page, 'PK\u0003\u0004 an Excel workbook')
  await expect(page.getByText('This is an Excel workbook.')).toBeVisible()
  await choose(page, 'Room,Rent\n')
  await expect(page.getByText('The file has a heading but no rows.')).toBeVisible()
})

test.describe('screens', () => {
  looksRight('an import with bad rows', async (page) => {
    await openImport(page, 'rooms')
    const long = 'a very long note without an end, '.repeat(30)
    const lines = Array.from(
      { length: 12 },
      (_, at) => `"Annexe ${at}","no rent ${long}",1,${long}`,
    )
    await choose(page, `Room,Rent,Beds,${'A long heading '.repeat(6)}\n${lines.join('\n')}`)
    await expect(page.getByRole('heading', { name: 'Lines to be corrected' })).toBeVisible()
    await page.getByText(/^Columns:/).click()
  })
  looksRight('an import that can begin', async (page) => {
    await openImport(page, 'tenants')
    await page.getByText('Or paste a table').click()
    await page
      .getByLabel('Table')
      .fill('Name,Phone,ID,Room,Since\nMwanaisha Abdulrahman,0790111333,39000009,B402,1/9/2026')
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByRole('button', { name: 'Import 1 tenant' })).toBeVisible()
  })
  looksRight('contacts that can be imported', async (page) => {
    await openImport(page, 'contacts')
    await choose(
      page,
      'ID number,Phone,Email\n12345678,0799000888,a.very.long.address.of.amina.otieno@students.example.org\n',
    )
    await expect(page.getByRole('button', { name: 'Import 1 contact' })).toBeVisible()
  })
  looksRight('downloads', async (page) => {
    await signIn(page, grace)
    await closeAssistant(page)
    await page.goto('/staff/settings/downloads')
    await expect(page.getByRole('heading', { name: 'Tables for a spreadsheet' })).toBeVisible()
  })
})

test('a table is downloaded, and the download is in the log', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, grace)
  await closeAssistant(page)
  await page.goto('/staff/settings/downloads')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Ledger' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^ledger-\d{4}-\d\d-\d\d\.csv$/)
  expect(readFileSync(await file.path(), 'utf8')).toContain('Amina Otieno')
  await page.goto('/staff/settings/log')
  await expect(page.getByText('downloaded a table').first()).toBeVisible()
})
