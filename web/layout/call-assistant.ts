/** What a part of a page dispatches on window to open the assistant. */
export const assistantCall = 'bweni:assistant'

/** What the assistant can be opened at. */
const assistantFlows = ['wifi', 'rent', 'history', 'support', 'lost_code'] as const
export type AssistantFlow = (typeof assistantFlows)[number]
export const isAssistantFlow = (wish: unknown): wish is AssistantFlow =>
  (assistantFlows as readonly unknown[]).includes(wish)

/** Opens the assistant at a flow, from wherever one is. */
export function callAssistant(flow: AssistantFlow) {
  dispatchEvent(new CustomEvent(assistantCall, { detail: { flow } }))
}
