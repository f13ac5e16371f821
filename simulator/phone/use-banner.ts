import { useEffect, useState } from 'react'
import type { Phone, PhoneMessage } from '#contract/simulator.ts'

const shown_ms = 6000

interface Seen {
  phone_number: string
  ids: string[]
  /** The newest that came while this phone was in hand. */
  fresh: PhoneMessage | null
}

/** The new message that shows over the screen for a moment; longer while a person stays on it. */
export function useBanner(phone: Phone | null) {
  const [seen, setSeen] = useState<Seen | null>(null)
  const [held, setHeld] = useState(false)

  useEffect(() => {
    if (!phone) return
    const { phone_number, messages } = phone
    setSeen((before) => {
      const known = before?.phone_number === phone_number ? before : null
      const fresh = known && messages.find((message) => !known.ids.includes(message.id))
      const ids = messages.map((message) => message.id)
      return { phone_number, ids, fresh: fresh ?? known?.fresh ?? null }
    })
  }, [phone])

  const message = seen && seen.phone_number === phone?.phone_number ? seen.fresh : null
  const hide = () => setSeen((before) => before && { ...before, fresh: null })

  useEffect(() => {
    if (!message || held) return
    const timer = setTimeout(
      () => setSeen((before) => before && { ...before, fresh: null }),
      shown_ms,
    )
    return () => clearTimeout(timer)
  }, [message, held])

  return { message, hold: setHeld, hide }
}
