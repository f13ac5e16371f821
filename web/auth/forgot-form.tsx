import { useId, useRef, useState } from 'react'
import { forgotPassword } from '#contract/auth.ts'
import { call } from '../api.ts'
import { SubmitButton } from '../ui/button.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { TextField } from '../ui/field.tsx'
import { FormError } from '../ui/form-error.tsx'
import { Note } from '../ui/note.tsx'
import { useAct } from '../ui/use-act.ts'

const missing = 'Please enter your username or email.'

/** Says the same whether there is such an account or not. */
export function ForgotForm() {
  const field = useRef<HTMLInputElement>(null)
  const error = useId()
  const { busy, result, error: failed, act } = useAct<string>()
  const [empty, setEmpty] = useState(false)

  function send() {
    const email = field.current?.value.trim() ?? ''
    setEmpty(email === '')
    if (email === '') return field.current?.focus()
    void act('ask', async () => (await call(forgotPassword, { body: { email } })).message)
  }
  return (
    <>
      <form
        className="stack"
        method="post"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <TextField
          id="email"
          label="Username or email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={empty ? missing : undefined}
          ref={field}
        />
        {failed && (
          <FormError id={error}>
            {errorMessage(failed, 'Something went wrong. Please try again.')}
          </FormError>
        )}
        <SubmitButton variant="block" busy={busy !== null} busyLabel="sending...">
          Send me a link
        </SubmitButton>
      </form>
      <div role="status" className="empty:mt-0">
        {result && (
          <Note kind="done">
            {result} It works once, within 30 minutes. Nothing there? Look among the spam.
          </Note>
        )}
      </div>
    </>
  )
}
