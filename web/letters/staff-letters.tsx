import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { issueTenantLetter, type Letter, listTenantLetters } from '#contract/letters.ts'
import { call, query } from '../api.ts'
import { Permitted, useMay } from '../permission.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { LoadError } from '../ui/load-error.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AskForClearance, AskForStatement, type LetterForm, LetterList } from './ask-for-letter.tsx'
import './letters.css'

const changes = [listTenantLetters]

/** The letters of a tenant, on the tenant's page. */
export function StaffLetters({ id }: { id: string }) {
  const params = { id }
  const { data, error, refetch } = useQuery(query(listTenantLetters, { params }))
  const navigate = useNavigate()
  const mayIssue = useMay('tenancies')
  const ask = data && {
    standing: data,
    own: false,
    changes,
    issue: (form: LetterForm) => call(issueTenantLetter, { params, body: form }),
    onIssued: ({ facts }: Letter) => void navigate(`/letters/${facts.number}`),
  }
  return (
    <section className="plate padded stack" aria-labelledby="letters">
      <h2 id="letters">Letters</h2>
      {ask && (
        <Permitted to="tenancies">
          <AskForClearance {...ask} />
          <details>
            <summary>A statement as a letter</summary>
            <div className="space-above-small">
              <AskForStatement {...ask} />
            </div>
          </details>
        </Permitted>
      )}
      {error && !data && (
        <LoadError message={errorMessage(error, WENT_WRONG)} onRetry={() => refetch()} />
      )}
      {!data && !error && <Skeleton lines={['text', 'bar']} />}
      {data &&
        (data.letters.length > 0 ? (
          <LetterList letters={data.letters} />
        ) : (
          !mayIssue && <p className="muted">They have no letters.</p>
        ))}
      {data && data.letters.length > 0 && (
        <Permitted to="money">
          <p className="small muted">
            To withdraw a letter, open it. Anyone who checks it then sees that it no longer counts.
          </p>
        </Permitted>
      )}
    </section>
  )
}
