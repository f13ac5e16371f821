import { Suspense, useEffect, useState } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { dayOf } from '#rules/calendar.ts'
import { formatPhone } from '#rules/phone.ts'
import { hasUnsentMessages } from '../chat/first-load.ts'
import { whenPageSettled } from '../page-settled.ts'
import { usePaymentUpdates } from '../payments/payment-updates.ts'
import { useRole, useSession } from '../session.ts'
import { lazyOptional, lazyWithRetry } from '../ui/lazy.tsx'
import { telephoneLink } from '../ui/telephone-link.ts'
import { assistantChannel, toastChannel } from './channels.ts'
import { NavBar, Tabs } from './navigation.tsx'
import { Notices } from './notices.tsx'
import { useCompany, useIsVisitor } from './root-data.ts'

const Assistant = lazyWithRetry(async () => (await import('../assistant/assistant.tsx')).Assistant)
const StaffKeys = lazyOptional(async () => (await import('./staff-keys.tsx')).StaffKeys)
const LiveChat = lazyWithRetry(async () => (await import('../chat/live-chat.tsx')).LiveChat)

/** The layout of almost every page. */
export default function Frame() {
  usePaymentUpdates()
  const visitor = useIsVisitor()
  const { pathname } = useLocation()
  const isHomePage = pathname === '/'
  const role = useRole()
  const isForStaff = /^\/staff(\/|$)/.test(pathname) || (isHomePage && role === 'staff')
  return (
    <div className="with-tabs">
      <a className="button skip-link" href="#content">
        Skip to content
      </a>
      <NavBar onDusk={visitor && isHomePage} />
      <main id="content" tabIndex={-1}>
        <p className="slow-network" role="status">
          Slow network. Still loading…
        </p>
        {(visitor || !isHomePage) && <Notices />}
        <Outlet />
      </main>
      <Footer />
      <Tabs />
      <DeferredLiveChat />
      <Suspense>{role === 'staff' && <StaffKeys />}</Suspense>
      {/* Hidden on pages for staff, where it would cover their work. It stays mounted for a payment in progress. */}
      <div className="assistant-slot" hidden={(role === null && !visitor) || isForStaff}>
        <DeferredAssistant />
      </div>
    </div>
  )
}

function Footer() {
  const { name, slug, phone, email, footer } = useCompany()
  const [user, domain] = email.split('@')
  return (
    <footer className="footer">
      <div className="page">
        <span>
          {/* The client gave the year 2024. */}© 2024–{dayOf(new Date()).slice(0, 4)} {name} ·{' '}
          <Link to={`/terms/${slug}`}>Terms</Link>
        </span>
        <span>
          <a href={telephoneLink(phone)} className="tabular">
            {formatPhone(phone)}
          </a>
          {' · '}
          <a href={`mailto:${email}`}>
            {user}
            <wbr />@{domain}
          </a>
        </span>
        {footer && <p>{footer}</p>}
      </div>
    </footer>
  )
}

/** The assistant, loaded when the browser is idle or when the user opens it. */
function DeferredAssistant() {
  const [due, setDue] = useState(false)
  useEffect(() => assistantChannel.whenQueued(() => setDue(true)), [])
  useEffect(() => {
    const load = () => setDue(true)
    if (typeof requestIdleCallback === 'undefined') {
      const timer = setTimeout(load, 300)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(load, { timeout: 3000 })
    return () => cancelIdleCallback(idle)
  }, [])
  return <Suspense>{due && <Assistant />}</Suspense>
}

/**
 * Toasts and socket events, for signed-in users. Loaded once the page has settled, or at once when there is a
 * toast to show or an unsent message from before a reload.
 */
function DeferredLiveChat() {
  const session = useSession()
  const [due, setDue] = useState(false)
  const user_id = session.status === 'signed_in' ? session.user.id : null
  useEffect(() => toastChannel.whenQueued(() => setDue(true)), [])
  useEffect(() => {
    if (user_id === null) return
    if (hasUnsentMessages(user_id)) setDue(true)
    else void whenPageSettled().then(() => setDue(true))
  }, [user_id])
  return <Suspense>{due && user_id !== null && <LiveChat key={user_id} user={user_id} />}</Suspense>
}
