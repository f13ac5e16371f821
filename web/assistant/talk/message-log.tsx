import type { ReactNode, Ref } from 'react'

/** The one place where what is said is announced as it comes; the focus can be put there. */
export const MessageLog = ({
  ref,
  children,
}: {
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}) => (
  <div ref={ref} role="log" aria-label="Messages" className="log" tabIndex={-1}>
    {children}
  </div>
)
