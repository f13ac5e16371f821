import { useCallback, useEffect, useState } from 'react'
import { assistantCall } from '../layout/call-assistant.ts'

export interface Opening {
  shown: boolean
  /** Opened by the person, so that focus follows; never by itself. */
  asked_for: boolean
  /** Straight to the rent flow. */
  rent: boolean
}

const closed_before = 'bweni.assistant'
const rent_after_sign_in = 'bweni.assistant.rent'

const typing = () =>
  document.activeElement?.matches('input, textarea, select, [contenteditable]') ?? false

export const comeBackToRent = () => sessionStorage.setItem(rent_after_sign_in, 'yes')

function cameBackForRent(): boolean {
  const came = sessionStorage.getItem(rent_after_sign_in) !== null
  if (came) sessionStorage.removeItem(rent_after_sign_in)
  return came
}

const closed: Opening = { shown: false, asked_for: false, rent: false }

/** Open on a first visit, never over something being typed; closing it is remembered. */
export function useOpening(person: number | null, payment_open: boolean) {
  const [opening, setOpening] = useState(closed)
  const open = useCallback((rent = false) => {
    setOpening({ shown: true, asked_for: true, rent })
  }, [])
  const close = useCallback(() => {
    localStorage.setItem(closed_before, 'closed')
    setOpening(closed)
  }, [])
  const rentBegun = useCallback(() => setOpening((now) => ({ ...now, rent: false })), [])

  useEffect(() => {
    if (localStorage.getItem(closed_before) === null && !typing()) {
      setOpening({ ...closed, shown: true })
    }
    const wished = (event: Event) => {
      if (event instanceof CustomEvent) open(event.detail?.flow === 'rent')
    }
    addEventListener(assistantCall, wished)
    return () => removeEventListener(assistantCall, wished)
  }, [open])
  useEffect(() => {
    if (person !== null && cameBackForRent()) open(true)
  }, [person, open])
  const [used, setUsed] = useState(false)
  if (opening.shown && !used) setUsed(true)
  useEffect(() => {
    // After a reload; whoever has closed it here knows about the payment.
    if (payment_open && !used && !typing()) setOpening({ ...closed, shown: true })
  }, [payment_open, used])

  return { opening, open, close, rentBegun }
}
