import { zodResolver } from '@hookform/resolvers/zod'
import { CircleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import {
  type Credentials,
  credentials,
  INVALID_CREDENTIALS,
  placeholderSuffix,
} from '#contract/auth.ts'
import { ApiError } from '../api.ts'
import { signIn } from '../session.ts'
import { SubmitButton } from '../ui/button.tsx'
import { PasswordInput } from '../ui/field.tsx'

/** What is sent for a typed username: one without an @ gets the placeholder suffix (spec 5). */
function asEmail(typed: string): string {
  const login = typed.trim()
  return login.includes('@') ? login : login + placeholderSuffix
}

function sentenceFor(error: unknown): string {
  if (!(error instanceof ApiError)) return INVALID_CREDENTIALS
  return error.status === 0 || error.body ? error.message : INVALID_CREDENTIALS
}

/** Without default values: what was typed, or filled in, before the scripts came is kept. */
export function LoginForm({ username }: { username: string }) {
  const form = useForm<Credentials>({
    resolver: zodResolver(credentials),
    reValidateMode: 'onSubmit',
  })
  const { errors, isSubmitting: busy } = form.formState
  const [refusal, setRefusal] = useState<{ sentence: string } | null>(null)
  const refused = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (refusal) refused.current?.focus()
  }, [refusal])
  const { getValues, setValue } = form
  useEffect(() => {
    if (username && !getValues('email')) setValue('email', username)
  }, [username, getValues, setValue])

  const send = form.handleSubmit(
    async ({ email, password }) => {
      setRefusal(null)
      try {
        await signIn({ email: asEmail(email), password })
      } catch (error) {
        setRefusal({ sentence: sentenceFor(error) })
      }
    },
    () => setRefusal(null),
  )
  const missing = errors.email?.message ?? errors.password?.message
  const sentence = missing ?? refusal?.sentence
  const described = sentence ? 'login-error' : undefined
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
      <div className="field">
        <label className="label" htmlFor="email">
          Username or email
        </label>
        <input
          id="email"
          className="input"
          type="text"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={Boolean(errors.email)}
          aria-describedby={described}
          {...form.register('email')}
        />
      </div>
      <div className="field">
        <label className="label" htmlFor="password">
          Password
        </label>
        <PasswordInput
          id="password"
          autoComplete="current-password"
          aria-invalid={Boolean(errors.password || (refusal && !missing))}
          aria-describedby={described}
          {...form.register('password')}
        />
        {sentence && (
          <p id="login-error" className="field-error" tabIndex={-1} ref={refused} role="alert">
            <CircleAlert className="icon" aria-hidden="true" />
            {sentence}
          </p>
        )}
      </div>
      <SubmitButton variant="block" busy={busy} busyLabel="checking...">
        Log in
      </SubmitButton>
    </form>
  )
}
