import type { PageHandle } from '../layout/notices.tsx'
import { useCompany } from '../layout/root-data.ts'
import { pageTitle } from '../layout/title.ts'
import { ContactLinks } from './contact-links.tsx'
import { Gallery } from './gallery.tsx'
import { aboutPictures, ownOr } from './gallery-pictures.ts'
import './about.css'

export const meta = pageTitle('About us')

export const handle: PageHandle = { noNetwork: 'bare' }

export default function AboutPage() {
  const { name, address, hours, picture, gallery } = useCompany()
  return (
    <div className="page about-page">
      {picture && <img className="about-photo" src={picture} alt={name} />}
      <header>
        <h1>We are Glad</h1>
        <p className="thanks">
          Thank you for visiting {name}. Tenant, guest or passer-by, you’re welcome here.
        </p>
      </header>
      <Gallery
        pictures={ownOr(gallery, aboutPictures)}
        label={gallery.length === 0 ? `Three views of ${name}` : `Pictures of ${name}`}
        pager="thumbnails"
      />
      <div>
        <div>
          <ContactLinks />
        </div>
        <dl>
          <dt>Where we are</dt>
          <dd>
            {address}{' '}
            <a
              className="nowrap"
              href={`https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(`${name}, ${address}`)}`}
              target="_blank"
              rel="noopener noreferrer"
            >
              Open the map
            </a>
          </dd>
          <dt>When you can reach us</dt>
          <dd>{hours}</dd>
        </dl>
      </div>
    </div>
  )
}
