import type { ReactNode } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** What a change of a tenancy means. */
export interface Summary {
  /** The question. */
  title: string
  /** Label of the button that confirms. */
  confirmLabel: string
  /** The facts of the change: room, day, rent. */
  facts: [label: string, value: ReactNode][]
  /** The consequences, one sentence each. */
  consequences: ReactNode[]
  /** Choices that are still to be made. */
  choices?: ReactNode
}

export const SummaryText = ({ facts, consequences, choices }: Omit<Summary, 'title'>) => (
  <>
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
    {choices}
  </>
)

interface MoveSummaryProps extends Summary {
  danger?: boolean | undefined
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Says what a change of a tenancy means, and asks before it happens. */
export const MoveSummary = ({
  danger = false,
  busy,
  onConfirm,
  onClose,
  ...summary
}: MoveSummaryProps) => (
  <ConfirmDialog
    title={summary.title}
    confirmLabel={summary.confirmLabel}
    danger={danger}
    busy={busy}
    onConfirm={onConfirm}
    onClose={onClose}
  >
    <SummaryText {...summary} />
  </ConfirmDialog>
)

/** `A101 → B305` */
export const Change = ({ from, to }: { from: string; to: string }) => (
  <>
    <span className="unbroken">{from}</span> <span aria-hidden="true">→</span>
    <span className="visually-hidden">to</span> <span className="unbroken">{to}</span>
  </>
)
