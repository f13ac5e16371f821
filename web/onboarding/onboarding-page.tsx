import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { getOnboardingCompany } from '#contract/onboarding.ts'
import { query } from '../api.ts'
import { DarkWindowRow } from '../art/dark-windows.tsx'
import { Notices } from '../layout/notices.tsx'
import { pageTitle } from '../layout/title.ts'
import { useSession } from '../session.ts'
import { LoadError } from '../ui/load-error.tsx'
import { forgetDraft } from './draft.ts'
import { OnboardingForm } from './onboarding-form.tsx'
import { OnboardingHead } from './onboarding-head.tsx'
import { Success } from './success.tsx'
import type { MovedIn } from './use-submit.ts'
import '../look/onboarding.css'

export const meta = pageTitle('Student onboarding')

export default function OnboardingPage() {
  const { companySlug: slug = '' } = useParams()
  const session = useSession()
  const company = useQuery(query(getOnboardingCompany, { params: { slug } }))
  const [done, setDone] = useState<MovedIn | null>(null)
  /** A form of another round begins empty. */
  const [round, setRound] = useState(0)
  const [begun, setBegun] = useState(false)
  // Whose name and phone to begin with is known only then; a form once begun stays, pictures and all.
  if (!begun && company.data && session.status !== 'restoring') setBegun(true)
  return (
    <>
      <a className="button skip" href="#content">
        Skip to the page
      </a>
      <OnboardingHead company={company.data ?? null} />
      <section aria-label="Notices">
        <Notices />
      </section>
      {done ? (
        <Success
          done={done}
          onAnother={() => {
            setDone(null)
            scrollTo(0, 0)
          }}
        />
      ) : begun ? (
        <OnboardingForm
          key={`${slug} ${round}`}
          slug={slug}
          user={session.status === 'signed_in' ? session.user : null}
          onDone={setDone}
          onStartAfresh={() => {
            forgetDraft(localStorage, slug)
            setRound(round + 1)
          }}
        />
      ) : (
        <Waiting failed={company.isError} onRetry={() => void company.refetch()} />
      )}
    </>
  )
}

const Waiting = ({ failed, onRetry }: { failed: boolean; onRetry: () => void }) => (
  <main id="content" className="page mt-6" tabIndex={-1}>
    <div className="plate max-w-[620px]">
      <DarkWindowRow />
      <div className="pad">
        {failed ? (
          <LoadError
            message="Could not load company information. Please try again later."
            onRetry={onRetry}
          />
        ) : (
          <p role="status">Loading company information...</p>
        )}
      </div>
    </div>
  </main>
)
