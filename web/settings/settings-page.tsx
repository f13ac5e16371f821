import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { RequireStaff } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { Permitted, useMay } from '../permission.tsx'
import { Note } from '../ui/note.tsx'
import { BillingSettings } from './billing-settings.tsx'
import { DepositSettings } from './deposit-settings.tsx'
import { Downloads } from './downloads.tsx'
import { Fees } from './fee-settings.tsx'
import { Log } from './log.tsx'
import { MpesaSettings } from './mpesa-settings.tsx'
import { Pictures } from './pictures.tsx'
import { FrequentQuestions } from './questions.tsx'
import { Residence } from './residence.tsx'
import { Colleges, Services } from './services-and-colleges.tsx'
import { isPart, type PartName, partLabels, SettingsNav } from './settings-nav.tsx'
import { Staff } from './staff-settings.tsx'
import { TermsSettings } from './terms-settings.tsx'
import { AskBeforeLeaving } from './unsaved.tsx'
import { BundlePrices } from './wifi-prices.tsx'
import './settings.css'

export const meta = pageTitle('Settings')

const parts: Record<PartName, () => ReactNode> = {
  residence: Residence,
  pictures: Pictures,
  services: Services,
  questions: FrequentQuestions,
  colleges: Colleges,
  terms: TermsSettings,
  wifi: BundlePrices,
  deposit: DepositSettings,
  billing: BillingSettings,
  fees: Fees,
  mpesa: MpesaSettings,
  downloads: Downloads,
  staff: Staff,
  log: Log,
}

/** A list of the parts, and beside it one of them; a phone has the list, or the part on a page of its own. */
export default function SettingsPage() {
  const { part = '' } = useParams()
  const current = isPart(part) ? part : 'residence'
  const Part = parts[current]
  return (
    <RequireStaff title="The settings">
      <div className={`page desk-page settings-page${part === '' ? ' all-parts' : ''}`}>
        <SettingsNav current={current} isPage={part === ''} />
        <div className={`stack settings-content${current === 'terms' ? ' wide' : ''}`}>
          <Link className="settings-back" to="/staff/settings">
            <ChevronLeft className="icon" aria-hidden="true" />
            Settings
          </Link>
          <h1>{partLabels[current]}</h1>
          {part !== '' && part !== current && (
            <Note kind="information">There is no part of the settings at this address.</Note>
          )}
          <SettingsPart key={current} to={current}>
            <AskBeforeLeaving>
              <Part />
            </AskBeforeLeaving>
          </SettingsPart>
        </div>
      </div>
    </RequireStaff>
  )
}

/** A part of the settings, read-only for staff who may only look at it. */
function SettingsPart({ to, children }: { to: PartName; children: ReactNode }) {
  const isReadOnly = !useMay('settings') && !['staff', 'downloads', 'log', 'mpesa'].includes(to)
  if (!isReadOnly) return children
  return (
    <div className="stack">
      <Permitted to="settings" what="change these settings">
        {null}
      </Permitted>
      <fieldset className="read-only" disabled>
        {children}
      </fieldset>
    </div>
  )
}
