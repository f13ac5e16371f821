import type { ReactNode } from 'react'
import { formatPhone } from '#rules/phone.ts'
import { Mark } from '../art/mark.tsx'
import { useCompany } from '../layout/root-data.ts'
import { telephoneLink } from '../ui/telephone-link.ts'
import './pay-links.css'

/** Whoever has the address may pay, so it is sent to no other site, and no search engine keeps it. */
export const sponsorHeaders = () => ({
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
})

/** The frame around the pages of a sponsor, who has no other pages here. */
export function SponsorFrame({ children }: { children: ReactNode }) {
  const { name, logo, phone } = useCompany()
  return (
    <div className="sponsor">
      <header className="bar">
        <div className="page">
          <p className="brand">
            {logo ? <img className="company-logo" src={logo} alt="" /> : <Mark />}
            <span>
              {name} <small>rent by M‑Pesa</small>
            </span>
          </p>
        </div>
      </header>
      <main className="page pay-page">{children}</main>
      <footer className="footer">
        <div className="page">
          <span>
            Questions?{' '}
            <a href={telephoneLink(phone)} className="tabular nowrap">
              {formatPhone(phone)}
            </a>
          </span>
        </div>
      </footer>
    </div>
  )
}
