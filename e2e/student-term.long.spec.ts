import type { Page } from '@playwright/test'
import {
  addDays,
  addMonths,
  dayOf,
  firstDay,
  formatDay,
  monthOf,
  nextMonth,
} from '#rules/calendar.ts'
import {
  assistant,
  closeAssistant,
  expandAssistant,
  expect,
  grace,
  payRent,
  signIn,
  test,
} from './fixtures.ts'
import { letDaysPass } from './let-days-pass.ts'
import { askForDeposit, moveIn, openTenant } from './move-in.ts'

test.use({ ownServer: 'a term of a student' })

const student = {
  full_name: 'Nekesa Wafula-Barasa',
  phone: '0733901271',
  id_number: '38114971',
  registration_number: 'H31/2041771/2026',
}
const first = nextMonth(monthOf(new Date()))
const term = {
  ...{ id: null, name: 'First term', due_day: `${first}-05` },
  ...{ first_month: first, last_month: addMonths(firstDay(first), 3).slice(0, 7) },
}
const inDays = (days: number) => addDays(dayOf(new Date()), days)

/** Calls of the API as staff, for settings and acts that have journeys of their own. */
async function asStaff(page: Page) {
  const token = await page.request.post('/api/auth/login', {
    data: { email: grace.username, password: grace.password },
  })
  const headers = { authorization: `Bearer ${(await token.json()).access_token}` }
  return async (method: 'get' | 'put' | 'post', path: string, data?: object) => {
    const answer = await page.request[method](`/api/${path}`, { headers, ...(data && { data }) })
    expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
    return answer.json()
  }
}

/** Rent is billed by the term, from the next month on. */
async function setTerm(page: Page) {
  const send = await asStaff(page)
  const was = await send('get', 'staff/settings/billing/')
  await send('put', 'staff/settings/billing/', { was, now: { ...was, billed_by: 'term' } })
  await send('put', 'staff/settings/billing-terms/', { was: [], now: [term] })
}

async function pay(page: Page, amount: number) {
  await page.goto('/')
  await payRent(page, { phone: student.phone, amount })
  await expect(
    assistant(page)
      .getByText(/^Paid\. Asante/)
      .last(),
  ).toBeVisible()
  await closeAssistant(page)
}

const own = (page: Page) => page.getByRole('region', { name: 'Paying later' })

async function openHome(page: Page) {
  await page.goto('/')
  await expect(own(page)).toBeVisible()
}

test('a student from moving in with a deposit, through a broken promise and a term with a plan, to the clearance letter', async ({
  page,
  another,
  server,
}) => {
  test.setTimeout(600_000)
  await signIn(page, grace)
  await closeAssistant(page)
  await askForDeposit(page)
  await setTerm(page)

  await moveIn(another, student)
  await signIn(another, { username: student.phone, password: student.id_number })
  await closeAssistant(another)
  await another.getByRole('button', { name: 'Pay the deposit with M‑Pesa' }).click()
  const chat = assistant(another)
  await chat.getByRole('button', { name: 'Pay Ksh 6,000' }).click()
  await expect(chat.getByText(/^Paid\. Asante/)).toBeVisible()

  // The rent of the first month is promised, and not paid.
  await openHome(another)
  await expandAssistant(another)
  await chat.getByRole('button', { name: /^Pay later/ }).click()
  await chat.getByLabel('Amount').fill('2,000')
  await chat.getByLabel('Day').fill(inDays(3))
  await chat.getByRole('button', { name: 'I promise' }).click()
  await expect(chat.getByText(/promised Acacia Court Ksh.2,000 by/)).toBeVisible()
  await closeAssistant(another)
  await letDaysPass(server, 4)
  await page.goto('/staff/calls')
  const called = page.locator('.call-rows > li').filter({ hasText: student.full_name })
  await expect(called).toContainText('Broken')
  await openHome(another)
  await expect(own(another).getByText('should have been paid by now.')).toBeVisible()
  const owed = await another.locator('.balance-figure').textContent()
  await pay(another, Number(owed?.replace(/\D/g, '')))

  // The bill comes before it is due, and the student asks for three parts.
  await page.goto('/staff/billing')
  const plate = page.getByRole('region', { name: term.name })
  await plate.getByRole('button', { name: 'See who is billed' }).click()
  await plate.getByRole('button', { name: /^Bill \d+ tenants$/ }).click()
  await expect(plate.getByText(/bills were made/)).toBeVisible()
  await openHome(another)
  await own(another).getByRole('button', { name: 'Propose a plan' }).click()
  const billed = own(another).getByText(/^This plan covers all Ksh.[\d,]+ billed so far/)
  await expect(billed).toContainText(formatDay(term.due_day))
  const sum = Number(/Ksh.([\d,]+)/.exec((await billed.textContent()) ?? '')?.[1]?.replace(',', ''))
  await own(another).getByRole('button', { name: 'Add a part' }).click()
  const parts = [2000, 3000, sum - 5000]
  for (const [at, amount] of parts.entries()) {
    const part = own(another).getByRole('group', { name: `Part ${at + 1}` })
    await part.getByLabel('Amount, Ksh').fill(String(amount))
    await part.getByLabel('By').fill(inDays(10 + 30 * at))
  }
  await own(another).getByRole('button', { name: 'Send it to the office' }).click()
  await expect(own(another).getByText('Your plan is waiting for the office')).toBeVisible()

  await openTenant(page, student.full_name)
  const plans = page.getByRole('region', { name: 'Promises and plans' })
  await expect(
    plans.getByText(new RegExp(`by ${formatDay(term.due_day)} and will pay it in 3 parts:$`)),
  ).toBeVisible()
  await plans.getByRole('button', { name: 'Agree to it' }).click()
  await expect(plans.getByText('To come')).toHaveCount(3)
  // Something has grown on the bill.
  const ledger = page.getByRole('region', { name: 'Ledger' })
  await ledger.getByRole('button', { name: /^Take it back/ }).click()
  await expect(
    ledger.getByText(/can’t be taken back: a promise or plan was made since\./),
  ).toBeVisible()

  await openHome(another)
  await expect(another.getByText(/^Under your plan you pay Ksh.2,000 by/)).toBeVisible()
  for (const amount of parts) await pay(another, amount)
  await openHome(another)
  await expect(own(another).getByText('Kept')).toHaveCount(3)

  // They leave, get the deposit back, and a letter that says that nothing is owed.
  const send = await asStaff(page)
  const tenants = await send('get', 'onboard/tenant_list/')
  const { id } = tenants.find(({ full_name }: typeof student) => full_name === student.full_name)
  const leave = { id, removal_reason: 'other', departure_date: dayOf(new Date()) }
  await send('post', 'onboard/remove_tenant/', leave)
  await page.goto('/staff/deposits?show=to_refund')
  await page.getByRole('link', { name: student.full_name }).click()
  const deposit = page.getByRole('region', { name: 'Deposit' })
  await deposit.getByRole('button', { name: /^Give it back/ }).click()
  await deposit.getByLabel('Kind of entry').selectOption('Give the deposit back')
  await deposit.getByLabel('M‑Pesa code, or who signed for the cash').fill('Nekesa signed')
  await deposit.getByRole('button', { name: 'Show what changes' }).click()
  await deposit.getByRole('button', { name: 'Save the entry' }).click()
  await expect(deposit.getByText(/^Entered\./)).toBeVisible()
  await another.goto('/letters')
  await another.getByRole('button', { name: 'Get a clearance letter' }).click()
  await expect(
    another.getByText(new RegExp(`^Acacia Court confirms that ${student.full_name} owed nothing`)),
  ).toBeVisible()
})
