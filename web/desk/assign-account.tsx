import { Check } from 'lucide-react'
import { useState } from 'react'
import type { DeskDetail } from '#contract/desk.ts'
import { ksh, parseMpesaAmount } from '#rules/money.ts'
import { formatBalance } from '../payments/format-balance.ts'
import { TextField } from '../ui/field.tsx'
import { AccountSearch, CreditButton, type PendingCredit } from './account-search.tsx'
import { personLabel, reasonsFor, recipientOf } from './texts.ts'
import type { DeskActions } from './use-desk-action.ts'

interface Props {
  item: DeskDetail
  actions: DeskActions
  note: string
}

/** Credits the money to a suggested account or to any other. */
export function AssignAccount({ item, actions, note }: Props) {
  const { exact, creditable } = parseMpesaAmount(item.amount)
  const max = exact ?? creditable ?? 0
  const [typed, setTyped] = useState(String(max))
  const chosen = exact ?? parseMpesaAmount(typed).exact
  const amount = chosen !== null && chosen >= 1 && chosen <= max ? chosen : null
  const { pending } = actions
  const credit: PendingCredit = {
    amount,
    pendingAccount: pending?.type === 'assign' ? pending.body.account_number : null,
    send: (account_number) =>
      actions.run({
        type: 'assign',
        body: {
          account_number,
          ...(exact === null && amount !== null && { amount }),
          ...(note.trim() && { note }),
        },
      }),
  }
  return (
    <div className="stack">
      {item.reason === 'possible_twin' && <h3>No, it is new money</h3>}
      {exact === null && (
        <TextField
          label="Whole shillings to credit"
          hint={`At most ${ksh(max)}.`}
          error={amount === null ? `Please enter whole shillings, at most ${ksh(max)}.` : undefined}
          className="tabular"
          inputMode="numeric"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <Suggestions item={item} credit={credit} />
      <AccountSearch credit={credit} isOnlyOption={item.suggestions.length === 0} />
    </div>
  )
}

/** Suggested accounts with their reasons. None is highlighted while the money may be counted already. */
function Suggestions({ item, credit }: { item: DeskDetail; credit: PendingCredit }) {
  const mayBeCounted = item.reason === 'possible_twin' && item.twins.length > 0
  if (item.suggestions.length === 0) return null
  return (
    <ul className="stack-small">
      {item.suggestions.map((suggestion) => {
        const { account } = suggestion
        const likely = suggestion.likely && !mayBeCounted
        const reasons = [
          ...reasonsFor(item, suggestion),
          `Now ${formatBalance(account.due, 'owes')}.`,
        ]
        return (
          <li key={account.account_number} className={likely ? 'suggestion best' : 'suggestion'}>
            <div className="row between wrap">
              <b>{personLabel(account)}</b>
              {likely ? (
                <span className="tag success">
                  <Check className="icon" aria-hidden="true" />
                  very likely
                </span>
              ) : (
                !mayBeCounted && <span className="tag">possible</span>
              )}
            </div>
            <ul className="small suggestion-reasons">
              {reasons.map((reason) => (
                <li key={reason}>
                  <Check className="icon" aria-hidden="true" />
                  {reason}
                </li>
              ))}
            </ul>
            <CreditButton
              credit={credit}
              account_number={account.account_number}
              recipient={recipientOf(account)}
              primary={likely}
            />
          </li>
        )
      })}
    </ul>
  )
}
