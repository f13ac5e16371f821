import { Check } from 'lucide-react'
import { useState } from 'react'
import type { DeskDetail } from '#contract/desk.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { ksh, parseMpesaAmount } from '#rules/money.ts'
import { formatBalance } from '../payments/format-balance.ts'
import { TextField } from '../ui/field.tsx'
import {
  AccountSearch,
  CreditButton,
  type PendingCredit,
  type Recipient,
  tenantRecipient,
} from './account-search.tsx'
import { ActDialog } from './act-dialog.tsx'
import { personLabel, reasonsFor, withoutLineBreaks } from './texts.ts'
import type { DeskActions } from './use-desk-action.ts'

interface Props {
  item: DeskDetail
  actions: DeskActions
}

/** Credits the money to a suggested account or to any other. */
export function AssignAccount({ item, actions }: Props) {
  const { exact, creditable } = parseMpesaAmount(item.amount)
  const max = exact ?? creditable ?? 0
  const [typed, setTyped] = useState(String(max))
  const chosen = exact ?? parseMpesaAmount(typed).exact
  const amount = chosen !== null && chosen >= 1 && chosen <= max ? chosen : null
  const [recipient, setRecipient] = useState<Recipient | null>(null)
  const actTo = (account_number: string) => ({
    act: 'assign' as const,
    account_number,
    ...(exact === null && amount !== null && { amount }),
  })
  const { shown } = actions
  const credit: PendingCredit = {
    amount,
    isPending: ({ account_number }) => actions.isLooking(actTo(account_number)),
    ask(one) {
      setRecipient(one)
      actions.look(actTo(one.account_number))
    },
  }
  return (
    <div className="stack">
      {item.reason === 'possible_twin' && <h3>No, it’s a new payment</h3>}
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
      {shown?.act.act === 'assign' && recipient && amount !== null && (
        <ActDialog
          title={withoutLineBreaks(`Credit ${ksh(amount)} to ${recipient.name}?`)}
          confirmLabel={withoutLineBreaks(`Credit ${ksh(amount)}`)}
          shown={shown}
          actions={actions}
        >
          <p className="small muted tabular">
            {item.receipt ? `M‑Pesa receipt ${item.receipt}, ` : 'Paid '}
            {formatDateTime(new Date(item.paid_at ?? item.created_at))}.
          </p>
        </ActDialog>
      )}
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
        const takenBack = item.history.some(
          ({ act, payments }) =>
            act === 'reverse' &&
            payments.some((one) => one.account?.account_number === account.account_number),
        )
        const likely = suggestion.likely && !mayBeCounted && !takenBack
        const reasons = reasonsFor(item, suggestion)
        return (
          <li key={account.account_number} className={likely ? 'suggestion best' : 'suggestion'}>
            <div className="row between wrap">
              <b>
                {personLabel(account)}
                {account.room_number === null && ', former tenant'}
              </b>
              {likely ? (
                <span className="tag success">
                  <Check className="icon" aria-hidden="true" />
                  very likely
                </span>
              ) : (
                !mayBeCounted && (
                  <span className={takenBack ? 'tag warning' : 'tag'}>
                    {takenBack ? 'taken back before' : 'possible'}
                  </span>
                )
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
            <p className="small muted">Now {formatBalance(account.due, 'owes')}.</p>
            <CreditButton credit={credit} recipient={tenantRecipient(account)} primary={likely} />
          </li>
        )
      })}
    </ul>
  )
}
