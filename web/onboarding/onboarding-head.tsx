import { useParams } from 'react-router'
import { Mark } from '../art/mark.tsx'
import { useCompany } from '../layout/root-data.ts'

/** The residence that the form belongs to; its name comes with the page when its address is right. */
export function OnboardingHead({
  company,
}: {
  company: { name: string; logo: string | null } | null
}) {
  const visited = useCompany()
  const { companySlug } = useParams()
  const { name, logo } =
    company ?? (visited.slug === companySlug ? visited : { name: '', logo: null })
  return (
    <header className="bar">
      <div className="page">
        <h1 className="brand">
          {logo ? <img className="ob-logo" src={logo} alt="" /> : <Mark />}
          <span>
            {name} <small>student onboarding</small>
          </span>
        </h1>
      </div>
    </header>
  )
}
