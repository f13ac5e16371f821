import { Link } from 'react-router'
import { formatPhone } from '#rules/phone.ts'
import { telephoneLink } from '../ui/telephone-link.ts'
import { useCompany } from './use-company.ts'

export function Footer() {
  const { name, slug, phone, email } = useCompany()
  return (
    <footer className="foot">
      <div className="page">
        <span>
          © 2024 {name} · <Link to={`/terms/${slug}`}>Terms</Link>
        </span>
        <span>
          <a href={telephoneLink(phone)} className="tabular">
            {formatPhone(phone)}
          </a>
          {' · '}
          <a href={`mailto:${email}`}>{email}</a>
        </span>
      </div>
    </footer>
  )
}
