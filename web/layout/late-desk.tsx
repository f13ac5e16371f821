import { lazy, Suspense } from 'react'

/** Only staff fetch it. A network that fails just now leaves it out, and takes no page down. */
const WaitingTag = lazy(() =>
  import('../desk/waiting.tsx').then(
    (desk) => ({ default: desk.WaitingTag }),
    () => ({ default: () => null }),
  ),
)

/** How much waits on the desk, beside its name. */
export const DeskTag = () => (
  <Suspense>
    <WaitingTag />
  </Suspense>
)
