/** What a part of a page dispatches on window to open the assistant. */
export const assistantCall = 'bweni:assistant'

/** Opens the assistant at a flow, from wherever one is. */
export function callAssistant(flow: 'rent') {
  dispatchEvent(new CustomEvent(assistantCall, { detail: { flow } }))
}
