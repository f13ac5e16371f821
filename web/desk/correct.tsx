import { useState } from 'react'
import { correctDeskItem, type DeskDetail } from '#contract/desk.ts'
import { ksh, parseMpesaAmount } from '#rules/money.ts'
import { call } from '../api.ts'
import { ReasonForm } from './reason-form.tsx'
import type { Closing } from './use-closing.ts'
import { unbroken, whomWords } from './words.ts'

/** By how much the account is wrong: what should be counted for the push, less what is. */
function difference({ reason, amount, push }: DeskDetail): number {
  const right = reason === 'differing_amount' ? (parseMpesaAmount(amount).creditable ?? 0) : 0
  return right - (push?.amount ?? 0)
}

/** Nothing that was counted is changed: a new entry makes up for it. */
export function Correct({ item, closing }: { item: DeskDetail; closing: Closing }) {
  const [asked, setAsked] = useState(false)
  const whose = item.account ? ` for ${whomWords(item.account)}` : ''
  const act = unbroken(`Correct by ${ksh(difference(item))}${whose}`)
  if (!asked) {
    return (
      <p>
        <button type="button" className="button block" onClick={() => setAsked(true)}>
          {act}
        </button>
      </p>
    )
  }
  return (
    <ReasonForm
      label="Why is it corrected?"
      hint="The tenant sees this reason with the correction."
      act={act}
      busy={closing.busy === 'correct'}
      onCancel={() => setAsked(false)}
      onSend={(note) =>
        closing.close('correct', () =>
          call(correctDeskItem, { params: { id: String(item.id) }, body: { note } }),
        )
      }
    />
  )
}
