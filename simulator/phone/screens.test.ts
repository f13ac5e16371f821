import { expect, test } from 'vitest'
import { parseScreen, type Screen, screenLink } from './screens.ts'

const screens: Screen[] = [
  { at: 'home' },
  { at: 'messages' },
  { at: 'mpesa' },
  { at: 'numbers' },
  { at: 'message', id: 'ws_CO_21 1&x=1' },
]

test.each(screens)('the address of %o leads to it', (screen) => {
  const search = new URLSearchParams(screenLink('254712345678', screen))
  expect(search.get('phone')).toBe('0712345678')
  expect(parseScreen(search)).toEqual(screen)
})

test('an unknown screen is the home screen, and without a number there are no screens', () => {
  expect(parseScreen(new URLSearchParams('?phone=0712345678&screen=x'))).toEqual({ at: 'home' })
  expect(screenLink(null, { at: 'messages' })).toBe('?')
})
