import { useQuery } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { listColleges, listFaculties } from '#contract/onboarding.ts'
import {
  changeContact,
  changeDetails,
  type DetailName,
  detailNames,
  editedDetails,
} from '#contract/tenant-record.ts'
import { getTenant, type TenantDetail } from '#contract/tenants.ts'
import { aboutThem } from '#rules/about-them.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { formatPhone } from '#rules/phone.ts'
import { genders, relationships, yearsOfStudy } from '#rules/tenancy.ts'
import { call, query } from '../../api.ts'
import { useCompany } from '../../layout/root-data.ts'
import { Permitted } from '../../permission.tsx'
import { Button, SubmitButton } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { useFormAction, useLoaded, useSchemaForm } from '../../ui/form.ts'
import { FormError } from '../../ui/form-error.tsx'
import { tenantLists } from './use-tenants.ts'

type Details = NonNullable<TenantDetail['details']>
interface Props {
  tenant: TenantDetail
}
interface FormProps extends Props {
  onClose: () => void
}

const genderLabels = { male: 'Male', female: 'Female' }

/** The tenant's known details, as rows of label and value. */
function rows(details: Details): [string, string][] {
  const who = details.emergency_contact_relationship?.toLowerCase()
  const all = {
    emergency_phone_number: [
      who ? `Emergency (${who})` : 'Emergency',
      details.emergency_phone_number && formatPhone(details.emergency_phone_number),
    ],
    sponsor_phone: ['Sponsor', details.sponsor_phone && formatPhone(details.sponsor_phone)],
    gender: ['Gender', details.gender && (details.gender === 'male' ? 'Male' : 'Female')],
    college: ['College', details.college],
    faculty: ['Faculty', details.faculty],
    registration_number: ['Registration number', details.registration_number],
    year_of_study: ['Year of study', details.year_of_study],
  } satisfies Record<
    Exclude<DetailName, 'id_number' | 'emergency_contact_relationship'>,
    [string, string | number | null]
  >
  return Object.values(all).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)]],
  )
}

/** The tenant's contact data and the details from the onboarding form; staff can correct both. */
export function TenantDetails({ tenant }: Props) {
  const { slug } = useCompany()
  const [editing, setEditing] = useState<'contact' | 'details' | null>(null)
  const { details, username, contact, id_number } = tenant
  const close = () => setEditing(null)
  if (editing === 'contact') return <ContactForm tenant={tenant} onClose={close} />
  if (editing === 'details') return <DetailsForm tenant={tenant} onClose={close} />
  return (
    <section className="plate padded stack-small" aria-labelledby="details">
      <h2 id="details">Details</h2>
      {!details && <p className="muted">They haven’t filled in the onboarding form.</p>}
      <dl className="detail-rows">
        {[
          ['Phone', contact.phone_number ? formatPhone(contact.phone_number) : 'None'],
          ['Email', contact.email || 'None'],
          ['Username', formatPhone(username)],
          ...(id_number ? [['ID number', id_number]] : []),
          ...(details ? rows(details) : []),
        ].map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="tabular">{value}</dd>
          </div>
        ))}
        {details && (
          <div>
            <dt>Agreed to the terms</dt>
            <dd className="tabular">
              {details.terms_agreed_at ? (
                <>
                  {formatDateTime(new Date(details.terms_agreed_at))},{' '}
                  <Link to={`/terms/${slug}?version=${details.terms_version}`}>
                    version&nbsp;{details.terms_version}
                  </Link>
                </>
              ) : (
                'Not asked: staff entered them'
              )}
            </dd>
          </div>
        )}
      </dl>
      <Permitted to="tenancies">
        <div className="tenant-actions">
          <Edit onClick={() => setEditing('contact')}>Edit name and contact</Edit>
          <Edit onClick={() => setEditing('details')}>
            {details ? 'Edit the other details' : 'Fill in the details'}
          </Edit>
        </div>
      </Permitted>
    </section>
  )
}

const Edit = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <Button variant="quiet compact" className="aligned" icon={Pencil} onClick={onClick}>
    {children}
  </Button>
)

const contactFields = ['now.full_name', 'now.phone_number', 'now.email'] as const

function ContactForm({ tenant: { id, contact }, onClose }: FormProps) {
  const [was, onError] = useLoaded(contact)
  const form = useSchemaForm(changeContact.body, {
    // After a conflict, fields that were not edited here show what the other user has saved.
    values: {
      was,
      now: { ...was, phone_number: was.phone_number ? formatPhone(was.phone_number) : '' },
    },
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  const errors = form.formState.errors.now
  const { submit, busy } = useFormAction(
    form,
    ({ now }) => call(changeContact, { params: { id: String(id) }, body: { was, now } }),
    {
      fields: contactFields,
      changes: [getTenant, ...tenantLists],
      onSuccess: onClose,
      onError,
    },
  )
  return (
    <RecordForm
      title="Name and contact"
      hint="They log in with the phone number or email address that you save here. Their password stays."
      error={form.formState.errors.root?.refused?.message}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="Full name"
        autoFocus
        autoComplete="off"
        error={errors?.full_name?.message}
        {...form.register('now.full_name')}
      />
      <TextField
        label="Phone"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        error={errors?.phone_number?.message}
        {...form.register('now.phone_number')}
      />
      <TextField
        label="Email"
        optional
        type="email"
        autoComplete="off"
        error={errors?.email?.message}
        {...form.register('now.email')}
      />
    </RecordForm>
  )
}

const detailFields = detailNames.map((name) => `now.${name}` as const)

const typedPhone = (phone: string | null | undefined) => (phone ? formatPhone(phone) : '')

const toOptions = (list: { id: number; name: string }[] | undefined) =>
  (list ?? []).map(({ id, name }) => ({ value: String(id), label: name }))

function DetailsForm({ tenant: { id, details, id_number }, onClose }: FormProps) {
  const [was, onError] = useLoaded(details && editedDetails(details))
  const form = useSchemaForm(changeDetails.body, {
    values: {
      was,
      now: {
        id_number: was?.id_number ?? id_number ?? '',
        registration_number: was?.registration_number ?? '',
        year_of_study: String(was?.year_of_study ?? ''),
        college: String(was?.college ?? ''),
        faculty: String(was?.faculty ?? ''),
        gender: was?.gender ?? '',
        emergency_phone_number: typedPhone(was?.emergency_phone_number),
        emergency_contact_relationship: was?.emergency_contact_relationship ?? '',
        sponsor_phone: typedPhone(was?.sponsor_phone),
      } satisfies Record<DetailName, string>,
    },
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  const college = String(form.watch('now.college'))
  const colleges = useQuery(query(listColleges, {}))
  const faculties = useQuery({
    ...query(listFaculties, { params: { id: college } }),
    enabled: college !== '',
  })
  const errors = form.formState.errors.now
  /** The props of a field. The schemas' messages address the tenant, and are reworded for staff. */
  const control = (name: DetailName, options?: { onChange: () => void }) => {
    const message = errors?.[name]?.message
    return { error: message && aboutThem(message), ...form.register(`now.${name}`, options) }
  }
  const { submit, busy } = useFormAction(
    form,
    ({ now }) => call(changeDetails, { params: { id: String(id) }, body: { was, now } }),
    {
      fields: detailFields,
      changes: [getTenant],
      onSuccess: onClose,
      onError,
    },
  )
  // A select shows its value only once it has its options. Choosing another college doesn't hide the form.
  const isStored = college === String(was?.college ?? '')
  if (!(colleges.data || colleges.error) || (isStored && faculties.isLoading)) {
    return <section className="plate padded skeleton-form" aria-busy="true" />
  }
  return (
    <RecordForm
      title="Details"
      hint="What you don’t know can stay empty. Their password stays, also when you correct the ID number."
      error={form.formState.errors.root?.refused?.message}
      busy={busy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label="ID number"
        autoFocus
        autoComplete="off"
        spellCheck={false}
        {...control('id_number')}
      />
      <div className="field-pair">
        <TextField
          label="Emergency phone"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          {...control('emergency_phone_number')}
        />
        <SelectField
          label="Who is it?"
          placeholder="Not known"
          options={relationships.map((one) => ({ value: one, label: one }))}
          {...control('emergency_contact_relationship')}
        />
      </div>
      <SelectField
        label="College"
        placeholder="Not known"
        options={toOptions(colleges.data)}
        {...control('college', { onChange: () => form.setValue('now.faculty', '') })}
      />
      <SelectField
        label="Faculty"
        placeholder="Not known"
        options={toOptions(faculties.data?.faculties)}
        {...control('faculty')}
      />
      <TextField
        label="Registration number"
        autoComplete="off"
        spellCheck={false}
        {...control('registration_number')}
      />
      <div className="field-pair">
        <SelectField
          label="Year of study"
          placeholder="Not known"
          options={yearsOfStudy.map((year) => ({ value: String(year), label: String(year) }))}
          {...control('year_of_study')}
        />
        <SelectField
          label="Gender"
          placeholder="Not said"
          options={genders.map((one) => ({ value: one, label: genderLabels[one] }))}
          {...control('gender')}
        />
      </div>
      <TextField
        label="Sponsor’s phone"
        optional
        type="tel"
        inputMode="tel"
        autoComplete="off"
        hint="The person who pays their rent."
        {...control('sponsor_phone')}
      />
    </RecordForm>
  )
}

interface RecordFormProps {
  title: string
  hint: string
  error: string | undefined
  busy: boolean
  onSubmit: ReturnType<typeof useFormAction>['submit']
  onClose: () => void
  children: ReactNode
}

const RecordForm = ({ title, hint, error, busy, onSubmit, onClose, children }: RecordFormProps) => (
  <form className="plate padded stack" noValidate onSubmit={onSubmit}>
    <div>
      <h2>{title}</h2>
      <p className="small muted">{hint}</p>
    </div>
    {children}
    {error && <FormError id="record-error">{error}</FormError>}
    <div className="row wrap">
      <SubmitButton busy={busy} busyLabel="Saving...">
        Save
      </SubmitButton>
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
    </div>
  </form>
)
