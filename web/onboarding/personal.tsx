import { useController } from 'react-hook-form'
import { genders } from '#rules/tenancy.ts'
import { Below, described, Optional, TextField } from './field.tsx'
import { labels, type Typed } from './typed.ts'

const words = { male: 'Male', female: 'Female' }

export function Personal({ member }: { member: boolean }) {
  return (
    <div className="two">
      <TextField name="full_name" wide autoComplete="name" maxLength={120} />
      <TextField name="phone_number" type="tel" inputMode="tel" autoComplete="tel" />
      <TextField
        name="id_number"
        autoComplete="off"
        spellCheck={false}
        maxLength={30}
        hint={
          member ? 'Or a passport number.' : 'Or a passport number. It is your first password too.'
        }
      />
      <Gender />
      <TextField
        name="sponsor_phone"
        optional
        type="tel"
        inputMode="tel"
        autoComplete="off"
        hint="One who pays your rent"
      />
    </div>
  )
}

function Gender() {
  const { field, fieldState } = useController<Typed, 'gender'>({ name: 'gender' })
  const error = fieldState.error?.message
  return (
    <fieldset className="field" id="gender" tabIndex={-1}>
      <legend className="label">
        {labels.gender}
        <Optional />
      </legend>
      <div className="row wrap gap-x-6" {...described({ name: 'gender', error })}>
        {genders.map((gender) => (
          <label key={gender} className="check">
            <input
              type="radio"
              name="gender"
              value={gender}
              checked={field.value === gender}
              onChange={field.onChange}
              onBlur={field.onBlur}
            />
            {words[gender]}
          </label>
        ))}
        {field.value !== '' && (
          <button type="button" className="button quiet compact" onClick={() => field.onChange('')}>
            Leave it out
          </button>
        )}
      </div>
      <Below name="gender" error={error} />
    </fieldset>
  )
}
