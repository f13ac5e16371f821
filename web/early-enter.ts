declare global {
  interface Window {
    bweniEntered?: HTMLFormElement | undefined
  }
}

/**
 * An inline script that remembers the form in which Enter was pressed while the page's own scripts were
 * still loading: its button is disabled until then, and the browser would ignore the key.
 */
export const earlyEnterScript = `addEventListener('keydown', ({ key, target }) => {
  const form = key === 'Enter' && target.tagName === 'INPUT' && target.form
  if (form && form.querySelector('[type=submit].waking')) window.bweniEntered = form
})`

/** Submits the form in which Enter was pressed too early; does nothing in any other. */
export function submitIfEntered(form: HTMLFormElement | null | undefined) {
  if (!form || window.bweniEntered !== form) return
  window.bweniEntered = undefined
  form.requestSubmit()
}
