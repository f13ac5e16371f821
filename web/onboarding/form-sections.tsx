import { useQuery } from '@tanstack/react-query'
import { useController, useFormContext, useWatch } from 'react-hook-form'
import { listColleges, listFaculties } from '#contract/onboarding.ts'
import { toMsisdn } from '#rules/phone.ts'
import { genders, relationships, yearsOfStudy } from '#rules/tenancy.ts'
import { query } from '../api.ts'
import { errorMessage } from '../ui/error-message.ts'
import { FieldMessage } from '../ui/field.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { FormSelect, FormTextField, messageProps } from './form-fields.tsx'
import { type FormValues, labels } from './form-model.ts'

export function PersonalSection({ hasAccount }: { hasAccount: boolean }) {
  return (
    <div className="two-columns">
      <div className="full-width">
        <FormTextField name="full_name" autoComplete="name" maxLength={120} />
      </div>
      <FormTextField name="phone_number" type="tel" inputMode="tel" autoComplete="tel" />
      <FormTextField
        name="id_number"
        autoComplete="off"
        spellCheck={false}
        maxLength={30}
        hint={
          hasAccount
            ? 'Or a passport number.'
            : 'Or a passport number. It’s also your first password.'
        }
      />
      <GenderField />
      <FormTextField
        name="sponsor_phone"
        optional
        type="tel"
        inputMode="tel"
        autoComplete="off"
        hint="The person who pays your rent"
      />
    </div>
  )
}

const genderLabels = { male: 'Male', female: 'Female' }

function GenderField() {
  const { field, fieldState } = useController<FormValues, 'gender'>({ name: 'gender' })
  const error = fieldState.error?.message
  return (
    <fieldset className="field" id="gender" tabIndex={-1}>
      <legend className="label">
        {labels.gender}
        <span className="optional"> (optional)</span>
      </legend>
      <div className="row wrap gender-options" {...messageProps('gender', error)}>
        {genders.map((gender) => (
          <label key={gender} className="check-label">
            <input
              type="radio"
              name="gender"
              value={gender}
              checked={field.value === gender}
              onChange={field.onChange}
              onBlur={field.onBlur}
            />
            {genderLabels[gender]}
          </label>
        ))}
        {field.value !== '' && (
          <button type="button" className="button quiet compact" onClick={() => field.onChange('')}>
            Clear
          </button>
        )}
      </div>
      <FieldMessage id="gender" error={error} />
    </fieldset>
  )
}

export function EmergencySection() {
  const [own = '', emergency = ''] = useWatch<
    FormValues,
    ['phone_number', 'emergency_phone_number']
  >({
    name: ['phone_number', 'emergency_phone_number'],
  })
  const isOwn = toMsisdn(own) !== null && toMsisdn(own) === toMsisdn(emergency)
  return (
    <div className="two-columns">
      <FormTextField
        name="emergency_phone_number"
        type="tel"
        inputMode="tel"
        autoComplete="off"
        hint={
          isOwn
            ? 'This is your own number. Is there someone else we can call?'
            : 'Someone we can call if you’re unwell.'
        }
      />
      <FormSelect name="emergency_contact_relationship">
        <option value="">Choose</option>
        {relationships.map((relationship) => (
          <option key={relationship}>{relationship}</option>
        ))}
      </FormSelect>
    </div>
  )
}

export function AcademicSection() {
  const { setValue, clearErrors } = useFormContext<FormValues>()
  const college = useWatch<FormValues, 'college'>({ name: 'college' })
  const colleges = useQuery(query(listColleges, {}))
  const faculties = useQuery({
    ...query(listFaculties, { params: { id: college } }),
    enabled: college !== '',
  })
  const failed = [colleges, faculties].find(({ error }) => error)
  function clearFaculty() {
    setValue('faculty', '')
    clearErrors('faculty')
  }
  return (
    <div className="two-columns">
      <div className="full-width">
        <FormSelect name="college" busy={colleges.isLoading} onPicked={clearFaculty}>
          <option value="">{colleges.isLoading ? 'Loading...' : 'Choose'}</option>
          {colleges.data?.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </FormSelect>
      </div>
      <div className="full-width">
        <FormSelect name="faculty" disabled={!faculties.data} busy={faculties.isLoading}>
          <option value="">
            {faculties.isLoading
              ? 'Loading...'
              : college === ''
                ? 'Choose a college first'
                : 'Choose'}
          </option>
          {faculties.data?.faculties.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </FormSelect>
      </div>
      {failed?.error && (
        <div className="full-width">
          <LoadError
            message={errorMessage(failed.error, 'Colleges and faculties couldn’t be loaded.')}
            onRetry={() => failed.refetch()}
          />
        </div>
      )}
      <FormTextField
        name="registration_number"
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
      />
      <FormSelect name="year_of_study">
        {yearsOfStudy.map((year) => (
          <option key={year}>{year}</option>
        ))}
      </FormSelect>
    </div>
  )
}

export function AgreementSection({ slug }: { slug: string }) {
  const { register, formState } = useFormContext<FormValues>()
  const error = formState.errors.terms?.message
  return (
    <>
      <label className="check-label">
        <input
          id="terms"
          type="checkbox"
          aria-required
          {...messageProps('terms', error)}
          {...register('terms')}
        />
        <span>
          I agree to the{' '}
          <a href={`/terms/${slug}`} target="_blank" rel="noopener">
            terms and conditions
          </a>{' '}
          (opens in a new tab).
        </span>
      </label>
      <FieldMessage id="terms" error={error} />
    </>
  )
}
