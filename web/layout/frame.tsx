import { Link, Outlet, useLocation } from 'react-router'
import { formatPhone } from '#rules/phone.ts'
import { usePaymentUpdates } from '../payments/payment-updates.ts'
import { telephoneLink } from '../ui/telephone-link.ts'
import { DeferredAssistant, DeferredLiveChat } from './deferred.tsx'
import { NavBar, Tabs } from './navigation.tsx'
import { Notices } from './notices.tsx'
import { useCompany, useIsVisitor } from './root-data.ts'

/** The layout of almost every page. */
export default function Frame() {
  usePaymentUpdates()
  const visitor = useIsVisitor()
  const isHomePage = useLocation().pathname === '/'
  return (
    <div className={visitor ? 'with-assistant' : 'with-tabs'}>
      <a className="button skip-link" href="#content">
        Skip to the page
      </a>
      <NavBar onDusk={visitor && isHomePage} />
      <main id="content" tabIndex={-1}>
        {(visitor || !isHomePage) && <Notices />}
        <Outlet />
      </main>
      <Footer />
      {!visitor && <Tabs />}
      <DeferredLiveChat />
      <DeferredAssistant />
    </div>
  )
}

function Footer() {
  const { name, slug, phone, email } = useCompany()
  return (
    <footer className="footer">
      <div className="page">
        <span>
          © 2024 {name} · <Link to={`/terms/${slug}`}>Terms</Link>
        </span>
        <span>
          <a href={telephoneLink(phone)} className="tabular">
            {formatPhone(phone)}
          </a>
          {' · '}
          <a href={`mailto:${email}`}>{email}</a>
        </span>
      </div>
    </footer>
  )
}
