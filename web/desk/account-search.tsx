import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { listAccounts } from '#contract/desk.ts'
import { groupByFour, isAccountNumber, normaliseAccountNumber } from '#rules/account-number.ts'
import type { DeskAccount } from '#rules/desk.ts'
import { ksh } from '#rules/money.ts'
import { searchHint, searchTenants } from '#rules/tenant-search.ts'
import { query } from '../api.ts'
import { formatBalance } from '../payments/format-balance.ts'
import { Button } from '../ui/button.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { LoadError } from '../ui/load-error.tsx'
import { recipientOf, withoutLineBreaks } from './texts.ts'

/** Crediting the money of one item, to an account that is not chosen yet. */
export interface PendingCredit {
  /** Null while the typed amount is not valid. */
  amount: number | null
  /** The account whose credit is being sent. */
  pendingAccount: string | null
  send(account_number: string): void
}

interface CreditButtonProps {
  credit: PendingCredit
  account_number: string
  /** Room, name or number: the shortest that is clear. */
  recipient: string
  primary: boolean
}

/** The button that credits the money; its label repeats the amount and the recipient. */
export function CreditButton({ credit, account_number, recipient, primary }: CreditButtonProps) {
  const { amount, pendingAccount, send } = credit
  return (
    <Button
      variant={primary ? 'block' : 'secondary block'}
      busy={pendingAccount === account_number}
      disabled={amount === null}
      onClick={() => send(account_number)}
    >
      {amount === null
        ? 'Credit nothing yet'
        : withoutLineBreaks(`Credit ${ksh(amount)} to ${recipient}`)}
    </Button>
  )
}

/** A search result. */
interface Match {
  account_number: string
  name: string
  /** The tenant's room, or that the account belongs to another residence. */
  where: string
  /** The name of the account on the button. */
  short: string
  detail: string
}

const tenantMatch = (account: DeskAccount): Match => ({
  account_number: account.account_number,
  name: account.full_name,
  where: account.room_number ?? 'no room now',
  short: recipientOf(account),
  detail: `Now ${formatBalance(account.due, 'owes')}.`,
})

const foreignMatch = (account_number: string): Match => ({
  account_number,
  name: `Account ${groupByFour(account_number)}`,
  where: 'another residence',
  short: groupByFour(account_number),
  detail: 'It is none of ours; whose it is stays with the other residence.',
})

/** The tenants that match the search, or the account whose complete number was typed. */
function findMatches(typed: string, accounts: DeskAccount[]) {
  const number = normaliseAccountNumber(typed)
  if (isAccountNumber(number)) {
    const own = accounts.find(({ account_number }) => account_number === number)
    return { shown: [own ? tenantMatch(own) : foreignMatch(number)], more: 0, isNumber: true }
  }
  const { shown, more } = searchTenants(typed, accounts, ({ room_number }) => room_number)
  return { shown: shown.map(tenantMatch), more, isNumber: false }
}

interface Props {
  credit: PendingCredit
  /** No suggestions are shown above the search. */
  isOnlyOption: boolean
}

/** Finds any tenant of the residence by name or room, and any account by its complete number. */
export function AccountSearch({ credit, isOnlyOption }: Props) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Match | null>(null)
  const accounts = useQuery({ ...query(listAccounts, {}), enabled: typed.trim() !== '' })
  const found = findMatches(typed, accounts.data ?? [])
  const hint = accounts.data && !found.isNumber ? searchHint(typed, found) : null

  function choose(event: FormEvent) {
    event.preventDefault()
    const [only, another] = found.shown
    if (only && !another) setChosen(only)
  }
  return (
    <form onSubmit={choose} noValidate>
      <label className="label" htmlFor={id}>
        {isOnlyOption ? 'Whom is it for?' : 'Someone else'}
      </label>
      <input
        id={id}
        className="input"
        autoComplete="off"
        spellCheck={false}
        value={typed}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => {
          setTyped(target.value)
          setChosen(null)
        }}
      />
      {typed.trim() !== '' && !chosen && (
        <div className="search-results">
          <ul>
            {found.shown.map((match) => (
              <li key={match.account_number}>
                <button type="button" onClick={() => setChosen(match)}>
                  <b>{match.name}</b>
                  <span className="muted">{match.where}</span>
                </button>
              </li>
            ))}
          </ul>
          <p className="muted small" role="status">
            {accounts.isLoading ? 'Loading...' : hint}
          </p>
        </div>
      )}
      {accounts.error && (
        <div className="space-above-small">
          <LoadError
            message={errorMessage(accounts.error, 'An error occurred while fetching tenants.')}
            onRetry={() => void accounts.refetch()}
          />
        </div>
      )}
      {chosen ? (
        <ChosenAccount match={chosen} credit={credit} />
      ) : (
        <p id={`${id}-hint`} className="hint">
          A name, a room, or a full account number of any residence.
        </p>
      )}
    </form>
  )
}

/**
 * The chosen account, before it is credited. It takes the focus, so that the button is not pressed by accident.
 */
function ChosenAccount({ match, credit }: { match: Match; credit: PendingCredit }) {
  const name = useRef<HTMLElement>(null)
  useEffect(() => name.current?.focus(), [])
  return (
    <div className="suggestion best space-above-small">
      <div>
        <b ref={name} tabIndex={-1}>
          {match.name}, {match.where}
        </b>
        <p className="small muted">
          {match.detail} Account{' '}
          <span className="tabular nowrap">{groupByFour(match.account_number)}</span>.
        </p>
      </div>
      <CreditButton
        credit={credit}
        account_number={match.account_number}
        recipient={match.short}
        primary
      />
    </div>
  )
}
