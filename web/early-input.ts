declare global {
  interface Window {
    bweniEntered?: HTMLFormElement | undefined
    bweniPressed?: HTMLButtonElement | null | undefined
  }
}

/**
 * An inline script that remembers the user's actions while the page's own scripts are still loading: the form in
 * which Enter was pressed, because its button is disabled until then and the browser would ignore the key, and the
 * button that was pressed last. React adds its own properties to elements that it has hydrated, and stops the press event
 * on those that it hasn't: a button with such properties at the end of the event has reacted.
 */
export const earlyInputScript = import.meta.env.SSR
  ? `addEventListener('keydown', ({ key, target }) => {
  const form = key === 'Enter' && target.tagName === 'INPUT' && target.form
  if (form && form.querySelector('[type=submit].waking')) window.bweniEntered = form
})
addEventListener('click', ({ target }) => {
  window.bweniPressed = target.closest('button')
}, true)
addEventListener('click', () => {
  if (window.bweniPressed && Object.keys(window.bweniPressed).length > 0) window.bweniPressed = null
})`
  : ''

/** Submits the form in which Enter was pressed too early; does nothing in any other. */
export function submitIfEntered(form: HTMLFormElement | null | undefined) {
  if (!form || window.bweniEntered !== form) return
  window.bweniEntered = undefined
  form.requestSubmit()
}

/**
 * Repeats the press on a button in this part of the page that was pressed before it could react. To be called once, when
 * the server-rendered HTML is hydrated.
 */
export function repeatEarlyPress(part: Element | null) {
  // Delayed, because React may hydrate in the middle of a press in order to handle it.
  setTimeout(() => {
    const button = window.bweniPressed
    window.bweniPressed = null
    if (button && part?.contains(button)) button.click()
  })
}
