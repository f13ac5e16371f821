import { ArrowLeftRight, type LucideIcon, UserMinus } from 'lucide-react'
import { type FormEvent, type ReactNode, useState } from 'react'
import type { TenantDetail } from '#contract/tenants.ts'
import { dayOf, later } from '#rules/calendar.ts'
import { ActionResult } from '../../ui/action-result.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/confirm-dialog.tsx'
import { HouseChooser } from '../house-chooser.tsx'
import { type Move, MoveSubmit, type MoveSuccess } from './move-form.tsx'
import { Change, SummaryText } from './move-summary.tsx'
import { RemovalFields, useRemoval } from './remove-form.tsx'
import { TransferFields, useTransfer } from './transfer-form.tsx'
import { type ShownTenant, shownTenant } from './use-tenants.ts'

interface ButtonProps {
  tenant: TenantDetail
  /** Called when it is done; the dialog is closed then. */
  onDone: (done: MoveSuccess) => void
}

/** Moves the tenant to another room, in a dialog on the page that has the button. */
export const ChangeRoom = (props: ButtonProps) => (
  <DialogButton {...props} label="Change room" icon={ArrowLeftRight}>
    {(dialog) => <TransferDialog {...dialog} />}
  </DialogButton>
)

/** Ends the tenancy, in a dialog on the page that has the button. */
export const RemoveTenant = (props: ButtonProps) => (
  <DialogButton {...props} label="Remove tenant" icon={UserMinus} variant="danger-text">
    {(dialog) => <RemovalDialog {...dialog} />}
  </DialogButton>
)

interface DialogProps {
  tenant: ShownTenant
  onDone: (done: MoveSuccess) => void
  onClose: () => void
}

interface DialogButtonProps extends ButtonProps {
  label: string
  icon: LucideIcon
  variant?: string
  children: (dialog: DialogProps) => ReactNode
}

/** A button that opens a dialog about a tenant who has a room. */
function DialogButton({ tenant, onDone, label, icon, variant, children }: DialogButtonProps) {
  const now = shownTenant(tenant)
  // If a colleague removes the tenant meanwhile, the dialog stays and can say so.
  const [opened, setOpened] = useState<ShownTenant | null>(null)
  const close = () => setOpened(null)
  return (
    <>
      {now && (
        <Button
          variant={variant ? `secondary ${variant}` : 'secondary'}
          icon={icon}
          onClick={() => setOpened(now)}
        >
          {label}
        </Button>
      )}
      {opened &&
        children({
          tenant: now ?? opened,
          onClose: close,
          onDone(done) {
            close()
            onDone(done)
          },
        })}
    </>
  )
}

function TransferDialog({ tenant, onDone, onClose }: DialogProps) {
  const firstDay = later(dayOf(new Date()), tenant.from)
  const transfer = useTransfer(tenant, tenant, onDone, firstDay)
  const { rooms, chosenRoom, setChosenRoom } = transfer
  return (
    <MoveDialog
      title={`Change the room of ${tenant.full_name}`}
      move={transfer.move}
      onClose={onClose}
      lead={<Change from={tenant.room} to={chosenRoom || '?'} />}
      picture={
        rooms.last && (
          <HouseChooser
            rooms={rooms.last.map(({ room_number, rate, free }) => ({
              room_number,
              rent: rate,
              free: free && room_number !== tenant.room,
            }))}
            chosen={chosenRoom || null}
            onChoose={setChosenRoom}
          />
        )
      }
    >
      <TransferFields transfer={transfer} tenant={tenant} />
    </MoveDialog>
  )
}

function RemovalDialog({ tenant, onDone, onClose }: DialogProps) {
  const removal = useRemoval(tenant, tenant, onDone)
  return (
    <MoveDialog title={`Remove ${tenant.full_name}`} move={removal.move} onClose={onClose}>
      <RemovalFields removal={removal} tenant={tenant} />
    </MoveDialog>
  )
}

interface MoveDialogProps {
  title: string
  move: Move
  onClose: () => void
  /** Shown large below the title. */
  lead?: ReactNode
  /** In which something can be chosen, too; above the fields, on a laptop beside them. */
  picture?: ReactNode
  /** The fields. */
  children: ReactNode
}

/** The form with its summary below the fields, so that nothing more is asked. */
function MoveDialog({ title, move, onClose, lead, picture, children }: MoveDialogProps) {
  const { summary, missing, invalid, busy } = move
  const isChecking = move.isChecking || move.isStale
  function submit(event: FormEvent) {
    event.preventDefault()
    if (missing.length === 0 && !invalid && !isChecking && !busy) void move.send()
  }
  return (
    <Dialog title={title} isForm busy={busy} onClose={onClose}>
      {(close) => (
        <form className="move-form stack" onSubmit={submit} noValidate>
          {lead && <p className="move-way tabular">{lead}</p>}
          <div className={picture ? 'move-with-picture' : undefined}>
            {picture}
            <div className="stack">
              {children}
              {summary && (
                <SummaryText
                  {...summary}
                  facts={summary.facts.filter(([label]) => !(lead && label === 'Room'))}
                />
              )}
              <ActionResult
                success={null}
                isInformation={() => false}
                error={move.error}
                fallback={move.fallback}
              />
              <MoveSubmit
                label={summary?.confirmLabel ?? move.label}
                danger={move.danger}
                busy={busy}
                missing={missing}
                invalid={invalid}
                isChecking={isChecking}
              >
                <Button variant="quiet" onClick={close}>
                  Cancel
                </Button>
              </MoveSubmit>
            </div>
          </div>
        </form>
      )}
    </Dialog>
  )
}
