import type { ReactNode } from 'react'

/** What M-Pesa itself puts on the screen. It never goes without the word that it is not real. */
export const StkCard = ({ children }: { children: ReactNode }) => (
  <div className="stk">
    <p className="stk-t" id="stk-title">
      <span className="mp-dot" />
      M-PESA <small>pretend</small>
    </p>
    {children}
  </div>
)
