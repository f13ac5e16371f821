import { chromium } from '@playwright/test'
import { polling } from '#rules/payment.ts'
import { amina, assistant, payRent, signIn } from '../e2e/fixtures.ts'
import { findBrowser } from '../scripts/find-browser.ts'
import { paidCallback, startSilentDaraja } from '../server/testing/silent-daraja.ts'
import { milliseconds, type Row } from './row.ts'
import { newDatabase, startProcess } from './server-process.ts'

const payments = 5

/** From M-Pesa's callback to the receipt before the person's eyes, less the pause that the spec wants. */
export async function resultOnScreen(): Promise<Row[]> {
  const executablePath = findBrowser()
  if (!executablePath) return []
  const daraja = await startSilentDaraja()
  const server = await startProcess({ DATABASE_URL: await newDatabase(), ...daraja.settings })
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  const page = await browser.newPage({ baseURL: server.url })
  await signIn(page, amina)
  const taken: number[] = []
  for (let index = 0; index < payments; index++) {
    await page.goto('/')
    await payRent(page, { phone: `074600000${index}`, amount: 50 })
    await assistant(page).getByText('Look at your phone.').last().waitFor()
    const push = daraja.pushes[index]
    if (!push) throw new Error('no push has arrived')
    const shown = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          function look() {
            const said = [...document.querySelectorAll('.said')]
            if (said.some(({ textContent }) => textContent?.startsWith('Paid.'))) {
              resolve(Date.now())
            } else requestAnimationFrame(look)
          }
          look()
        }),
    )
    const callback = paidCallback(daraja.checkoutId(index), `UKL410000${index}`, 50)
    const path = new URL(push.CallBackURL).pathname
    const begin = Date.now()
    await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(callback),
    })
    taken.push((await shown) - begin)
  }
  await browser.close()
  await server.end()
  await daraja.close()
  const slowest = Math.max(...taken)
  return [
    {
      what: `callback to the result on screen, slowest of ${payments}`,
      figure: milliseconds(slowest - polling.message_delay_ms),
      floor: `+ ${polling.message_delay_ms} ms that the spec wants`,
      ratio: '',
      wanted: '< 1000 ms',
    },
  ]
}
