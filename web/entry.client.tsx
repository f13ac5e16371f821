import { type ReactNode, StrictMode, startTransition } from 'react'
import { flushSync } from 'react-dom'
import { type HydrationOptions, hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

/** The element that has had the focus last, and what it is in, the nearest first. */
let path: Element[] = []
let pathname = ''

/** The heading of the nearest part of the page that is still there. */
function nearestHeading(): HTMLElement | undefined {
  const content = path.findIndex((element) => element.matches('main, dialog[open]'))
  return path
    .slice(0, content + 1)
    .filter((element) => element.isConnected)
    .flatMap((element) => [...element.querySelectorAll<HTMLElement>('h1, h2, h3')])
    .find((heading) => heading.getClientRects().length > 0)
}

function keepFocus() {
  const [element] = path
  const { activeElement, body } = document
  if (!element || element.isConnected || (activeElement && activeElement !== body)) return
  // On another page the focus begins anew.
  const heading = pathname === location.pathname ? nearestHeading() : undefined
  path = []
  if (!heading) return
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
}

/**
 * Moves the focus to the heading of where it was when what had it leaves the page, such as the button of a row that is removed.
 * Browsers would start again at the top. A part of the page that puts the focus elsewhere is given the time to.
 */
function watchFocus() {
  addEventListener('focusin', ({ target }) => {
    path = []
    pathname = location.pathname
    for (let at = target instanceof Element ? target : null; at; at = at.parentElement)
      path.push(at)
  })
  new MutationObserver(() => {
    if (path[0] && !path[0].isConnected) requestAnimationFrame(() => setTimeout(keepFocus))
  }).observe(document, { childList: true, subtree: true })
}

/**
 * Undoes a translation whenever React hydrates the page, which it does again once the router has its data: text that a
 * translator has put in differs from what the server rendered.
 */
function Untranslated({ children }: { children: ReactNode }) {
  window.bweniUntranslate?.()
  return children
}

const hydrate = (options?: HydrationOptions) =>
  void hydrateRoot(
    document,
    <StrictMode>
      <Untranslated>
        <HydratedRouter />
      </Untranslated>
    </StrictMode>,
    options,
  )

watchFocus()
// Hydrates synchronously, or the translator would interfere in the middle. It still does in parts whose code comes later;
// React draws those anew, and there is nothing to report.
if (window.bweniUntranslate?.()) flushSync(() => hydrate({ onRecoverableError: () => {} }))
else startTransition(() => hydrate())
