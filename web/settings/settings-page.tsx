import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link, useParams } from 'react-router'
import { getCompany } from '#contract/company.ts'
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
import { SelectField, TextField, type TextFieldProps } from '../ui/field.tsx'
import { useFormAction, useSchemaForm } from '../ui/form.ts'
import { FormError } from '../ui/form-error.tsx'
import { FetchFailed } from '../ui/message-plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Downloads } from './downloads.tsx'
import { Colleges, Services } from './list-settings.tsx'
import { Log } from './log.tsx'
import { MpesaSettings } from './mpesa-settings.tsx'
import { Pictures } from './pictures.tsx'
import { FrequentQuestions } from './questions.tsx'
import { Staff } from './staff-settings.tsx'
import { TermsSettings } from './terms-settings.tsx'
import { BundlePrices } from './wifi-prices.tsx'
import './settings.css'

export const meta = pageTitle('Settings')

const parts = {
  residence: { label: 'Residence', Part: Residence },
  wifi: { label: 'Wifi prices', Part: BundlePrices },
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
  return (
    <RequireStaff title="Settings">
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
        </div>
        <SettingsPart key={current} to={current}>
          <Part />
        </SettingsPart>
      </div>
    </RequireStaff>
  )
}

/** What one may only look at is shown as it is, and can't be typed into. */
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
    // What is being typed is not replaced.
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
      <Pictures />
    </div>
  )
}

const labels = {
  name: 'Name',
  tagline: 'The residence in a sentence',
  address: 'Where it is',
  phone: 'Phone of the office',
  email: 'Email of the office',
  hours: 'When the office can be reached',
  wifi_network: 'Name of the wifi',
  footer: 'Line at the foot of every page',
  first_month: 'Rent for the month of moving in',
}
const fields = Object.keys(labels) as (keyof typeof labels)[]

function ResidenceForm({ settings }: { settings: ResidenceSettings }) {
  const form = useSchemaForm(residenceSettings, {
    values: settings,
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  const { errors } = form.formState
  const { submit, busy, result } = useFormAction(
    form,
    async (typed) => {
      const saved = await call(changeResidence, { body: { was: settings, now: typed } })
      form.reset(saved)
      return saved
    },
    { fields, changes: [getResidence, getCompany, getChecklist] },
  )
  const field = (name: keyof typeof labels): TextFieldProps => ({
    id: name,
    label: labels[name],
    error: errors[name]?.message,
    ...form.register(name),
  })
  return (
    <form className="plate padded stack" noValidate onSubmit={submit}>
      <div className="setting-fields">
        <TextField {...field('name')} />
        <TextField {...field('tagline')} />
        <TextField {...field('address')} />
        <TextField {...field('phone')} type="tel" inputMode="tel" />
        <TextField {...field('email')} type="email" autoCapitalize="none" spellCheck={false} />
        <TextField {...field('hours')} />
        <TextField
          {...field('wifi_network')}
          optional
          hint="Shown to those who buy a bundle."
          autoCapitalize="none"
          spellCheck={false}
        />
        <TextField
          {...field('footer')}
          optional
          hint="Such as the postal address or the registered name."
        />
        <SelectField
          id="first_month"
          label={labels.first_month}
          hint="Only for those who move in from now on."
          error={errors.first_month?.message}
          options={[
            { value: 'full', label: 'The whole month' },
            { value: 'pro_rata', label: 'The days from the day of moving in' },
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
        success={
          result && !form.formState.isDirty && 'Saved. Everyone sees it from their next page on.'
        }
        error={null}
      />
    </form>
  )
}
