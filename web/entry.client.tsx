import { type ReactNode, StrictMode, startTransition } from 'react'
import { flushSync } from 'react-dom'
import { type HydrationOptions, hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

/**
 * Rendered whenever React tries to take over the page, which it does again once the router has its data: what a
 * translator has put in isn't what the server rendered.
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

// All at once, where a translator would come again in the middle of it. In a part of the page whose code comes later it does;
// React draws that anew, and there is nothing to report.
if (window.bweniUntranslate?.()) flushSync(() => hydrate({ onRecoverableError: () => {} }))
else startTransition(() => hydrate())
