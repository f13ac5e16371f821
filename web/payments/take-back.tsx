import { useState } from 'react'
import { Link } from 'react-router'
import type { WaitingAct } from '#contract/approvals.ts'
import { getReceipt } from '#contract/receipts.ts'
import {
  previewTakeBack,
  previewTakenByMpesa,
  type TakenBack,
  takeBackForMpesa,
  takeBackPayment,
} from '#contract/wrong-account.ts'
import { canBeTakenBack, canBeTakenByMpesa } from '#rules/desk.ts'
import { call } from '../api.ts'
import { labelOf, WaitingActNote, WaitingNote } from '../approvals/waiting-note.tsx'
import { changedByBooks } from '../desk/changed-by-books.ts'
import { EffectList } from '../desk/effect-list.tsx'
import { deskPath } from '../desk/texts.ts'
import { Permitted } from '../permission.tsx'
import { ActionResult } from '../ui/action-result.tsx'
import { UndoForm } from '../ui/undo-form.tsx'

interface Props {
  /** The number of our receipt. */
  number: string
  payment: Parameters<typeof canBeTakenBack>[0]
  /** The request to take the payment back, if somebody has already made one. */
  waiting: WaitingAct
}

const changes = [...changedByBooks, getReceipt]

/** Takes an M-Pesa payment off the account that it was credited to. Its money then waits on the desk. */
export function TakeBack({ number, payment, waiting }: Props) {
  const [open, setOpen] = useState(false)
  const params = { number }
  // An open form stays when the payment is void, because it says what was done.
  if (!open && waiting) return <WaitingActNote what="Taking it back" waiting={waiting} />
  if (!open && !canBeTakenBack(payment)) return null
  return (
    <Permitted to="money">
      <UndoForm
        labels={['Wrong account', ({ waits }) => labelOf(waits, 'Take it back')]}
        about={`for receipt ${number}`}
        look={() => {
          setOpen(true)
          return call(previewTakeBack, { params })
        }}
        undo={(body) => call(takeBackPayment, { params, body })}
        changes={changes}
        done={(taken) => <Done taken={taken} />}
      >
        {(effect) => (
          <>
            <EffectList shown={{ effect, changed: false }} />
            <p className="small muted">
              {effect.accounts[0]?.receipt?.change === 'replaced'
                ? 'Staff gave it this M‑Pesa code. The money that was paid with the code waits on the desk, and this payment still counts.'
                : 'The money waits on the desk for the right account.'}
            </p>
          </>
        )}
      </UndoForm>
    </Permitted>
  )
}

/** Takes back a payment that M-Pesa has returned to its payer. No money is left to wait on the desk. */
export function TakenByMpesa({ number, payment, waiting }: Props) {
  const [open, setOpen] = useState(false)
  const params = { number }
  if (!open && (waiting || !canBeTakenByMpesa(payment))) return null
  return (
    <Permitted to="money">
      <UndoForm
        labels={['M‑Pesa took it back', ({ waits }) => labelOf(waits, 'Take it back')]}
        about={`receipt ${number}`}
        look={() => {
          setOpen(true)
          return call(previewTakenByMpesa, { params })
        }}
        undo={(body) => call(takeBackForMpesa, { params, body })}
        changes={changes}
        done={({ message, waiting }) =>
          waiting ? (
            <WaitingNote waiting={waiting} />
          ) : (
            <ActionResult takesFocus success={message} error={null} />
          )
        }
      >
        {(effect) => (
          <>
            <EffectList shown={{ effect, changed: false }} />
            <p className="small muted">
              {payment.purpose === 'wifi'
                ? 'The money went back to the payer. The wifi code stops working.'
                : 'The money went back to the payer. The receipt is void, and the tenant is told.'}
            </p>
          </>
        )}
      </UndoForm>
    </Permitted>
  )
}

function Done({ taken: { message, item, waiting } }: { taken: TakenBack }) {
  if (waiting) return <WaitingNote waiting={waiting} />
  const desk = item !== null && <Link to={deskPath('open', item)}>Credit it on the desk</Link>
  return (
    <ActionResult
      takesFocus
      success={
        <>
          {message} {desk}
        </>
      }
      error={null}
    />
  )
}
