import type { ReactNode } from 'react'
import { Button, SubmitButton } from './button.tsx'
import type { usePreviewedForm } from './form.ts'
import { ShownEffect } from './shown-effect.tsx'

interface Props {
  act: Pick<ReturnType<typeof usePreviewedForm>, 'looking' | 'save' | 'saving' | 'result'>
  /** The label of the button that does the act. */
  label: string
  onClose: () => void
  /** The effect of the act, once it is known. */
  children: ReactNode
}

/** The end of a form whose effect is shown first (see `usePreviewedForm`): the effect, and the button for what comes next. */
export const PreviewedButtons = ({ act, label, onClose, children }: Props) => (
  <>
    <ShownEffect className="entry-effect">{children}</ShownEffect>
    <div className="row wrap">
      {children ? (
        <Button key="save" ignoresDoubleClick busy={act.saving} onClick={act.save}>
          {label}
        </Button>
      ) : (
        <SubmitButton key="preview" busy={act.looking}>
          Show what changes
        </SubmitButton>
      )}
      <Button variant="quiet" onClick={onClose}>
        {act.result ? 'Close' : 'Cancel'}
      </Button>
    </div>
  </>
)
