import { afterAll, beforeAll, expect, test } from 'vitest'
import { askAssistant } from '#contract/assistant.ts'
import { formatVoucherCode } from '#rules/wifi.ts'
import { bundleShop } from '../testing/bundles.ts'
import { type FakeDaraja, startFakeDaraja } from '../testing/fake-daraja.ts'
import { endServer, startServer, type TestServer } from '../testing/server.ts'

let daraja: FakeDaraja
let server: TestServer

beforeAll(async () => {
  daraja = await startFakeDaraja()
  server = await startServer('pglite', { ...daraja.settings, THROTTLE: 'off' })
})
afterAll(async () => {
  await endServer(server)
  await daraja.close()
})

test('each of several codes is listed with its bundle and end, and the page to find them', async () => {
  const amina = await server.signIn('0712345678', '12345678')
  const shop = bundleShop(server, daraja)
  const bought = [await shop.buy(amina, Date.now()), await shop.buy(amina, Date.now())]
  const answer = await amina.fetch('/api/assistant/ask/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: 'my wifi code' }),
  })
  const line = askAssistant.lines.parse(JSON.parse(await answer.text()))
  const lines = line.type === 'text' ? line.text.split('\n') : []
  expect(lines).toHaveLength(3)
  for (const { code } of bought) {
    const expected = `The code of your 3GB wifi bundle is ${formatVoucherCode(code)}: 3GB left, until `
    expect(lines.filter((one) => one.startsWith(expected))).toHaveLength(1)
  }
  expect(lines[2]).toBe('You’ll find your bundles and codes under My wifi.')
})
