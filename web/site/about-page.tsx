import { titled } from '../layout/title.ts'
import { SoonPage } from './soon-page.tsx'
import { useCompany } from './use-company.ts'

export const meta = titled('About us')

export default function AboutPage() {
  const { name, address, hours } = useCompany()
  return (
    <SoonPage title="About us">
      <p>
        Pictures of {name} will hang here soon. Come and see it for yourself: {address}. {hours}.
      </p>
    </SoonPage>
  )
}
