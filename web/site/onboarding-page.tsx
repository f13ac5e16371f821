import { titled } from '../layout/title.ts'
import { SoonPage } from './soon-page.tsx'
import { useCompany } from './use-company.ts'

export const meta = titled('Student onboarding')

export default function OnboardingPage() {
  const { name } = useCompany()
  return (
    <SoonPage title={`${name} student onboarding`}>
      <p>
        The form for moving in opens here soon. Until then call us or write to us, and we find you a
        room.
      </p>
    </SoonPage>
  )
}
