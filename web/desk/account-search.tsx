import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { listAccounts } from '#contract/desk.ts'
import { groupByFour, readAccountNumber } from '#rules/account-number.ts'
import type { DeskAccount } from '#rules/desk.ts'
import { ksh } from '#rules/money.ts'
import { searchHint, searchTenants } from '#rules/tenant-search.ts'
import { query } from '../api.ts'
import { formatBalance } from '../payments/format-balance.ts'
import { Button } from '../ui/button.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { LoadError } from '../ui/load-error.tsx'
import { recipientOf, withoutLineBreaks } from './texts.ts'

/** A way to credit an item's money to an account that is still to be chosen. */
export interface PendingCredit {
  /** Null while the typed amount is not valid. */
  amount: number | null
  /** Whether the effect of crediting this recipient is being looked up. */
  isPending(recipient: Recipient): boolean
  /** Asks the user to confirm crediting the money to an account. */
  ask(recipient: Recipient): void
}

interface CreditButtonProps {
  credit: PendingCredit
  recipient: Recipient
  primary: boolean
}

/** The button that credits the money; its label repeats the amount and the recipient. */
export function CreditButton({ credit, recipient, primary }: CreditButtonProps) {
  const { amount, isPending, ask } = credit
  return (
    <Button
      variant={primary ? 'block' : 'secondary block'}
      data-main={primary || undefined}
      busy={isPending(recipient)}
      disabled={amount === null}
      onClick={() => ask(recipient)}
    >
      {amount === null
        ? `Credit to ${recipient.short}`
        : withoutLineBreaks(`Credit ${ksh(amount)} to ${recipient.short}`)}
    </Button>
  )
}

/** An account to which money may be credited. */
export interface Recipient {
  account_number: string
  name: string
  /** The tenant's room, or a note that the account belongs to another residence. */
  where: string
  /** A short label for buttons: the room, the name or the account number. */
  short: string
  /** The amount owed now; null for an account of another residence. */
  due: number | null
}

export const tenantRecipient = (account: DeskAccount): Recipient => ({
  account_number: account.account_number,
  name: account.full_name,
  where: account.room_number ? `Room ${account.room_number}` : 'No room at present',
  short: recipientOf(account),
  due: account.due,
})

const foreignRecipient = (account_number: string): Recipient => ({
  account_number,
  name: `Account ${groupByFour(account_number)}`,
  where: 'Another residence',
  short: groupByFour(account_number),
  due: null,
})

/** The tenants that match the search, or the account whose complete number was typed. */
function findMatches(typed: string, accounts: DeskAccount[]) {
  const number = readAccountNumber(typed)
  if (number !== null) {
    const own = accounts.find(({ account_number }) => account_number === number)
    return {
      shown: [own ? tenantRecipient(own) : foreignRecipient(number)],
      more: 0,
      isNumber: true,
    }
  }
  const { shown, more } = searchTenants(typed, accounts, ({ room_number }) => room_number)
  return { shown: shown.map(tenantRecipient), more, isNumber: false }
}

interface Props {
  credit: PendingCredit
  /** Whether no suggestions are shown above the search. */
  isOnlyOption: boolean
}

/** Finds any tenant of the residence by name or room, and any account by its complete number. */
export function AccountSearch({ credit, isOnlyOption }: Props) {
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Recipient | null>(null)
  const accounts = useQuery({ ...query(listAccounts, {}), enabled: typed.trim() !== '' })
  const found = findMatches(typed, accounts.data ?? [])
  const hint = accounts.data && !found.isNumber ? searchHint(typed, found) : null
  return (
    <div>
      <Combobox
        label={isOnlyOption ? 'Who is it for?' : 'Someone else'}
        hint="Name or room, or the full account number from any residence."
        chosen={chosen?.name ?? null}
        typed={typed}
        options={found.shown.map((recipient) => ({
          key: recipient.account_number,
          name: recipient.name,
          detail: recipient.due === null ? null : formatBalance(recipient.due, 'owes'),
          aside: recipient.where,
          recipient,
        }))}
        message={accounts.isLoading ? 'Loading...' : hint}
        onType={(text) => {
          setTyped(text)
          setChosen(null)
        }}
        onChoose={({ recipient }) => {
          setChosen(recipient)
          setTyped('')
        }}
      >
        {accounts.error && (
          <div className="space-above-small">
            <LoadError
              message={errorMessage(accounts.error, 'An error occurred while fetching tenants.')}
              onRetry={() => accounts.refetch()}
            />
          </div>
        )}
      </Combobox>
      {chosen && <ChosenAccount match={chosen} credit={credit} />}
    </div>
  )
}

/**
 * The chosen account, before it is credited. It takes the focus, so that the button is not pressed by accident.
 */
function ChosenAccount({ match, credit }: { match: Recipient; credit: PendingCredit }) {
  const name = useRef<HTMLElement>(null)
  useEffect(() => name.current?.focus(), [])
  return (
    <div className="suggestion best space-above-small">
      <div>
        <b ref={name} tabIndex={-1}>
          {match.name} · {match.where}
        </b>
        <p className="small muted">
          {match.due === null
            ? 'An account in another residence. Only its staff can see whose it is.'
            : `Now ${formatBalance(match.due, 'owes')}.`}{' '}
          Account <span className="tabular nowrap">{groupByFour(match.account_number)}</span>.
        </p>
      </div>
      <CreditButton credit={credit} recipient={match} primary />
    </div>
  )
}
