import { Guarded } from '../layout/guarded.tsx'
import { titled } from '../layout/title.ts'
import { SoonPage } from '../site/soon-page.tsx'

export const meta = titled('Services')

export default function ServicesPage() {
  return (
    <Guarded>
      <SoonPage title="Services">
        <p>
          This is where neighbours will offer and ask for things. It opens soon; until then the
          notice board at the gate does the work.
        </p>
      </SoonPage>
    </Guarded>
  )
}
