import { BusyIndicator } from '../../ui/button.tsx'
import { listed } from './words.ts'

interface Props {
  act: string
  danger?: boolean
  busy: boolean
  /** What has not been chosen yet: `a tenant`. */
  missing: string[]
  /** Whether what was chosen does not fit; the field says why. */
  unfit: boolean
}

/** Disabled until everything is there, and beside it what is not. */
export const SendButton = ({ act, danger, busy, missing, unfit }: Props) => (
  <div className="row wrap send">
    <button
      type="submit"
      className={danger ? 'button danger' : 'button'}
      aria-busy={busy}
      aria-disabled={busy}
      disabled={missing.length > 0 || unfit}
    >
      {act}
      {busy && <BusyIndicator />}
    </button>
    <p className="small muted">
      {missing.length > 0
        ? `Choose ${listed(missing)}.`
        : unfit
          ? 'Something above needs another choice.'
          : ''}
    </p>
  </div>
)
