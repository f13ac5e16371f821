import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
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

test('400 rooms from a spreadsheet: errors, corrected, undone and done', { tag: '@long' }, async ({
  page,
}) => {
  await openImport(page, 'rooms')
  const wrong = [heading, ...rooms].join('\n').replace('K7;6500', 'K7;?').replace('K9;', 'K8;')
  await choose(page, wrong)
  // The program doesn't know which column has the room number.
  await expect(page.getByText('Choose the columns for “Room”.')).toBeVisible()
  await page.getByLabel('Number', { exact: true }).selectOption('Room')
  const preview = page.getByRole('region', { name: 'Preview' })
  await expect(preview.getByText('Line 8', { exact: true })).toBeVisible()
  await expect(preview.getByText('“?” isn’t a rent in whole shillings.')).toBeVisible()
  await expect(preview.getByText('This room is on line 9 too.')).toBeVisible()
  await expect(preview.getByRole('button', { name: /^Import/ })).toBeHidden()
  const download = page.waitForEvent('download')
  await preview.getByRole('button', { name: 'Get these lines as a file' }).click()
  const file = await download
  expect(readFileSync(await file.path(), 'utf8')).toContain('This room is on line 9 too.')

  // The corrected file is read in the same way.
  await choose(page, [heading, ...rooms].join('\n'))
  await expect(preview.getByText('K1: Ksh 6,500 a month, 1 place')).toBeVisible()
  await preview.getByRole('button', { name: 'Import 400 rooms' }).click()
  await expect(page.getByText('400 rooms imported.')).toBeVisible()

  await page.getByRole('button', { name: 'Undo the import of 400 rooms' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByText('Undone. Everything is as it was before.')).toBeVisible()
  await expect(page.getByText('400 rooms imported.')).toBeHidden()

  // The column is remembered.
  await choose(page, [heading, ...rooms].join('\n'))
  await preview.getByRole('button', { name: 'Import 400 rooms' }).click()
  await page.getByRole('link', { name: 'All rooms' }).click()
  await expect(page.getByText('410 of 440 rooms have a free place today.')).toBeVisible()
  await page.getByLabel('Search').fill('K400')
  await expect(page.getByRole('region', { name: 'Rooms' }).getByRole('listitem')).toHaveCount(1)
})

test('tenants are pasted from a spreadsheet, and log in with their ID number', {
  tag: '@long',
}, async ({ page, another }) => {
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
  await expect(page.getByText('Nothing could be undone: all of it has been used')).toBeVisible()
})

test('on a phone the preview comes into view, with the focus on its heading', {
  tag: '@long',
}, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await openImport(page, 'rooms')
  const heading = page.getByRole('heading', { name: 'Preview' })
  for (const text of ['Room,Rent\nZ3,6,500\n', 'Room,Rent\nZ3,"6,500"\n']) {
    await choose(page, text)
    await expect(heading).toBeFocused()
    await expect(heading).toBeInViewport({ ratio: 1 })
    await page.evaluate(() => window.scrollTo(0, 0))
  }
  await choose(page, 'Room,Rent\n')
  await expect(page.getByText('The file has a heading but no rows.')).toBeInViewport({ ratio: 1 })
  await choose(page, 'Room,Rent\nZ3,6500\n')
  await expect(heading).toBeFocused()
  // Whoever chooses a column stays with it.
  await page.getByText('2 of 2 columns are used').click()
  await page.getByLabel('Rent').selectOption('Places (optional)')
  await expect(page.getByText('Choose the columns for “Rent”.')).toBeVisible()
  await expect(heading).not.toBeFocused()
})

test('contacts: looked at, corrected, changed, and put back', { tag: '@long' }, async ({
  page,
  another,
}) => {
  await openImport(page, 'rooms')
  await page.getByRole('link', { name: 'Contacts' }).click()
  await expect(page.getByText('Change the phone numbers and email addresses')).toBeVisible()
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

test('a contact that changes after the preview is shown anew', { tag: '@long' }, async ({
  page,
  another,
}) => {
  await openImport(page, 'contacts')
  await choose(page, 'ID number,Email\n12345678,later@example.org\n')
  await expect(page.getByText('Amina Otieno: email later@example.org instead')).toBeVisible()
  await openImport(another, 'contacts')
  await choose(another, 'ID number,Email\n12345678,first@example.org\n')
  await another.getByRole('button', { name: 'Import 1 contact' }).click()
  await expect(another.getByText('1 contact imported.')).toBeVisible()

  await page.getByRole('button', { name: 'Import 1 contact' }).click()
  await expect(page.getByText('Something has changed since the preview.')).toBeVisible()
  await expect(
    page.getByText('Amina Otieno: email later@example.org instead of first@example.org'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Import 1 contact' }).click()
  await expect(page.getByText('1 contact imported.')).toBeVisible()
})

test('rooms that stay can be undone later', { tag: '@long' }, async ({ page }) => {
  await openImport(page, 'rooms')
  await choose(page, 'Room,Rent\nZ1,5000\nZ2,5000\nZ3,5000\n')
  await page.getByRole('button', { name: 'Import 3 rooms' }).click()
  await expect(page.getByText('3 rooms imported.')).toBeVisible()
  await page.getByRole('link', { name: 'Tenants', exact: true }).last().click()
  // A file that is chosen before the page has changed is one of rooms.
  await expect(
    page.getByText('A CSV file with a heading line and a line for each tenant.'),
  ).toBeVisible()
  await choose(page, 'Name,Phone,ID,Room,Since\nMwende Musyoka,0790111444,39000010,Z1,1/9/2026\n')
  await page.getByRole('button', { name: 'Import 1 tenant' }).click()
  await expect(page.getByText('1 tenant imported.')).toBeVisible()

  const undo = async (name: string, result: string) => {
    // The latest import comes first.
    await page.getByRole('button', { name }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click()
    await expect(page.getByText(result)).toBeVisible()
  }
  await undo('Undo the import of 3 rooms', 'Undone, except Z1: they have been used since.')
  await expect(page.getByText('. Partly undone')).toBeVisible()
  await undo('Undo the import of 1 tenant', 'Undone. Everything is as it was before.')
  await undo('Undo the rest of the import of 3 rooms', 'Undone. Everything is as it was before.')
  await expect(page.getByText('. Partly undone')).toBeHidden()
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
    await page.getByText(/columns are used/).click()
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
  expect(file.suggestedFilename()).toMatch(/-ledger-\d{4}-\d\d-\d\d\.csv$/)
  expect(readFileSync(await file.path(), 'utf8')).toContain('Amina Otieno')
  await page.goto('/staff/settings/log')
  await expect(page.getByText('downloaded a table').first()).toBeVisible()
})

test(
  'a file that was changed after it was chosen is asked for again',
  { tag: '@long' },
  async ({ page }, info) => {
    await openImport(page, 'rooms')
    const path = info.outputPath('rooms.csv')
    const write = (text: string, at: string) => {
      writeFileSync(path, text)
      utimesSync(path, new Date(at), new Date(at))
    }
    write('Room,Rent\nQ1,5000\n', '2026-11-01T09:00:00Z')
    await page.getByLabel('CSV file').setInputFiles(path)
    await expect(page.getByText('Q1: Ksh 5,000 a month')).toBeVisible()
    write('Room,Rent\nQ1,5000\nQ2,6000\n', '2026-11-01T10:00:00Z')
    await page.getByRole('button', { name: 'Import 1 room' }).click()
    await expect(
      page.getByText('This file has changed since you chose it. Please choose it again.'),
    ).toBeVisible()
    await page.getByLabel('CSV file').setInputFiles(path)
    await page.getByRole('button', { name: 'Import 2 rooms' }).click()
    await expect(page.getByText('2 rooms imported.')).toBeVisible()
  },
)
