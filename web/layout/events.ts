/**
 * Messages to a part of the app that is loaded later. Until it listens, the latest few of them wait.
 */
function createChannel<Message>(capacity: number) {
  const waiting: Message[] = []
  let listener: ((message: Message) => void) | null = null
  let onWaiting = () => {}
  return {
    send(message: Message) {
      if (listener) return listener(message)
      waiting.push(message)
      if (waiting.length > capacity) waiting.shift()
      onWaiting()
    },
    /** @returns a function that stops listening */
    listen(next: (message: Message) => void) {
      listener = next
      for (const message of waiting.splice(0)) next(message)
      return () => {
        if (listener === next) listener = null
      }
    },
    /** Calls the function when a message has to wait. Returns a function that stops it. */
    whenWaiting(callback: () => void) {
      onWaiting = callback
      return () => {
        onWaiting = () => {}
      }
    },
  }
}

const assistantFlows = ['wifi', 'rent', 'history', 'support', 'lost_code'] as const
export type AssistantFlow = (typeof assistantFlows)[number]
export const isAssistantFlow = (value: unknown): value is AssistantFlow =>
  (assistantFlows as readonly unknown[]).includes(value)

/** Flows at which the assistant is to be opened. */
export const assistantChannel = createChannel<AssistantFlow>(1)

/** Opens the assistant at a flow. */
export const openAssistant = assistantChannel.send

export interface Toast {
  title: string
  text: string
  /** Where a press on the title leads. */
  to?: string
  /** Whose image is shown beside it. */
  person?: { id: number; first_name: string; last_name: string; image: string | null }
}

/** Most toasts that are shown at once. */
export const MAX_TOASTS = 3

export const toastChannel = createChannel<Toast>(MAX_TOASTS)

/** Shows a message in a corner of any page for three seconds. */
export const showToast = toastChannel.send
