import { Outlet, useLocation } from 'react-router'
import { usePaymentUpdates } from '../payments/payment-updates.ts'
import { Footer } from './footer.tsx'
import { LateAssistant } from './late-assistant.tsx'
import { LateToasts } from './late-toasts.tsx'
import { NavBar } from './nav-bar.tsx'
import { Notices } from './notices.tsx'
import { Tabs } from './tabs.tsx'
import { useIsVisitor } from './use-is-visitor.ts'

/** What stands around almost every page. */
export default function Frame() {
  usePaymentUpdates()
  const visitor = useIsVisitor()
  const atHome = useLocation().pathname === '/'
  return (
    <div className={visitor ? 'with-assistant' : 'with-tabs'}>
      <a className="button skip" href="#content">
        Skip to the page
      </a>
      <NavBar onDusk={visitor && atHome} />
      <main id="content" tabIndex={-1}>
        {(visitor || !atHome) && <Notices />}
        <Outlet />
      </main>
      <Footer />
      {!visitor && <Tabs />}
      <LateToasts />
      <LateAssistant />
    </div>
  )
}
