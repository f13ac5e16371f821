import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

interface Props {
  number: string
  className?: string
  /** The link's text, instead of the number alone. */
  children?: ReactNode
}

/** A link to a receipt, which then links back to the page it was opened from. */
export function ReceiptLink({ number, className = 'tabular nowrap', children = number }: Props) {
  const { pathname, search } = useLocation()
  return (
    <Link
      className={className}
      to={`/receipts/${number}`}
      state={{ back: pathname + search }}
      prefetch="intent"
    >
      {children}
    </Link>
  )
}
