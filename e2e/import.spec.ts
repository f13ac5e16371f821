import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { expect, grace, signIn, test } from './fixtures.ts'
import { looksRight } from './looks.ts'

test.use({ ownServer: 'import' })

async function openImport(page: Page, kind: 'rooms' | 'tenants' | 'contacts') {
  await signIn(page, grace, { at: `/staff/import/${kind}` })
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
  await expect(preview.getByText('Rent: “?” isn’t a rent in whole shillings.')).toBeVisible()
  await expect(preview.getByText('Room: K8 is on line 9 too.')).toBeVisible()
  await expect(
    preview.getByRole('button', { name: 'Import the 398 good lines, get the 2 others as a file' }),
  ).toBeVisible()
  const download = page.waitForEvent('download')
  await preview.getByRole('button', { name: 'Get these lines as a file' }).click()
  const file = await download
  expect(readFileSync(await file.path(), 'utf8')).toContain('Room: K8 is on line 9 too.')

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
      'Name\tPhone\tID\tRoom\tSince\tBalance\nWairimu Njoroge\t0790111222\t39000001\tB401\t2026-09-01\t1,500',
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
  await expect(page.getByText('Nothing was undone. They have logged in, paid')).toBeVisible()
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
  await expect(page.getByText('a line for each contact.')).toBeVisible()
  const heading = 'ID number,Phone,Email'
  await choose(page, `${heading}\n23456789,0799000777,brian@\n`)
  await expect(page.getByText('Email: “brian@” isn’t an email address.')).toBeVisible()
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
  await choose(page, 'Name,Phone,ID,Room,Since\nMwende Musyoka,0790111444,39000010,Z1,2026-09-01\n')
  await page.getByRole('button', { name: 'Import 1 tenant' }).click()
  await expect(page.getByText('1 tenant imported.')).toBeVisible()

  const undo = async (name: string, result: string) => {
    // The latest import comes first.
    await page.getByRole('button', { name }).first().click()
    await page.getByRole('dialog').getByRole('button', { name: 'Undo the import' }).click()
    await expect(page.getByText(result)).toBeVisible()
  }
  await undo(
    'Undo the import of 3 rooms',
    'Undone. Kept: Z1. Someone has moved in, or the room has been changed since.',
  )
  await expect(page.getByText('. Partly undone')).toBeVisible()
  await undo('Undo the import of 1 tenant', 'Undone. Everything is as it was before.')
  await undo('Undo the rest of the import of 3 rooms', 'Undone. Everything is as it was before.')
  await expect(page.getByText('. Partly undone')).toBeHidden()
})

test('a sheet as an office has it: dates are asked about, and the good lines come first', {
  tag: '@long',
}, async ({ page }) => {
  await openImport(page, 'tenants')
  const preview = page.getByRole('region', { name: 'Preview' })
  const lines = [
    'ACACIA HOSTEL,,,,,',
    'Name,Phone,ID,Room,Since,Owes',
    'Zawadi Mrembo,0790111801,39000801,B405,9/1/2026,"Shs 6,500"',
    'Zena Mrembo,="0790111801",39000802,B403,9/2/2026,nil',
    'TOTAL,,,,,6500',
  ]
  await choose(page, lines.join('\n'))
  await expect(preview.getByText('Which day is “9/1/2026” in this file?')).toBeVisible()
  await expect(preview.getByRole('button', { name: /^Import/ })).toBeHidden()
  await preview.getByLabel('1 Sep 2026').check()
  await expect(preview.getByText(/^Zawadi Mrembo: B405 since 1 Sep 2026, owes/)).toBeVisible()
  await expect(preview.getByText(/^Owed: Ksh\s6,500 \(1 tenant\)$/)).toBeVisible()
  await expect(preview.getByText('Line 5 is a total, and left out.')).toBeVisible()
  await expect(preview.getByText('Phone: 0790 111 801 is on line 3 too.')).toBeVisible()
  const download = page.waitForEvent('download')
  const good = 'Import the 1 good line, get the other as a file'
  await preview.getByRole('button', { name: good }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  await expect(page.getByText('1 tenant imported.')).toBeVisible()
  await expect(page.getByText('1 tenant is in the file that was saved')).toBeVisible()

  await choose(page, file.replace('0790111801', '0790111802'))
  // The answer is remembered.
  await expect(preview.getByLabel('2 Sep 2026')).toBeChecked()
  await preview.getByRole('button', { name: 'Import 1 tenant' }).click()
  await expect(page.getByText('1 tenant imported.')).toBeVisible()
})

test('a room number with a dash is asked about', { tag: '@long' }, async ({ page }) => {
  await openImport(page, 'rooms')
  await page.goto('/staff/rooms')
  await page.getByRole('button', { name: 'Add rooms' }).click()
  const numbers = page.getByLabel('Room numbers')
  await numbers.fill('2-05')
  const question = page.getByRole('group', { name: 'What is “2-05”?' })
  await question.getByRole('button', { name: 'Rooms 2 to 5' }).click()
  await expect(numbers).toHaveValue('2 to 5')
  await expect(page.getByRole('button', { name: 'Add 4 rooms' })).toBeVisible()
  await numbers.fill('2-05')
  await question.getByRole('button', { name: 'One room called 2-05' }).click()
  await expect(question).toBeHidden()
  await page.getByLabel('Rent a month for each tenant, Ksh').fill('6500')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(page.getByText('2-05 was added.')).toBeVisible()
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
    await expect(page.getByRole('heading', { name: 'Lines to fix' })).toBeVisible()
    await page.getByText(/columns are used/).click()
  })
  looksRight('an import that can begin', async (page) => {
    await openImport(page, 'tenants')
    await page.getByText('Or paste a table').click()
    await page
      .getByLabel('Table')
      .fill('Name,Phone,ID,Room,Since\nMwanaisha Abdulrahman,0790111333,39000009,B402,2026-09-01')
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByRole('button', { name: 'Import 1 tenant' })).toBeVisible()
  })
  looksRight('an import that asks about dates', async (page) => {
    await openImport(page, 'tenants')
    await choose(
      page,
      'Name,Phone,ID,Room,Since\nMwanaisha Abdulrahman,0790111333,39000009,B402,9/1/2026\n',
    )
    await expect(page.getByText('Which day is “9/1/2026” in this file?')).toBeVisible()
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
    await signIn(page, grace, { at: '/staff/settings/downloads' })
    await expect(page.getByRole('heading', { name: 'Tables for a spreadsheet' })).toBeVisible()
  })
})

test('a table is downloaded, and the download is in the log', { tag: '@long' }, async ({
  page,
}) => {
  await signIn(page, grace, { at: '/staff/settings/downloads' })
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Ledger' }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/-ledger-\d{4}-\d\d-\d\d\.csv$/)
  expect(readFileSync(await file.path(), 'utf8')).toContain('Amina Otieno')
  await page.goto('/staff/settings/log')
  await expect(page.getByText('downloaded Ledger').first()).toBeVisible()
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
