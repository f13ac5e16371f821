import { Guarded } from '../layout/guarded.tsx'
import { titled } from '../layout/title.ts'
import { SoonPage } from '../site/soon-page.tsx'

export const meta = titled('Advertise with Us')

export default function AdvertisePage() {
  return (
    <Guarded>
      <SoonPage title="Advertise with Us">
        <p>Your own posts will start here. It opens soon; until then call us or write to us.</p>
      </SoonPage>
    </Guarded>
  )
}
