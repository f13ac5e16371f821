import { type RefObject, useEffect, useLayoutEffect } from 'react'

declare global {
  interface Window {
    bweniEntered?: HTMLFormElement | undefined
    bweniPressed?: HTMLButtonElement | null | undefined
  }
}

/** After this time a form whose answer hasn't come can be posted again. */
const POSTING_MS = 10_000

/** Marks a part of the page whose buttons do what they are for. */
const REACTS = 'data-reacts'

/**
 * An inline script that remembers the user's actions while the page's own scripts are still loading: the form in
 * which Enter was pressed, because its button is disabled until then and the browser would ignore the key, and the
 * button that was pressed last. A press that has bubbled up to the window from a part that reacts has been handled; React
 * stops one on a part that it hasn't hydrated yet. A form that the browser posts by itself is posted once, however often its
 * button is pressed while the answer is on its way: each login counts as a try.
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
  if (window.bweniPressed && window.bweniPressed.closest('[${REACTS}]')) window.bweniPressed = null
})
{
let posted = 0
addEventListener('submit', (event) => {
  if (event.defaultPrevented || event.target.method !== 'post') return
  if (posted > Date.now() - ${POSTING_MS}) event.preventDefault()
  else posted = Date.now()
})
addEventListener('pageshow', () => { posted = 0 })
}`
  : ''

/** Presses the button of the form in which Enter was pressed too early; does nothing in any other. */
export function submitIfEntered(button: HTMLButtonElement | null) {
  if (!button?.form || window.bweniEntered !== button.form) return
  window.bweniEntered = undefined
  button.click()
}

/** Repeats the press on a button in this server-rendered part of the page that was pressed before it could react. */
export function useEarlyPress(part: RefObject<Element | null>) {
  // Before anything else can happen, so that no press is both handled and repeated.
  useLayoutEffect(() => part.current?.setAttribute(REACTS, ''), [part])
  useEffect(() => {
    // Delayed, because React may hydrate in the middle of a press in order to handle it.
    setTimeout(() => {
      const button = window.bweniPressed
      window.bweniPressed = null
      if (button && part.current?.contains(button)) button.click()
    })
  }, [part])
}
