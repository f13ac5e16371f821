import { localPhone } from '#rules/phone.ts'

export type Screen =
  | { at: 'home' | 'messages' | 'mpesa' | 'numbers' }
  | { at: 'message'; id: string }

/** The screen is in the address, so that a real phone's own way back works here too. */
export function screenOf(search: URLSearchParams): Screen {
  const id = search.get('message')
  if (id) return { at: 'message', id }
  const at = search.get('screen')
  return at === 'messages' || at === 'mpesa' || at === 'numbers' ? { at } : { at: 'home' }
}

/** The address of a phone's screen; without a number, of the page that asks for one. */
export function linkTo(msisdn: string | null, screen: Screen = { at: 'home' }): string {
  if (!msisdn) return '?'
  const phone = `?phone=${localPhone(msisdn).replace(/\s/g, '')}`
  if (screen.at === 'home') return phone
  return screen.at === 'message'
    ? `${phone}&message=${encodeURIComponent(screen.id)}`
    : `${phone}&screen=${screen.at}`
}
