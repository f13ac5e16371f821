import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'

interface Props {
  number: string
  className?: string
  /** Instead of the number alone. */
  children?: ReactNode
}

/** To a receipt, which leads back to the page of staff that it was opened from. */
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
