import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { Received } from '#contract/endpoint.ts'
import { checkLetter } from '#contract/letters.ts'
import { dayOf, formatDay } from '#rules/calendar.ts'
import { letterTitles, readLetterCode } from '#rules/letter.ts'
import { query } from '../api.ts'
import { pageTitle } from '../layout/title.ts'
import { SubmitButton } from '../ui/button.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { TextField } from '../ui/field.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { MessagePlate } from '../ui/message-plate.tsx'
import { Note } from '../ui/note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { LetterBody } from './letter-body.tsx'
import './letters.css'

export const meta = () => [
  ...pageTitle('Check a letter')(),
  // A letter is meant for the people who have it, not for search engines.
  { name: 'robots', content: 'noindex' },
]

/** The page on which anybody who was given a letter checks whether it is genuine. */
export default function CheckPage() {
  const { code = '' } = useParams()
  return (
    <div className="page letters-page">
      <h1>Check a letter</h1>
      <div className="letters-columns">
        {code && <Checked key={code} code={code} />}
        <CheckForm key={`form ${code}`} known={code} />
      </div>
    </div>
  )
}

function Checked({ code }: { code: string }) {
  const { data, error, refetch } = useQuery({
    ...query(checkLetter, { params: { code } }),
    retry: false,
  })
  if (data) return <Genuine checked={data} />
  if (!error) return <Skeleton lines={['text', 'row', 'row', 'box']} />
  const isRefused = 'status' in error && [404, 409].includes(Number(error.status))
  return isRefused ? (
    <MessagePlate title="We couldn’t confirm this letter">
      <p role="alert">{errorMessage(error, WENT_WRONG)}</p>
    </MessagePlate>
  ) : (
    <LoadError message={errorMessage(error, WENT_WRONG)} onRetry={() => refetch()} />
  )
}

function Genuine({ checked }: { checked: Received<typeof checkLetter> }) {
  const { facts, rows, withdrawn_at, public_key } = checked
  return (
    <section className="plate padded stack" aria-labelledby="checked">
      <div>
        <p className="muted">{facts.residence.name}</p>
        <h2 id="checked">
          {letterTitles[facts.kind]} {facts.number}
        </h2>
      </div>
      {withdrawn_at ? (
        <Note kind="error">
          The residence withdrew this letter on {formatDay(dayOf(new Date(withdrawn_at)))}. It no
          longer counts.
        </Note>
      ) : (
        <Note kind="done">
          This letter is genuine. Compare it with the paper: the name, room, day and sums must be
          the same.
        </Note>
      )}
      <LetterBody facts={facts} rows={rows} />
      <details>
        <summary>Check it offline</summary>
        <p className="small space-above-small">
          The PDF is signed (Ed25519). The script{' '}
          <a href="/check-letter.mjs" download>
            check-letter.mjs
          </a>{' '}
          tells whether a file was changed: run <code>node check-letter.mjs KEY letter.pdf</code>{' '}
          with this key.
        </p>
        <p className="small tabular letter-key">{public_key}</p>
      </details>
    </section>
  )
}

function CheckForm({ known }: { known: string }) {
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  const navigate = useNavigate()
  function submit(event: FormEvent) {
    event.preventDefault()
    const code = readLetterCode(typed)
    setWrong(code === null)
    if (code !== null) void navigate(`/check/${code}`)
  }
  return (
    <section className="plate padded stack" aria-labelledby="type-code">
      <h2 id="type-code">{known ? 'Check another letter' : 'Enter its code'}</h2>
      <form className="stack" noValidate onSubmit={submit}>
        <TextField
          label="Letter code"
          hint="26 letters and digits, beside the QR code."
          error={
            isWrong ? 'A code has 26 letters and digits. Please compare it with the paper.' : null
          }
          announce
          className="tabular"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setWrong(false)
          }}
        />
        <div>
          <SubmitButton variant={known ? 'secondary' : ''} busy={false}>
            Check the letter
          </SubmitButton>
        </div>
      </form>
    </section>
  )
}
