import type { DeskEffect } from '#contract/desk.ts'
import { groupByFour } from '#rules/account-number.ts'
import { ksh } from '#rules/money.ts'
import { WillWaitNote } from '../approvals/waiting-note.tsx'
import { formatBalance } from '../payments/format-balance.ts'
import { Change } from '../tenancy/staff/move-summary.tsx'
import { Note } from '../ui/note.tsx'
import { personLabel, withoutLineBreaks } from './texts.ts'
import type { ShownAct } from './use-desk-action.ts'

/** The effect of an act, account by account, shown before it is done. */
export function EffectList({
  shown: { effect, changed },
}: {
  shown: Pick<ShownAct, 'effect' | 'changed'>
}) {
  const { accounts, push, wifi_code, waits } = effect
  return (
    <div role="status" className="stack-small">
      {changed && (
        <Note kind="information">Something has changed meanwhile. These are the new figures.</Note>
      )}
      <ul className="consequences tabular">
        {accounts.map((account) => (
          <li key={account.account_number}>
            <AccountLine account={account} />
          </li>
        ))}
        {accounts.length === 0 && <li>No balance changes.</li>}
        {push === 'completed' && <li>The PIN prompt counts as paid.</li>}
        {push === 'failed' && <li>The PIN prompt ends unpaid.</li>}
        {wifi_code && <li>A wifi code is made.</li>}
      </ul>
      <WillWaitNote waits={waits} />
    </div>
  )
}

type AccountEffect = DeskEffect['accounts'][number]

function AccountLine({ account }: { account: AccountEffect }) {
  const { account_number, full_name, room_number, amount, before, after, deposit } = account
  const number = <span className="nowrap">{groupByFour(account_number)}</span>
  if (full_name === null || before === null || after === null) {
    return (
      <>
        Account {number} in another residence: {withoutLineBreaks(ksh(Math.abs(amount)))}{' '}
        {amount < 0 ? 'no longer counts there.' : 'counts there.'}
      </>
    )
  }
  return (
    <>
      <b>{personLabel({ full_name, room_number })}</b>, account {number}:{' '}
      {deposit ? (
        <>
          deposit held <Change from={ksh(deposit.before)} to={ksh(deposit.after)} />
        </>
      ) : before === after ? (
        `${formatBalance(after, 'owes')}, as before`
      ) : (
        <Change from={formatBalance(before, 'owes')} to={formatBalance(after, 'owes')} />
      )}
      .{receiptText(account)}
    </>
  )
}

function receiptText({ receipt }: AccountEffect): string {
  switch (receipt?.change) {
    case 'new':
      return ' They get a new receipt.'
    case 'void':
      return ` Receipt ${receipt.number} is marked void and keeps its number.`
    case 'code':
      return ` Receipt ${receipt.number} gets this M‑Pesa code.`
    case 'replaced':
      return ` Receipt ${receipt.number} is marked void. They get a new one, without this M‑Pesa code.`
    default:
      return ''
  }
}
