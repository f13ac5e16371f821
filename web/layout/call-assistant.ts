/** What a part of a page dispatches on window to open the assistant. */
export const assistantCall = 'bweni:assistant'

/** What the assistant can be opened at. */
export const assistantFlows = ['wifi', 'rent', 'history', 'support', 'lost_code'] as const
export type AssistantFlow = (typeof assistantFlows)[number]

/** Opens the assistant at a flow, from wherever one is. */
export function callAssistant(flow: AssistantFlow) {
  dispatchEvent(new CustomEvent(assistantCall, { detail: { flow } }))
}
