import { StrictMode, startTransition } from 'react'
import { flushSync } from 'react-dom'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'

const hydrate = () =>
  void hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  )

// What a translator has put in isn't what the server rendered; before React has seen it, the translator may not come again.
if (window.bweniUntranslate?.()) flushSync(hydrate)
else startTransition(hydrate)
