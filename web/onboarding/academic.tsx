import { useQuery } from '@tanstack/react-query'
import { useFormContext, useWatch } from 'react-hook-form'
import { listColleges, listFaculties } from '#contract/onboarding.ts'
import { yearsOfStudy } from '#rules/tenancy.ts'
import { query } from '../api.ts'
import { errorMessage } from '../ui/error-message.ts'
import { LoadError } from '../ui/load-error.tsx'
import { SelectField, TextField } from './field.tsx'
import type { Typed } from './typed.ts'

export function Academic() {
  const { setValue, clearErrors } = useFormContext<Typed>()
  const college = useWatch<Typed, 'college'>({ name: 'college' })
  const colleges = useQuery(query(listColleges, {}))
  const faculties = useQuery({
    ...query(listFaculties, { params: { id: college } }),
    enabled: college !== '',
  })
  const failed = [colleges, faculties].find((asked) => asked.error)
  function clearFaculty() {
    setValue('faculty', '')
    clearErrors('faculty')
  }
  return (
    <div className="two">
      <SelectField name="college" busy={colleges.isLoading} onPicked={clearFaculty}>
        <option value="">{colleges.isLoading ? 'Loading...' : 'Choose'}</option>
        {colleges.data?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField name="faculty" disabled={!faculties.data} busy={faculties.isLoading}>
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
      </SelectField>
      {failed?.error && (
        <div className="all">
          <LoadError
            message={errorMessage(failed.error, 'Colleges and faculties could not be loaded.')}
            onRetry={() => void failed.refetch()}
          />
        </div>
      )}
      <TextField name="registration_number" autoComplete="off" spellCheck={false} maxLength={40} />
      <SelectField name="year_of_study">
        {yearsOfStudy.map((year) => (
          <option key={year}>{year}</option>
        ))}
      </SelectField>
    </div>
  )
}
