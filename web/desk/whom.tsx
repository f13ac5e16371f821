import { useState } from 'react'
import { assignDeskItem, type DeskDetail } from '#contract/desk.ts'
import { parseMpesaAmount } from '#rules/money.ts'
import { call } from '../api.ts'
import type { Credit } from './credit-button.tsx'
import { SomeoneElse } from './someone-else.tsx'
import { Suggestions } from './suggestions.tsx'
import type { Closing } from './use-closing.ts'
import { WholeShillings } from './whole-shillings.tsx'

interface Props {
  item: DeskDetail
  closing: Closing
  note: string
}

/** The money goes to an account: one that is likely, or any other. */
export function Whom({ item, closing, note }: Props) {
  const { exact: whole, creditable } = parseMpesaAmount(item.amount)
  const most = whole ?? creditable ?? 0
  const [typed, setTyped] = useState(String(most))
  const chosen = whole ?? parseMpesaAmount(typed).exact
  const amount = chosen !== null && chosen >= 1 && chosen <= most ? chosen : null
  const credit: Credit = {
    amount,
    busy: closing.busy,
    to: (account_number) =>
      closing.close(account_number, () =>
        call(assignDeskItem, {
          params: { id: String(item.id) },
          body: {
            account_number,
            ...(whole === null && amount !== null && { amount }),
            ...(note.trim() && { note }),
          },
        }),
      ),
  }
  return (
    <div className="stack">
      {item.reason === 'possible_twin' && <h3>No, it is new money</h3>}
      {whole === null && (
        <WholeShillings typed={typed} most={most} wrong={amount === null} onType={setTyped} />
      )}
      <Suggestions item={item} credit={credit} />
      <SomeoneElse credit={credit} alone={item.suggestions.length === 0} />
    </div>
  )
}
