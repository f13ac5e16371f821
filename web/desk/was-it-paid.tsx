import { useState } from 'react'
import { confirmDeskItem, type DeskDetail } from '#contract/desk.ts'
import { call } from '../api.ts'
import { DismissForm } from './dismiss.tsx'
import { ReasonForm } from './reason-form.tsx'
import type { Closing } from './use-closing.ts'
import { moneyOf, whomWords } from './words.ts'

/** M-Pesa never told: a person has looked at its statement and says. */
export function WasItPaid({ item, closing }: { item: DeskDetail; closing: Closing }) {
  const [answer, setAnswer] = useState<'yes' | 'no' | null>(null)
  const money = moneyOf(item) ?? 'it'
  const whose = item.account ? ` for ${whomWords(item.account)}` : ''
  const onCancel = () => setAnswer(null)
  if (answer === 'no') return <DismissForm item={item} closing={closing} onCancel={onCancel} />
  if (answer === 'yes') {
    return (
      <ReasonForm
        label="How do you know?"
        hint="For example the receipt on M-Pesa’s statement."
        act={`Count ${money} as paid${whose}`}
        busy={closing.busy === 'confirm'}
        onCancel={onCancel}
        onSend={(note) =>
          closing.close('confirm', () =>
            call(confirmDeskItem, { params: { id: String(item.id) }, body: { note } }),
          )
        }
      />
    )
  }
  return (
    <div className="row wrap">
      <button type="button" className="button" onClick={() => setAnswer('yes')}>
        Yes, it was paid
      </button>
      <button type="button" className="button secondary" onClick={() => setAnswer('no')}>
        No, it was not
      </button>
    </div>
  )
}
