import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { type Facility, facilities, getCompany } from '#contract/company.ts'
import {
  changeResidence,
  getChecklist,
  getResidence,
  type ResidenceSettings,
  residenceSettings,
} from '#contract/settings.ts'
import { call, query } from '../api.ts'
import { RequireStaff } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { Permitted, useMay } from '../permission.tsx'
import { ActionResult } from '../ui/action-result.tsx'
import { SubmitButton } from '../ui/button.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { useFormAction, useSchemaForm } from '../ui/form.ts'
import { FormError } from '../ui/form-error.tsx'
import { FetchFailed } from '../ui/message-plate.tsx'
import { Note } from '../ui/note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ApprovalLimitSettings } from './approval-limit.tsx'
import { BillingSettings } from './billing-settings.tsx'
import { DepositSettings } from './deposit-settings.tsx'
import { Downloads } from './downloads.tsx'
import { Fees } from './fee-settings.tsx'
import { Log } from './log.tsx'
import { MpesaSettings } from './mpesa-settings.tsx'
import { Pictures } from './pictures.tsx'
import { PromiseSettings } from './promise-settings.tsx'
import { FrequentQuestions } from './questions.tsx'
import { Sentence } from './sentence.tsx'
import { Colleges, Services } from './services-and-colleges.tsx'
import { Staff } from './staff-settings.tsx'
import { TermsSettings } from './terms-settings.tsx'
import { AskBeforeLeaving, useUnsaved } from './unsaved.tsx'
import { BundlePrices } from './wifi-prices.tsx'
import './settings.css'

export const meta = pageTitle('Settings')

const parts = {
  residence: { label: 'Residence', Part: Residence },
  deposit: { label: 'Deposit', Part: DepositSettings },
  wifi: { label: 'Wifi prices', Part: BundlePrices },
  billing: { label: 'Billing', Part: BillingSettings },
  fees: { label: 'Fees', Part: Fees },
  questions: { label: 'Questions', Part: FrequentQuestions },
  services: { label: 'Services', Part: Services },
  colleges: { label: 'Colleges', Part: Colleges },
  mpesa: { label: 'M‑Pesa', Part: MpesaSettings },
  terms: { label: 'Terms', Part: TermsSettings },
  staff: { label: 'Staff', Part: Staff },
  downloads: { label: 'Downloads', Part: Downloads },
  log: { label: 'Log', Part: Log },
} satisfies Record<string, { label: string; Part: () => ReactNode }>
type PartName = keyof typeof parts

const isPart = (name: string): name is PartName => Object.hasOwn(parts, name)

export default function SettingsPage() {
  const { part = '' } = useParams()
  const current = isPart(part) ? part : 'residence'
  const { Part } = parts[current]
  const navigate = useNavigate()
  return (
    <RequireStaff title="The settings">
      <div className="page desk-page settings-page">
        <div className="desk-head">
          <h1>Settings</h1>
          <nav className="segmented" aria-label="Settings">
            {Object.entries(parts).map(([name, { label }]) => (
              <Link
                key={name}
                to={`/staff/settings/${name}`}
                aria-current={name === current ? 'page' : undefined}
              >
                {label}
              </Link>
            ))}
          </nav>
          <div className="settings-part">
            <SelectField
              label="Part of the settings"
              options={Object.entries(parts).map(([value, { label }]) => ({ value, label }))}
              value={current}
              onChange={({ target }) => void navigate(`/staff/settings/${target.value}`)}
            />
          </div>
        </div>
        <div className="stack">
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

function Residence() {
  const { data, error, refetch } = useQuery({
    ...query(getResidence, {}),
    // Not refetched, so that text being typed is not replaced.
    refetchOnWindowFocus: false,
    staleTime: 0,
  })
  if (!data) {
    return error ? (
      <FetchFailed
        title="The settings couldn’t be loaded"
        message={errorMessage(error, WENT_WRONG)}
        onRetry={() => refetch()}
      />
    ) : (
      <Skeleton className="plate padded" lines={['word', 'row', 'word', 'row']} />
    )
  }
  return (
    <div className="stack">
      <ResidenceForm settings={data} />
      <ApprovalLimitSettings />
      <PromiseSettings />
      <Pictures />
    </div>
  )
}

const labels = {
  name: 'Name',
  tagline: 'One-line description',
  address: 'Address',
  phone: 'Office phone',
  email: 'Office email',
  hours: 'Office hours',
  wifi_network: 'Wifi name',
  footer: 'Footer line',
  facilities: 'Amenities',
  first_month: 'Rent for the first month',
}
const fields = Object.keys(labels) as (keyof typeof labels)[]

const facilityNames: Record<Facility, string> = {
  laundry: 'Laundry',
  hot_water: 'Water and hot showers',
  wifi: 'Wifi',
  tv_room: 'Shared TV room',
  safety: 'Guarded day and night',
  green: 'A garden or yard to rest in',
}

function ResidenceForm({ settings }: { settings: ResidenceSettings }) {
  const form = useSchemaForm(residenceSettings, {
    values: { ...settings, first_month: settings.first_month ?? '' },
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  const { errors, isDirty } = form.formState
  useUnsaved(isDirty)
  const { submit, busy, result } = useFormAction(
    form,
    async (typed) => {
      const saved = await call(changeResidence, { body: { was: settings, now: typed } })
      form.reset({ ...saved, first_month: saved.first_month ?? '' })
      return saved
    },
    { fields, changes: [getResidence, getCompany, getChecklist] },
  )
  const field = (name: keyof typeof labels) => ({
    id: name,
    label: labels[name],
    error: errors[name]?.message,
    ...form.register(name),
  })
  return (
    <form className="plate padded stack" noValidate onSubmit={submit}>
      <div className="setting-fields">
        <TextField {...field('name')} />
        <Sentence {...field('tagline')} />
        <Sentence {...field('address')} />
        <TextField {...field('phone')} type="tel" inputMode="tel" />
        <TextField {...field('email')} type="email" autoCapitalize="none" spellCheck={false} />
        <Sentence {...field('hours')} />
        <TextField
          {...field('wifi_network')}
          optional
          hint="Shown to those who buy a bundle."
          autoCapitalize="none"
          spellCheck={false}
        />
        <Sentence
          {...field('footer')}
          optional
          hint="Such as the postal address or the registered name."
        />
        <fieldset className="field" id="facilities">
          <legend className="label">{labels.facilities}</legend>
          <p className="small muted">Visitors see these on the landing page.</p>
          {facilities.map((facility) => (
            <label key={facility} className="check-label">
              <input type="checkbox" value={facility} {...form.register('facilities')} />
              <span>{facilityNames[facility]}</span>
            </label>
          ))}
        </fieldset>
        <SelectField
          id="first_month"
          label={labels.first_month}
          hint="Applies to new tenants only."
          error={errors.first_month?.message}
          placeholder="Choose"
          options={[
            { value: 'full', label: 'The whole month' },
            { value: 'pro_rata', label: 'Only the days from the day they move in' },
          ]}
          {...form.register('first_month')}
        />
      </div>
      {errors.root?.refused && (
        <FormError id="settings-error">{errors.root.refused.message}</FormError>
      )}
      <div>
        <SubmitButton busy={busy} busyLabel="Saving...">
          Save
        </SubmitButton>
      </div>
      <ActionResult
        success={result && !isDirty && 'Saved. People will see it on the next page they open.'}
        error={null}
      />
    </form>
  )
}
