import { Check } from 'lucide-react'
import { useState } from 'react'
import type { DeskDetail } from '#contract/desk.ts'
import { groupByFour } from '#rules/account-number.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { ksh, parseMpesaAmount } from '#rules/money.ts'
import { balanceChange, formatBalance } from '../payments/format-balance.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { TextField } from '../ui/field.tsx'
import {
  AccountSearch,
  CreditButton,
  type PendingCredit,
  type Recipient,
  tenantRecipient,
} from './account-search.tsx'
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
  const { pending } = actions
  const [recipient, setRecipient] = useState<Recipient | null>(null)
  const credit: PendingCredit = {
    amount,
    pendingAccount: pending?.type === 'assign' ? pending.body.account_number : null,
    ask: setRecipient,
  }
  function send({ account_number }: Recipient) {
    setRecipient(null)
    actions.run({
      type: 'assign',
      body: { account_number, ...(exact === null && amount !== null && { amount }) },
    })
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
      {recipient && amount !== null && (
        <CreditQuestion
          item={item}
          amount={amount}
          recipient={recipient}
          onConfirm={() => send(recipient)}
          onClose={() => setRecipient(null)}
        />
      )}
    </div>
  )
}

interface CreditQuestionProps {
  item: DeskDetail
  amount: number
  recipient: Recipient
  onConfirm: () => void
  onClose: () => void
}

/** Names the payment, the account and what it will owe, before anything is credited. */
function CreditQuestion({ item, amount, recipient, ...dialog }: CreditQuestionProps) {
  const { name, where, account_number, due } = recipient
  const paid = formatDateTime(new Date(item.paid_at ?? item.created_at))
  return (
    <ConfirmDialog
      title={withoutLineBreaks(`Credit ${ksh(amount)} to ${name}?`)}
      confirmLabel={withoutLineBreaks(`Credit ${ksh(amount)}`)}
      busy={false}
      {...dialog}
    >
      <ul className="consequences tabular">
        <li>
          {due === null ? 'Account ' : `${where}, account `}
          <span className="nowrap">{groupByFour(account_number)}</span>
          {due === null ? ' belongs to another residence.' : '.'}
        </li>
        <li>
          {item.receipt ? `M‑Pesa receipt ${item.receipt}, ` : 'Paid '}
          {paid}.
        </li>
        {due !== null && <li>{withoutLineBreaks(balanceChange(due, due - amount))}</li>}
      </ul>
    </ConfirmDialog>
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
          ({ act, payment }) =>
            act === 'reverse' && payment?.account?.account_number === account.account_number,
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
