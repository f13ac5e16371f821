import { formatPhone } from '#rules/phone.ts'
import { telephoneLink } from '../ui/telephone-link.ts'
import { useCompany } from './root-data.ts'

/** On a failed page where somebody may have to pay or move in today; `to`: what the office is needed for. */
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
