import { useEffect, useRef } from 'react'
import { data, Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { getSetUp, setUp, setUpForm } from '#contract/set-up.ts'
import { ApiError, call } from '../api.ts'
import { AuthLayout } from '../auth/auth-layout.tsx'
import { pageTitle } from '../layout/title.ts'
import { pageContext } from '../page-context.ts'
import { signIn } from '../session.ts'
import { SubmitButton } from '../ui/button.tsx'
import { draftStore } from '../ui/draft.ts'
import { TextField, type TextFieldProps } from '../ui/field.tsx'
import { checkFields, FieldLinks } from '../ui/field-links.tsx'
import { useFormAction, useSchemaForm } from '../ui/form.ts'
import { FormError } from '../ui/form-error.tsx'
import { Note } from '../ui/note.tsx'
import { PasswordField } from '../ui/password-field.tsx'
import './set-up.css'

export const meta = pageTitle('Set up your residence')

/** Once there is a residence, the page is gone for ever. */
export async function loader({ context }: LoaderFunctionArgs) {
  try {
    return await context.get(pageContext).call(getSetUp, {})
  } catch (error) {
    if (error instanceof Response && error.status === 410) return data({ open: false }, 410)
    throw error
  }
}

/** With more errors than this only their sections are listed. */
const MANY_ERRORS = 5

export default function SetUpPage() {
  const { open } = useLoaderData<typeof loader>()
  return (
    <AuthLayout
      greeting="Karibu."
      translation="Welcome."
      title={open ? 'Set up your residence' : 'Everything is set up'}
      intro={
        open
          ? 'The residence and your own account first. Rooms, wifi prices and the rest follow once you’re logged in.'
          : 'A residence has already been set up here.'
      }
    >
      {open ? (
        <SetUpForm />
      ) : (
        <p>
          <Link className="button" to="/auth/login">
            Log in
          </Link>
        </p>
      )}
    </AuthLayout>
  )
}

const labels = {
  code: 'Code from the server',
  name: 'Name of the residence',
  slug: 'Short name for links',
  tagline: 'One-line description',
  address: 'Address',
  phone: 'Office phone',
  email: 'Office email',
  hours: 'Office hours',
  first_name: 'First name',
  last_name: 'Last name',
  staff_email: 'Your email',
  password: 'Password',
}
type FieldName = keyof typeof labels
const fields = Object.keys(labels) as FieldName[]

/** The fields that survive a reload; the code and the password have to be typed again. */
const kept = fields.filter((name) => name !== 'code' && name !== 'password')
const draft = draftStore('set-up', (stored) =>
  Object.fromEntries(
    kept.flatMap((name) => (typeof stored[name] === 'string' ? [[name, stored[name]]] : [])),
  ),
)
/** The parts of the form, in the order of the fields. */
const sections = [
  { title: labels.code, names: fields.slice(0, 1) },
  { title: 'The residence', names: fields.slice(1, 8) },
  { title: 'Your account', names: fields.slice(8) },
]

/** Turns a name into a slug: `Acacia Court` into `acacia-court`. */
const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/['’‘`]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)

function SetUpForm() {
  const form = useSchemaForm(setUpForm)
  const { errors } = form.formState
  const { submit, busy } = useFormAction(
    form,
    async (typed) => {
      const credentials = { email: typed.staff_email, password: typed.password }
      const refused = await call(setUp, { body: typed }).then(
        () => null,
        (error: unknown) => error,
      )
      // The reply to an earlier submission may have been lost: then the user who created the residence can log in.
      if (refused && !(refused instanceof ApiError && refused.status === 410)) throw refused
      await signIn(credentials).catch((error: unknown) => {
        throw refused ?? error
      })
      draft.save(null)
      // A full page load, because all data so far was rendered without a residence.
      location.assign('/')
    },
    { fields, fallback: 'The residence couldn’t be set up. Please try again.' },
  )
  const hasOwnSlug = useRef(false)
  const { getValues, setValue, watch } = form
  useEffect(() => {
    const before = draft.read() ?? {}
    // Text typed before the scripts ran is newer than the draft.
    for (const name of kept) if (!getValues(name)) setValue(name, before[name] ?? '')
    const [name, slug] = getValues(['name', 'slug'])
    hasOwnSlug.current = slug !== '' && slug !== slugOf(name)
    if (name && !slug) setValue('slug', slugOf(name))
    const save = () => draft.save(Object.fromEntries(kept.map((one) => [one, getValues(one)])))
    save()
    const { unsubscribe } = watch(save)
    return unsubscribe
  }, [getValues, setValue, watch])
  const field = (name: FieldName): TextFieldProps => ({
    id: name,
    label: labels[name],
    error: errors[name]?.message,
    ...form.register(name),
  })
  // The first field with an error gets the focus, in the order in which they are registered.
  const code = field('code')
  const name = form.register('name', {
    onChange: ({ target }) => {
      if (!hasOwnSlug.current) setValue('slug', slugOf(target.value))
    },
  })
  const slug = form.register('slug', {
    onChange: ({ target }) => {
      hasOwnSlug.current = target.value !== ''
    },
  })
  const invalid = fields.filter((one) => errors[one])
  return (
    <form className="stack set-up-form" method="post" noValidate onSubmit={submit}>
      {invalid.length > 1 && (
        <Note kind="error">
          <b>{checkFields(invalid.length)}</b>{' '}
          {invalid.length > MANY_ERRORS ? (
            sections.map(({ title, names }) => {
              const missed = names.filter((one) => errors[one])
              return (
                missed[0] && (
                  <span key={title} className="errors-of-section">
                    <FieldLinks names={[missed[0]]} labels={{ ...labels, [missed[0]]: title }} />:{' '}
                    {missed.length === 1 ? '1 field' : `${missed.length} fields`}
                  </span>
                )
              )
            })
          ) : (
            <FieldLinks names={invalid} labels={labels} />
          )}
        </Note>
      )}
      <TextField
        {...code}
        hint="Printed where you started the server, such as H4TX-92KD-7MPQ."
        className="tabular"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <h2>The residence</h2>
      <TextField {...field('name')} {...name} autoComplete="organization" />
      <TextField
        {...field('slug')}
        {...slug}
        hint="Part of the link to your move-in form. It can’t be changed later."
        autoCapitalize="none"
        spellCheck={false}
        autoComplete="off"
      />
      <TextField
        {...field('tagline')}
        hint="On your landing page, such as “Student rooms near the campus.”"
      />
      <TextField {...field('address')} autoComplete="street-address" />
      <TextField {...field('phone')} type="tel" inputMode="tel" autoComplete="tel" />
      <TextField
        {...field('email')}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
      />
      <TextField {...field('hours')} hint="“Monday to Friday 8 AM to 8 PM”" />
      <h2>Your account</h2>
      <div className="field-pair">
        <TextField {...field('first_name')} autoComplete="given-name" />
        <TextField {...field('last_name')} autoComplete="family-name" />
      </div>
      <TextField
        {...field('staff_email')}
        hint="You’ll log in with this."
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        {...field('password')}
        hint="At least 8 characters, and not your name or email."
        autoComplete="new-password"
      />
      {errors.root?.refused && (
        <FormError id="set-up-error">{errors.root.refused.message}</FormError>
      )}
      <SubmitButton variant="block" busy={busy} busyLabel="Setting up...">
        Set up the residence
      </SubmitButton>
    </form>
  )
}
