import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { getOnboardingCompany } from '#contract/onboarding.ts'
import { getPaymentSummary } from '#contract/tenancy.ts'
import { mayDo } from '#rules/staff-roles.ts'
import { query } from '../api.ts'
import { DarkWindowRow } from '../art/dark-windows.tsx'
import { Mark } from '../art/mark.tsx'
import { NoScripts } from '../layout/no-scripts.tsx'
import { Notices } from '../layout/notices.tsx'
import { OfficePhone } from '../layout/office-phone.tsx'
import { useCompany } from '../layout/root-data.ts'
import { pageTitle } from '../layout/title.ts'
import { useSession } from '../session.ts'
import { FetchFailed, MessagePlate } from '../ui/message-plate.tsx'
import { deleteDraft } from './draft.ts'
import { OnboardingFormView } from './onboarding-form.tsx'
import { StepNav } from './step-nav.tsx'
import { Success } from './success.tsx'
import type { SubmitResult } from './use-submit.ts'
import './onboarding.css'

export const meta = pageTitle('Student onboarding')

export default function OnboardingPage() {
  const { companySlug: slug = '' } = useParams()
  const session = useSession()
  const company = useQuery(query(getOnboardingCompany, { params: { slug } }))
  const [result, setResult] = useState<SubmitResult | null>(null)
  /** Part of the form's React key: incrementing it starts an empty form. */
  const [formNumber, setFormNumber] = useState(0)
  // The form is prefilled with the user's name, so it needs the session. Once shown it stays mounted.
  const [ready, setReady] = useState(false)
  const user = session.status === 'signed_in' ? session.user : null
  const isStaff = user?.is_staff === true
  const mayOnboard = mayDo(user?.staff_role ?? null, 'tenancies')
  const summary = useQuery({
    ...query(getPaymentSummary, {}),
    enabled: user !== null && !user.is_staff,
    retry: false,
  })
  const room = summary.data?.room_number ?? summary.data?.next_room?.room_number
  if (!ready && company.data && session.status !== 'restoring' && !summary.isLoading) setReady(true)
  // Set before the last retry, and kept during later ones so that the retry button stays busy.
  const [failed, setFailed] = useState(false)
  if (!failed && (company.isError || company.failureCount > 1)) setFailed(true)
  const visited = useCompany()
  return (
    <>
      <a className="button skip-link" href="#content">
        Skip to content
      </a>
      <OnboardingHeader company={company.data ?? null} isDone={result !== null} />
      <section aria-label="Notices">
        <Notices />
      </section>
      {result && company.data ? (
        <Success
          result={result}
          firstMonth={company.data.first_month}
          onAnother={() => {
            setResult(null)
            scrollTo(0, 0)
          }}
        />
      ) : ready && (room || (isStaff && !mayOnboard)) ? (
        <NotForThisAccount room={room} />
      ) : ready && company.data ? (
        <OnboardingFormView
          key={`${slug} ${formNumber}`}
          slug={slug}
          firstMonth={company.data.first_month}
          depositRule={company.data.deposit}
          termsVersion={company.data.terms_version}
          user={isStaff ? null : user}
          byStaff={isStaff}
          onDone={setResult}
          onStartAfresh={() => {
            deleteDraft(slug)
            setFormNumber(formNumber + 1)
          }}
        />
      ) : failed ? (
        <main id="content" className="page onboarding-loading" tabIndex={-1}>
          <FetchFailed
            title="We couldn’t open this form"
            message="Could not load company information. Please try again later."
            onRetry={() => company.refetch()}
          >
            {visited.slug === slug && <OfficePhone />}
          </FetchFailed>
        </main>
      ) : (
        <main id="content" className="page onboarding" tabIndex={-1}>
          <aside className="onboarding-sidebar" inert>
            <StepNav states={[]} />
          </aside>
          <div className="plate onboarding-form">
            <DarkWindowRow />
            <div className="padded">
              <p className="waits-for-scripts" role="status">
                Loading company information...
              </p>
              <NoScripts />
            </div>
          </div>
        </main>
      )}
    </>
  )
}

/** Shown to users whose form would be refused: tenants with a room, and staff who may not move tenants in. */
const NotForThisAccount = ({ room }: { room: string | undefined }) => (
  <main id="content" className="page onboarding-loading" tabIndex={-1}>
    <MessagePlate title={room ? `You already have room ${room} here` : 'You’re logged in as staff'}>
      <p>
        {room
          ? 'To register someone else, log out on your profile page first.'
          : 'Your role doesn’t allow you to move tenants in.'}
      </p>
      <OfficePhone to={room && 'change rooms'} />
      <p className="row wrap">
        <Link className="button" to="/">
          Go to the home page
        </Link>
        <Link className="button secondary" to="/auth/user">
          Profile
        </Link>
      </p>
    </MessagePlate>
  </main>
)

interface HeaderProps {
  company: { name: string; logo: string | null } | null
  /** The heading of the page is then about the room. */
  isDone: boolean
}

/** The company of the form; until it is fetched, the visited company if it has the same slug. */
function OnboardingHeader({ company, isDone }: HeaderProps) {
  const visited = useCompany()
  const { companySlug } = useParams()
  const { name, logo } =
    company ?? (visited.slug === companySlug ? visited : { name: '', logo: null })
  const Title = isDone ? 'p' : 'h1'
  return (
    <header className="bar">
      <div className="page">
        <Title className="brand">
          {logo ? <img className="company-logo" src={logo} alt="" /> : <Mark />}
          <span>
            {name} <small>student onboarding</small>
          </span>
        </Title>
      </div>
    </header>
  )
}
