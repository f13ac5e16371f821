import { useCallback, useEffect, useState } from 'react'
import { type AssistantFlow, assistantCall, isAssistantFlow } from '../layout/call-assistant.ts'

export interface Opening {
  shown: boolean
  /** Opened by the person, so that focus follows; never by itself. */
  asked_for: boolean
  /** Straight to this flow. */
  flow: AssistantFlow | null
}

const closed_before = 'bweni.assistant'
const after_sign_in = 'bweni.assistant.flow'

const typing = () =>
  document.activeElement?.matches('input, textarea, select, [contenteditable]') ?? false

/** The flow that somebody who goes to sign in wants to be back at. */
export function comeBackTo(flow: AssistantFlow) {
  try {
    sessionStorage.setItem(after_sign_in, flow)
  } catch {
    // No room: the menu is there after signing in.
  }
}

function cameBackFor(): AssistantFlow | null {
  const flow = sessionStorage.getItem(after_sign_in)
  if (flow !== null) sessionStorage.removeItem(after_sign_in)
  return isAssistantFlow(flow) ? flow : null
}

const closed: Opening = { shown: false, asked_for: false, flow: null }

/** Open on a first visit, never over something being typed; closing it is remembered. */
export function useOpening(person: number | null, payment_open: boolean) {
  const [opening, setOpening] = useState(closed)
  const open = useCallback((flow: AssistantFlow | null = null) => {
    setOpening({ shown: true, asked_for: true, flow })
  }, [])
  const close = useCallback(() => {
    setOpening(closed)
    try {
      localStorage.setItem(closed_before, 'closed')
    } catch {
      // No room: it is closed here, and open again on the next page.
    }
  }, [])
  const flowBegun = useCallback(() => setOpening((now) => ({ ...now, flow: null })), [])

  useEffect(() => {
    if (localStorage.getItem(closed_before) === null && !typing()) {
      setOpening({ ...closed, shown: true })
    }
    const wished = (event: Event) => {
      if (!(event instanceof CustomEvent)) return
      const wish = event.detail?.flow
      open(isAssistantFlow(wish) ? wish : null)
    }
    addEventListener(assistantCall, wished)
    return () => removeEventListener(assistantCall, wished)
  }, [open])
  useEffect(() => {
    const flow = person === null ? null : cameBackFor()
    if (flow) open(flow)
  }, [person, open])
  const [used, setUsed] = useState(false)
  if (opening.shown && !used) setUsed(true)
  useEffect(() => {
    // After a reload; whoever has closed it here knows about the payment.
    if (payment_open && !used && !typing()) setOpening({ ...closed, shown: true })
  }, [payment_open, used])

  return { opening, open, close, flowBegun }
}
