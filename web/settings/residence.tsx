import { type Facility, facilities, getCompany } from '#contract/company.ts'
import {
  changeResidence,
  getChecklist,
  getResidence,
  type ResidenceSettings,
  residenceSettings,
} from '#contract/settings.ts'
import { counted } from '#rules/money.ts'
import { call } from '../api.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { SelectField, TextField } from '../ui/field.tsx'
import { FormError } from '../ui/form-error.tsx'
import { FetchFailed } from '../ui/message-plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ApprovalLimitSettings } from './approval-limit.tsx'
import { PromiseSettings } from './promise-settings.tsx'
import { Sentence } from './sentence.tsx'
import { SettingGroup } from './setting-group.tsx'
import { SaveBar } from './unsaved.tsx'
import { useSetting, useSettingForm } from './use-setting.ts'

/** What the residence is, and the rules that are its own. */
export function Residence() {
  const { data, error, refetch } = useSetting(getResidence)
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
      <ResidenceForm latest={data} />
      <div className="plate setting-entries">
        <ApprovalLimitSettings />
        <PromiseSettings />
      </div>
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

const firstMonths = [
  { value: 'full', label: 'The whole month' },
  { value: 'pro_rata', label: 'Only the days from the day they move in' },
]

/** What is known of a group, for its line. */
const joined = (...facts: string[]) => facts.filter(Boolean).join(' · ')

const typed = (settings: ResidenceSettings) => ({
  ...settings,
  first_month: settings.first_month ?? '',
})

function ResidenceForm({ latest }: { latest: ResidenceSettings }) {
  const setting = useSettingForm(getResidence, residenceSettings, latest, {
    typed,
    save: (body) => call(changeResidence, { body }),
    fields,
    changes: [getCompany, getChecklist],
  })
  const { form, submit, busy, changes, isSaved, discard } = setting
  const { errors } = form.formState
  const now = form.watch()
  const group = (...names: (keyof typeof labels)[]) => ({
    wrongIn: names.some((name) => errors[name]) ? form.formState.submitCount : null,
  })
  const field = (name: keyof typeof labels) => ({
    id: name,
    label: labels[name],
    error: errors[name]?.message,
    ...form.register(name),
  })
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <div className="plate setting-entries">
        <SettingGroup
          {...group('name', 'tagline', 'address', 'footer')}
          id="details-name"
          title="Name and address"
          line={joined(now.name, now.address)}
        >
          <div className="setting-fields">
            <TextField {...field('name')} />
            <Sentence {...field('tagline')} />
            <Sentence {...field('address')} />
            <Sentence
              {...field('footer')}
              optional
              hint="Such as the postal address or the registered name."
            />
          </div>
        </SettingGroup>
        <SettingGroup
          {...group('phone', 'email', 'hours')}
          id="details-office"
          title="Office"
          line={joined(now.phone, now.email)}
        >
          <div className="setting-fields">
            <TextField {...field('phone')} type="tel" inputMode="tel" />
            <TextField {...field('email')} type="email" autoCapitalize="none" spellCheck={false} />
            <Sentence {...field('hours')} />
          </div>
        </SettingGroup>
        <SettingGroup
          {...group('wifi_network', 'facilities')}
          id="details-wifi"
          title="Wifi and amenities"
          line={joined(now.wifi_network, counted(now.facilities.length, 'amenity', 'amenities'))}
        >
          <div className="setting-fields">
            <TextField
              {...field('wifi_network')}
              optional
              hint="Shown to those who buy a bundle."
              autoCapitalize="none"
              spellCheck={false}
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
          </div>
        </SettingGroup>
        <SettingGroup
          {...group('first_month')}
          id="details-first-month"
          title="First month"
          line={firstMonths.find(({ value }) => value === now.first_month)?.label}
        >
          <SelectField
            id="first_month"
            label={labels.first_month}
            hint="Applies to new tenants only."
            error={errors.first_month?.message}
            placeholder="Choose"
            options={firstMonths}
            {...form.register('first_month')}
          />
        </SettingGroup>
      </div>
      {errors.root?.refused && (
        <FormError id="settings-error">{errors.root.refused.message}</FormError>
      )}
      <SaveBar changes={changes} busy={busy} onDiscard={discard}>
        <ActionResult
          success={isSaved && 'Saved. People will see it on the next page they open.'}
          error={null}
        />
      </SaveBar>
    </form>
  )
}
