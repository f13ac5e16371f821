import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { issueLetter, listLetters } from '#contract/letters.ts'
import { call, isMissing, query } from '../api.ts'
import { RequireAuth } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { FetchFailed, MessagePlate } from '../ui/message-plate.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AskForClearance, AskForStatement, type LetterForm, LetterList } from './ask-for-letter.tsx'
import './letters.css'

export const meta = pageTitle('Letters')

export default function LettersPage() {
  return (
    <RequireAuth title="Letters">
      <OwnLetters />
    </RequireAuth>
  )
}

const changes = [listLetters]

function OwnLetters() {
  const { data, error, refetch } = useQuery(query(listLetters, {}))
  const navigate = useNavigate()
  if (error && !data) {
    return (
      <div className="page page-section">
        {isMissing(error) ? (
          <MessagePlate level={1} title="No letters without a room">
            <p>Letters are for people who live here, or lived here.</p>
            <p>
              <Link className="button" to="/">
                Go to the home page
              </Link>
            </p>
          </MessagePlate>
        ) : (
          <FetchFailed
            level={1}
            title="Your letters couldn’t be loaded"
            message={errorMessage(error, WENT_WRONG)}
            onRetry={() => refetch()}
          />
        )}
      </div>
    )
  }
  const ask = data && {
    standing: data,
    own: true,
    changes,
    issue: (form: LetterForm) => call(issueLetter, { body: form }),
    onIssued: ({ facts }: { facts: { number: string } }) =>
      void navigate(`/letters/${facts.number}`),
  }
  return (
    <div className="page letters-page">
      <h1>Letters</h1>
      <div className="letters-columns">
        <section className="plate padded stack" aria-labelledby="clearance">
          <h2 id="clearance">Clearance letter</h2>
          {ask ? <AskForClearance {...ask} /> : <Skeleton lines={['text', 'bar']} />}
        </section>
        <section className="plate padded stack" aria-labelledby="statement">
          <h2 id="statement">Statement of account</h2>
          {ask ? <AskForStatement {...ask} /> : <Skeleton lines={['text', 'bar', 'bar']} />}
        </section>
        {data && data.letters.length > 0 && (
          <section className="plate padded stack" aria-labelledby="letters-so-far">
            <h2 id="letters-so-far">Your letters</h2>
            <LetterList letters={data.letters} />
          </section>
        )}
      </div>
    </div>
  )
}
