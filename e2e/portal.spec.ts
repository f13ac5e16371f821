import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { dayOf } from '#rules/calendar.ts'
import { amina, closeAssistant, expect, signIn, test } from './fixtures.ts'
import { looksRight } from './looks.ts'

test.use({ ownServer: 'portal' })

const PAYBILL = '/pretend-daraja/portal'

/** Amina pays the paybill from a pretend phone; returns the receipt. */
async function pay(page: Page, account_number: string, amount: number): Promise<string> {
  const answer = await page.request.post('/pretend-daraja/phones/254799100126/paybill/', {
    data: { account_number, amount },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()).receipt
}

async function accountOf(page: Page): Promise<string> {
  await signIn(page, amina)
  await closeAssistant(page)
  const text = await page.getByText(/^Account no\./).textContent()
  return /Account no\. (\w{8})/.exec(text ?? '')?.[1] ?? ''
}

async function download(page: Page, name: string) {
  const started = page.waitForEvent('download')
  await page.getByRole('link', { name, exact: true }).click()
  const file = await started
  return { name: file.suggestedFilename(), path: await file.path() }
}

test('the portal sweeps, reverses, and gives a statement of it', { tag: '@long' }, async ({
  page,
  another,
}) => {
  const account = await accountOf(another)
  const receipt = await pay(page, account, 6500)
  await pay(page, account, 1000)

  await page.goto(PAYBILL)
  await page.getByRole('button', { name: 'Sweep to settlement' }).click()
  await expect(page.getByText('Ksh 7,448 moved to the settlement account.')).toBeVisible()
  await page.getByRole('button', { name: `Reverse ${receipt}` }).click()
  await page.getByRole('button', { name: 'Reverse', exact: true }).last().click()
  await expect(page.getByText(`${receipt} was reversed: Ksh 6,500 went back`)).toBeVisible()
  await expect(page.getByRole('row', { name: receipt }).getByText('Reversed')).toBeVisible()

  const today = dayOf(new Date())
  const { name, path } = await download(page, 'CSV')
  expect(name).toBe(`Statements for 174379 from ${today} to ${today}.csv`)
  const lines = (await readFile(path, 'utf8')).trim().split('\r\n')
  const amounts = lines.map((line) => line.slice(line.indexOf('Completed,') + 10))
  expect(amounts.slice(1)).toEqual([
    '0.00,"6,500.00",948.00',
    '"7,448.00",0.00,"7,448.00"',
    '0.00,"7,448.00",0.00',
    '0.00,10.00,"7,448.00"',
    '"1,000.00",0.00,"7,458.00"',
    '0.00,42.00,"6,458.00"',
    '"6,500.00",0.00,"6,500.00"',
  ])
  expect(lines[1]).toContain(`Pay Utility Reversal to 2547****126 - PRETEND **** PAYER Acc.`)
})

looksRight('the portal of the pretend M-Pesa', async (page) => {
  const account = await accountOf(page)
  await pay(page, account, 150)
  await page.goto(PAYBILL)
  await expect(page.getByRole('button', { name: /^Reverse / }).first()).toBeVisible()
})
