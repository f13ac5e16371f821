import { type ReactNode, StrictMode, startTransition } from 'react'
import { flushSync } from 'react-dom'
import { type HydrationOptions, hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

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

// Hydrates synchronously, or the translator would interfere in the middle. It still does in parts whose code comes later;
// React draws those anew, and there is nothing to report.
if (window.bweniUntranslate?.()) flushSync(() => hydrate({ onRecoverableError: () => {} }))
else startTransition(() => hydrate())
