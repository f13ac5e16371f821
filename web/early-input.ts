declare global {
  interface Window {
    bweniEntered?: HTMLFormElement | undefined
    bweniPressed?: HTMLButtonElement | null | undefined
  }
}

/**
 * An inline script that remembers what was done while the page's own scripts were still loading: the form in
 * which Enter was pressed, because its button is disabled until then and the browser would ignore the key, and the
 * button that was pressed last. React writes properties of its own on what it has hydrated, and stops the event of a press
 * on what it hasn't: a button with properties at the end of the event has reacted.
 */
export const earlyInputScript = `addEventListener('keydown', ({ key, target }) => {
  const form = key === 'Enter' && target.tagName === 'INPUT' && target.form
  if (form && form.querySelector('[type=submit].waking')) window.bweniEntered = form
})
addEventListener('click', ({ target }) => {
  window.bweniPressed = target.closest('button')
}, true)
addEventListener('click', () => {
  if (window.bweniPressed && Object.keys(window.bweniPressed).length > 0) window.bweniPressed = null
})`

/** Submits the form in which Enter was pressed too early; does nothing in any other. */
export function submitIfEntered(form: HTMLFormElement | null | undefined) {
  if (!form || window.bweniEntered !== form) return
  window.bweniEntered = undefined
  form.requestSubmit()
}

/**
 * Presses the button again that was pressed in this part of the page before it reacted. To be called once, when what
 * the server has rendered is hydrated.
 */
export function repeatEarlyPress(part: Element | null) {
  // React may hydrate in the middle of a press, to react to it.
  setTimeout(() => {
    const button = window.bweniPressed
    window.bweniPressed = null
    if (button && part?.contains(button)) button.click()
  })
}
