import { formatPhone } from '#rules/phone.ts'

export type Screen =
  | { at: 'home' | 'messages' | 'mpesa' | 'numbers' }
  | { at: 'message'; id: string }

/** The screen is part of the URL, so that the back button of a real phone works. */
export function parseScreen(search: URLSearchParams): Screen {
  const id = search.get('message')
  if (id) return { at: 'message', id }
  const at = search.get('screen')
  return at === 'messages' || at === 'mpesa' || at === 'numbers' ? { at } : { at: 'home' }
}

/** The link to a screen; without a number, to the page that asks for one. */
export function screenLink(msisdn: string | null, screen: Screen = { at: 'home' }): string {
  if (!msisdn) return '?'
  const phone = `?phone=${formatPhone(msisdn).replace(/\s/g, '')}`
  if (screen.at === 'home') return phone
  return screen.at === 'message'
    ? `${phone}&message=${encodeURIComponent(screen.id)}`
    : `${phone}&screen=${screen.at}`
}
