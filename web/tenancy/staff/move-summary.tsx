import type { ReactNode } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

interface MoveSummaryProps {
  title: string
  /** Label of the button that confirms. */
  confirmLabel: string
  danger?: boolean
  /** The facts of the change: room, day, rent. */
  facts: [label: string, value: ReactNode][]
  /** The consequences, one sentence each. */
  consequences: ReactNode[]
  busy: boolean
  onConfirm: () => void
  onClose: () => void
  /** Choices that are still to be made. */
  children?: ReactNode
}

/** Says what a change of a tenancy means, and asks before it happens. */
export const MoveSummary = ({ facts, consequences, children, ...dialog }: MoveSummaryProps) => (
  <ConfirmDialog {...dialog}>
    <dl className="facts tabular">
      {facts.map(([label, value]) => (
        <div key={label} className="fact">
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
    <ul className="consequences">
      {consequences.map((consequence, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the sentences never change their order
        <li key={index}>{consequence}</li>
      ))}
    </ul>
    {children}
  </ConfirmDialog>
)

/** `A101 → B305` */
export const Change = ({ from, to }: { from: string; to: string }) => (
  <>
    <span className="unbroken">{from}</span> <span aria-hidden="true">→</span>
    <span className="visually-hidden">to</span> <span className="unbroken">{to}</span>
  </>
)
