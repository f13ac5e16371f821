import { formatPhone } from '#rules/phone.ts'
import { telephoneLink } from '../ui/telephone-link.ts'
import { useCompany } from './root-data.ts'

/** The office's number, for a failed page where a payment or a move may be urgent; `to`: the purpose of the call. */
export function OfficePhone({ to }: { to?: string | undefined }) {
  const { phone } = useCompany()
  return (
    <p>
      {to ? `To ${to}` : 'If it can’t wait'}, call the office on{' '}
      <a className="nowrap" href={telephoneLink(phone)}>
        {formatPhone(phone)}
      </a>
      .
    </p>
  )
}
