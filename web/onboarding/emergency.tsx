import { relationships } from '#rules/tenancy.ts'
import { SelectField, TextField } from './field.tsx'

export const Emergency = () => (
  <div className="two">
    <TextField
      name="emergency_phone_number"
      type="tel"
      inputMode="tel"
      autoComplete="off"
      hint="Somebody we may call when you are unwell."
    />
    <SelectField name="emergency_contact_relationship">
      <option value="">Choose</option>
      {relationships.map((relationship) => (
        <option key={relationship}>{relationship}</option>
      ))}
    </SelectField>
  </div>
)
