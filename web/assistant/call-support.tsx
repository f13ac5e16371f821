import type { ReactNode } from 'react'
import type { Company } from '#contract/company.ts'
import { localPhone } from '#rules/phone.ts'
import { telephoneLink } from '../ui/telephone-link.ts'

/** A way to a human being: nobody is left alone with a machine. */
export const CallSupport = ({
  company,
  children,
}: {
  company: Company | undefined
  children: ReactNode
}) =>
  company && (
    <p className="call">
      {children}{' '}
      <a className="money" href={telephoneLink(company.phone)}>
        {localPhone(company.phone)}
      </a>
    </p>
  )
