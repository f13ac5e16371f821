import type { ReactNode } from 'react'
import { labelOf } from '../approvals/waiting-note.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { EffectList } from './effect-list.tsx'
import type { DeskActions, ShownAct } from './use-desk-action.ts'

interface Props {
  title: string
  confirmLabel: string
  shown: ShownAct
  actions: DeskActions
  /** Shown above the list of changes. */
  children?: ReactNode
}

/** Asks for confirmation of an act that needs no reason, and shows what it changes. */
export const ActDialog = ({ title, confirmLabel, shown, actions, children }: Props) => (
  <ConfirmDialog
    title={title}
    confirmLabel={labelOf(shown.effect.waits, confirmLabel)}
    busy={actions.busy}
    enterConfirms
    onConfirm={() => actions.send()}
    onClose={actions.close}
  >
    {children}
    <EffectList shown={shown} />
  </ConfirmDialog>
)
