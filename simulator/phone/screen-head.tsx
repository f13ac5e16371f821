import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ScreenTitle } from './screen-title.tsx'

interface Props {
  title: ReactNode
  /** Where back leads, or what it does. */
  back: string | (() => void)
  step?: string
}

/** The way back and the name of the screen. */
export const ScreenHead = ({ title, back, step }: Props) => (
  <div className="ph-head">
    {typeof back === 'string' ? (
      <Link className="ph-back" to={back} aria-label="Back" preventScrollReset>
        <ArrowLeft className="icon" aria-hidden="true" />
      </Link>
    ) : (
      <button type="button" className="ph-back" aria-label="Back" onClick={back}>
        <ArrowLeft className="icon" aria-hidden="true" />
      </button>
    )}
    <ScreenTitle step={step}>{title}</ScreenTitle>
  </div>
)
