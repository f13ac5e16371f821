import { chromium, type Page } from '@playwright/test'
import { polling } from '#rules/payment.ts'
import { amina, assistant, chooseBundle, payRent, signIn } from '../e2e/fixtures.ts'
import { findBrowser } from '../scripts/find-browser.ts'
import { paidCallback, startFakeDaraja } from '../server/testing/fake-daraja.ts'
import { milliseconds, type Row, sized } from './row.ts'
import { newDatabase, startProcess } from './server-process.ts'

const payments = sized(5, 1)

interface Scenario {
  what: string
  amount: number
  ask(page: Page, phone: string): Promise<unknown>
  /** The element to wait for, and how its text begins. */
  shown: [selector: string, text: string]
  /** The deliberate pause before it is shown. */
  delayMs: number
}

const scenarios: Scenario[] = [
  {
    what: 'callback to the result on screen',
    amount: 50,
    ask: (page, phone) => payRent(page, { phone, amount: 50 }),
    shown: ['.message-title', 'Paid.'],
    delayMs: polling.messageDelayMs,
  },
  {
    what: 'callback to the wifi code on screen',
    amount: 100,
    async ask(page, phone) {
      await chooseBundle(page, { phone, data: '3GB' })
      await page.getByRole('button', { name: 'Pay KSH 100' }).click()
    },
    shown: ['.voucher-code .code', ''],
    delayMs: 0,
  },
]

const onScreen = (page: Page, shown: Scenario['shown']) =>
  page.evaluate(
    ([selector, text]) =>
      new Promise<number>((resolve) => {
        function look() {
          const elements = [...document.querySelectorAll(selector)]
          if (elements.some(({ textContent }) => textContent?.startsWith(text))) resolve(Date.now())
          else requestAnimationFrame(look)
        }
        look()
      }),
    shown,
  )

/** From M-Pesa's callback to the result on screen, minus the deliberate pause. */
export async function resultOnScreen(): Promise<Row[]> {
  const executablePath = findBrowser()
  if (!executablePath) return []
  const daraja = await startFakeDaraja()
  const server = await startProcess({ DATABASE_URL: await newDatabase(), ...daraja.settings })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const page = await browser.newPage({ baseURL: server.url })
  await signIn(page, amina)
  let made = 0
  async function measureOnce({ ask, amount, shown }: Scenario): Promise<number> {
    const index = made
    made += 1
    await page.goto('/')
    await ask(page, `07460000${String(index).padStart(2, '0')}`)
    await assistant(page).getByText('Look at your phone.').last().waitFor()
    const push = daraja.pushes[index]
    if (!push) throw new Error('no push has arrived')
    const seen = onScreen(page, shown)
    const receipt = `UKL41000${String(index).padStart(2, '0')}`
    const callback = paidCallback(daraja.checkoutId(index), receipt, amount)
    const begin = Date.now()
    await fetch(server.url + new URL(push.CallBackURL).pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(callback),
    })
    return (await seen) - begin
  }
  const rows: Row[] = []
  for (const scenario of scenarios) {
    let slowest = 0
    for (let count = 0; count < payments; count++)
      slowest = Math.max(slowest, await measureOnce(scenario))
    rows.push({
      what: `${scenario.what}, slowest of ${payments}`,
      figure: milliseconds(slowest - scenario.delayMs),
      floor: scenario.delayMs > 0 ? `+ ${scenario.delayMs} ms pause` : '',
      ratio: '',
      target: '< 1000 ms',
    })
  }
  await browser.close()
  await server.end()
  await daraja.close()
  return rows
}
