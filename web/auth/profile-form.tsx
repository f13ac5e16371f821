import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import * as z from 'zod/mini'
import {
  ALL_REQUIRED,
  newPassword,
  type Profile,
  profile,
  profileWithLastName,
  updateUser,
} from '#contract/account.ts'
import type { User } from '#contract/auth.ts'
import { realAddress } from '#rules/email.ts'
import { call } from '../api.ts'
import { updateSessionUser } from '../session.ts'
import { Button, SubmitButton } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { useFormAction } from '../ui/form.ts'
import { FormError } from '../ui/form-error.tsx'
import { PasswordField } from '../ui/password-field.tsx'

/** What is edited: one row of the account, or all of it. */
export type ProfilePart = 'all' | 'name' | 'email' | 'password'

const fieldsOf: Record<ProfilePart, readonly (keyof Profile)[]> = {
  all: ['first_name', 'last_name', 'email', 'password'],
  name: ['first_name', 'last_name'],
  email: ['email'],
  password: ['password'],
}

const EMAIL_HINT = 'Add your email so you can reset your password if you forget it.'
const LOGS_OUT = 'logged out on your other devices.'

function passwordHint({ must_change_password }: User, isAlone: boolean) {
  if (must_change_password)
    return `At least 8 characters, and not your ID number. You’ll be ${LOGS_OUT}`
  if (isAlone) return `At least 8 characters. You’ll be ${LOGS_OUT}`
  return `Leave it empty to keep your password. With a new one you’ll be ${LOGS_OUT}`
}

/** The rules for the form. A password that is edited alone cannot be left out. */
function schemaFor(user: User, part: ProfilePart) {
  const schema = user.last_name === '' ? profile : profileWithLastName
  return part === 'password'
    ? z.extend(schema, { password: newPassword('Please choose a password.') })
    : schema
}

export function ProfileForm({
  user,
  part,
  onCancel,
  onSaved,
}: {
  user: User
  part: ProfilePart
  onCancel: () => void
  onSaved: () => void
}) {
  const { first_name, last_name, email } = user
  const fields = fieldsOf[part]
  const isAlone = part !== 'all'
  // A placeholder address is shown as an empty field. Where others are edited too, it stays if the field is left empty.
  const isPlaceholder = realAddress(email) === null
  const form = useForm<Profile>({
    resolver: (typed, ...rest) =>
      zodResolver(schemaFor(user, part))(
        typed.email === '' && isPlaceholder && part !== 'email' ? { ...typed, email } : typed,
        ...rest,
      ),
    defaultValues: {
      first_name,
      last_name,
      email: isPlaceholder ? '' : email,
      password: '',
    },
    reValidateMode: 'onSubmit',
  })
  const { errors } = form.formState
  const { setFocus } = form
  useEffect(() => fields[0] && setFocus(fields[0]), [setFocus, fields])

  const { submit, busy } = useFormAction(form, (typed) => call(updateUser, { body: typed }), {
    fields,
    fallback: 'Your profile was not saved. Please try again.',
    onSuccess(changed) {
      updateSessionUser(changed)
      onSaved()
    },
  })
  const field = (name: keyof Profile, missing: string) => {
    const message = errors[name]?.message
    return { id: name, error: message === ALL_REQUIRED ? missing : message, ...form.register(name) }
  }
  return (
    <form className="stack" method="post" noValidate onSubmit={submit}>
      {fields.includes('first_name') && (
        <>
          <TextField
            label="First name"
            autoComplete="given-name"
            {...field('first_name', 'Please enter your first name.')}
          />
          <TextField
            label="Last name"
            autoComplete="family-name"
            {...field('last_name', 'Please enter your last name.')}
          />
        </>
      )}
      {fields.includes('email') && (
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          optional={isPlaceholder && !isAlone}
          hint={isPlaceholder ? EMAIL_HINT : undefined}
          {...field('email', 'Please enter your email address.')}
        />
      )}
      {fields.includes('password') && (
        <PasswordField
          label="New password"
          autoComplete="new-password"
          optional={!isAlone}
          hint={passwordHint(user, isAlone)}
          {...field('password', '')}
        />
      )}
      {errors.root?.refused && (
        <FormError id="profile-error">{errors.root.refused.message}</FormError>
      )}
      <div className="row wrap profile-buttons">
        <SubmitButton busy={busy} busyLabel="saving...">
          Save
        </SubmitButton>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
