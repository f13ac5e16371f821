/** What a part of the app dispatches on window to be said in a corner for a moment. */
export const toastCall = 'bweni:toast'

export interface Toast {
  title: string
  text: string
  /** Where it leads. */
  to?: string
  /** Whose picture stands beside it. */
  person?: { id: number; first_name: string; last_name: string; image: string | null }
}

/** What was said before the part of the app that shows it had come. */
export interface EarlyToasts {
  kept: Toast[]
  over: boolean
}

/** Says something for three seconds, on whatever page one is. */
export function showToast(toast: Toast) {
  dispatchEvent(new CustomEvent(toastCall, { detail: toast }))
}
