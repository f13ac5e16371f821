import type { WifiBundle } from '#contract/wifi.ts'

/**
 * Messages to a part of the app that is loaded later. Until it subscribes, the latest few are queued.
 */
function createChannel<Message>(capacity: number) {
  const queue: Message[] = []
  let listener: ((message: Message) => void) | null = null
  let onQueued = () => {}
  return {
    send(message: Message) {
      if (listener) return listener(message)
      queue.push(message)
      if (queue.length > capacity) queue.shift()
      onQueued()
    },
    /** @returns a function that unsubscribes */
    listen(next: (message: Message) => void) {
      listener = next
      for (const message of queue.splice(0)) next(message)
      return () => {
        if (listener === next) listener = null
      }
    },
    /**
     * Calls the function when a message is queued because there is no listener. Returns a function that
     * unsubscribes.
     */
    whenQueued(callback: () => void) {
      onQueued = callback
      return () => {
        onQueued = () => {}
      }
    },
  }
}

/** `own_rent`, `own_deposit`: the user's own, on one form; `rent`: any account, step by step; `promise`: to pay later. */
const assistantFlows = [
  ...([
    'wifi',
    'rent',
    'own_rent',
    'own_deposit',
    'promise',
    'history',
    'support',
    'lost_code',
  ] as const),
] as const
export type AssistantFlow = (typeof assistantFlows)[number]
export const isAssistantFlow = (value: unknown): value is AssistantFlow =>
  (assistantFlows as readonly unknown[]).includes(value)

/** Requests to open the assistant at a flow. */
export const assistantChannel = createChannel<AssistantFlow>(1)

export const openAssistant = assistantChannel.send

/** A bundle to be bought in the assistant, which is opened at `wifi` for it. */
export const bundleChannel = createChannel<WifiBundle>(1)

export interface Toast {
  title: string
  text: string
  /** The page that a press on the title opens. */
  to?: string
  /** The user whose image is shown next to the text. */
  person?: { id: number; first_name: string; last_name: string; image: string | null }
}

/** The largest number of toasts on screen. */
export const MAX_TOASTS = 3

export const toastChannel = createChannel<Toast>(MAX_TOASTS)

/** Shows a message in a corner of the page for three seconds. */
export const showToast = toastChannel.send
