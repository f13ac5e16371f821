import { Mail, Phone } from 'lucide-react'
import { formatPhone } from '#rules/phone.ts'
import { useCompany } from '../layout/root-data.ts'
import { telephoneLink } from '../ui/telephone-link.ts'

/** The residence's phone and email, big enough for a thumb. */
export function ContactLinks() {
  const { phone, email } = useCompany()
  return (
    <>
      <a className="big-link" href={telephoneLink(phone)}>
        <Phone className="icon" aria-hidden="true" />
        <span className="tabular">{formatPhone(phone)}</span>
      </a>
      <a className="big-link" href={`mailto:${email}`}>
        <Mail className="icon" aria-hidden="true" />
        <span>{email}</span>
      </a>
    </>
  )
}
