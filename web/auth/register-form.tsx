import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { ALL_REQUIRED, type Registration, register, registration } from '#contract/auth.ts'
import { call } from '../api.ts'
import { useCompany } from '../layout/use-company.ts'
import { SubmitButton } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { setServerErrors } from '../ui/form.ts'
import { FormError } from '../ui/form-error.tsx'
import { toLogin } from './to-login.ts'

const names = ['first_name', 'last_name', 'email', 'password', 'password2'] as const
type Name = (typeof names)[number]

const otherwise = 'An error occurred during registration. Please try again.'

/** Without default values: what was typed before the scripts came is kept. */
export function RegisterForm() {
  const { slug } = useCompany()
  const navigate = useNavigate()
  const form = useForm<Registration>({
    resolver: zodResolver(registration),
    reValidateMode: 'onSubmit',
  })
  const { errors, isSubmitting: busy } = form.formState
  const send = form.handleSubmit(async (typed) => {
    try {
      await call(register, { body: { ...typed, company: slug } })
      await navigate('/auth/login', toLogin('registered', typed.email))
    } catch (error) {
      setServerErrors(form, error, [...names], otherwise)
    }
  })
  // One sentence for all that is missing; the fields themselves are marked.
  const missing = names.some((name) => errors[name]?.message === ALL_REQUIRED)
  const sentence = missing ? ALL_REQUIRED : errors.root?.refused?.message

  const field = (name: Name) => {
    const message = errors[name]?.message
    return {
      id: name,
      error: message === ALL_REQUIRED ? '' : message,
      'aria-describedby': message === ALL_REQUIRED ? 'register-error' : undefined,
      ...form.register(name),
    }
  }
  return (
    <form
      className="stack"
      method="post"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) void send(event)
      }}
    >
      <div className="two">
        <TextField label="First name" autoComplete="given-name" {...field('first_name')} />
        <TextField label="Last name" autoComplete="family-name" {...field('last_name')} />
      </div>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        hint="You sign in with it."
        {...field('email')}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        hint="At least 8 characters, and not your name, phone or e-mail."
        {...field('password')}
      />
      <TextField
        label="Confirm password"
        type="password"
        autoComplete="new-password"
        {...field('password2')}
      />
      {sentence && <FormError id="register-error">{sentence}</FormError>}
      <SubmitButton variant="block" busy={busy} busyLabel="Registering...">
        Register
      </SubmitButton>
    </form>
  )
}
