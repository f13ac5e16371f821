import { expect, test } from 'vitest'
import { requestScriptsAfterPaint, requestScriptsLast } from './defer-scripts.ts'

const page = (script: string) =>
  `<head><link rel="modulepreload" href="/assets/a.js"/></head><body><h1>Karibu</h1>${script}</body>`
const start =
  '<script nonce="n" type="module" async="">import * as route0 from "/assets/r.js";window.x = { route0 };</script>'

test('modules are requested after the first paint', () => {
  const html = requestScriptsAfterPaint(page(start))
  expect(html).not.toContain('<link rel="modulepreload"')
  expect(html).toContain('requestAnimationFrame')
  expect(html).toContain('["/assets/a.js"]')
  expect(html).toContain('const route0 = await import("/assets/r.js");window.x')
})

test('a start script of another form is left unchanged', () => {
  const other = page('<script type="module" async>import("/assets/r.js")</script>')
  expect(requestScriptsAfterPaint(other)).toBe(other)
})

test('for a page that needs its scripts the modules are requested last', () => {
  expect(requestScriptsLast(page(start))).toContain(
    '<link rel="modulepreload" fetchpriority="low" href=',
  )
})
