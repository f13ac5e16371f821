import { useCallback, useEffect, useRef, useState } from 'react'
import { type AssistantFlow, assistantChannel, isAssistantFlow } from '../layout/channels.ts'
import { local, ofTab } from '../storage.ts'

export interface Opening {
  shown: boolean
  /** Whether only one line is shown, because the assistant opened by itself where there is little room. */
  peek: boolean
  /** Whether the user opened it; then it takes the focus. False when it opens by itself. */
  byUser: boolean
  /** The flow to start. */
  flow: AssistantFlow | null
}

/** `closed` or `open`, as the user left it; nothing before the first visit. */
const CHOICE_KEY = 'bweni.assistant'
const FLOW_AFTER_SIGN_IN_KEY = 'bweni.assistant.flow'

const isTyping = () =>
  document.activeElement?.matches('input, textarea, select, [contenteditable]') ?? false

/** Remembers the flow at which the assistant opens after signing in. */
export const rememberFlow = (flow: AssistantFlow) => ofTab.set(FLOW_AFTER_SIGN_IN_KEY, flow)

function takeRememberedFlow(): AssistantFlow | null {
  const flow = ofTab.get(FLOW_AFTER_SIGN_IN_KEY)
  ofTab.remove(FLOW_AFTER_SIGN_IN_KEY)
  return isAssistantFlow(flow) ? flow : null
}

const closed: Opening = { shown: false, peek: false, byUser: false, flow: null }

const remember = (choice: 'open' | 'closed') => local.set(CHOICE_KEY, choice)

/** Window widths at which the dialog doesn't fit beside the page's column. */
const wouldCoverPage = '(max-width: 1951.9px)'

/**
 * Opens on the first visit, but never over a field that is being typed in, and as one line where it would cover
 * the page. Closing it is remembered, also while a payment waits; otherwise a waiting payment opens it when the
 * page is loaded again.
 */
export function useOpening(userId: number | null, hasOpenPush: boolean) {
  const [opening, setOpening] = useState(closed)
  const open = useCallback((flow: AssistantFlow | null = null) => {
    setOpening({ shown: true, peek: false, byUser: true, flow })
    remember('open')
  }, [])
  const close = useCallback(() => {
    setOpening(closed)
    remember('closed')
  }, [])
  const clearFlow = useCallback(() => setOpening((now) => ({ ...now, flow: null })), [])

  useEffect(() => {
    if (local.get(CHOICE_KEY) !== 'closed' && !isTyping()) {
      setOpening({ ...closed, shown: true, peek: matchMedia(wouldCoverPage).matches })
    }
    return assistantChannel.listen(open)
  }, [open])
  useEffect(() => {
    const flow = userId === null ? null : takeRememberedFlow()
    if (flow) open(flow)
  }, [userId, open])
  const wasUsed = useRef(false)
  useEffect(() => {
    const onUse = () => {
      wasUsed.current = true
    }
    for (const event of ['pointerdown', 'keydown']) addEventListener(event, onUse, { once: true })
    return () => {
      for (const event of ['pointerdown', 'keydown']) removeEventListener(event, onUse)
    }
  }, [])
  const [wasShown, setWasShown] = useState(false)
  if (opening.shown && !opening.peek && !wasShown) setWasShown(true)
  useEffect(() => {
    const wasOpen = local.get(CHOICE_KEY) === 'open'
    // Never opens over a page in use; there the button's label tells of the payment.
    if (hasOpenPush && !wasShown && wasOpen && !wasUsed.current && !isTyping()) {
      setOpening({ ...closed, shown: true })
    }
  }, [hasOpenPush, wasShown])

  return { opening, open, close, clearFlow }
}
