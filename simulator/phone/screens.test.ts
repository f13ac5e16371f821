import { expect, test } from 'vitest'
import { linkTo, type Screen, screenOf } from './screens.ts'

const screens: Screen[] = [
  { at: 'home' },
  { at: 'messages' },
  { at: 'mpesa' },
  { at: 'numbers' },
  { at: 'message', id: 'ws_CO_21 1&x=1' },
]

test.each(screens)('the address of %o leads to it', (screen) => {
  const search = new URLSearchParams(linkTo('254712345678', screen))
  expect(search.get('phone')).toBe('0712345678')
  expect(screenOf(search)).toEqual(screen)
})

test('an unknown screen is the home screen, and no number has no screens', () => {
  expect(screenOf(new URLSearchParams('?phone=0712345678&screen=x'))).toEqual({ at: 'home' })
  expect(linkTo(null, { at: 'messages' })).toBe('?')
})
