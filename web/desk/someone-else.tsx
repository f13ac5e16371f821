import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { listAccounts } from '#contract/desk.ts'
import { groupByFour } from '#rules/account-number.ts'
import { searchHint } from '#rules/tenant-search.ts'
import { query } from '../api.ts'
import { errorMessage } from '../ui/error-message.ts'
import { LoadError } from '../ui/load-error.tsx'
import { type Credit, CreditButton } from './credit-button.tsx'
import { type Payee, payeesFor } from './payees.ts'

/** Any tenant of the company by name or room, and any account at all by its whole number. */
export function SomeoneElse({ credit, alone }: { credit: Credit; alone: boolean }) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState<Payee | null>(null)
  const accounts = useQuery({ ...query(listAccounts, {}), enabled: typed.trim() !== '' })
  const found = payeesFor(typed, accounts.data ?? [])
  const sentence = accounts.data && found.account === null ? searchHint(typed, found) : null

  function choose(event: FormEvent) {
    event.preventDefault()
    const [only, another] = found.shown
    if (only && !another) setChosen(only)
  }
  return (
    <form onSubmit={choose} noValidate>
      <label className="label" htmlFor={id}>
        {alone ? 'Whom is it for?' : 'Someone else'}
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
        <div className="hits">
          <ul>
            {found.shown.map((payee) => (
              <li key={payee.account_number}>
                <button type="button" onClick={() => setChosen(payee)}>
                  <b>{payee.name}</b>
                  <span className="muted">{payee.where}</span>
                </button>
              </li>
            ))}
          </ul>
          <p className="muted small" role="status">
            {accounts.isLoading ? 'Loading...' : sentence}
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
        <Chosen payee={chosen} credit={credit} />
      ) : (
        <p id={`${id}-hint`} className="hint">
          A name, a room, or a full account number of any residence.
        </p>
      )}
    </form>
  )
}

/** The last look before the money goes; focus comes here, not yet to the button. */
function Chosen({ payee, credit }: { payee: Payee; credit: Credit }) {
  const name = useRef<HTMLElement>(null)
  useEffect(() => name.current?.focus(), [])
  return (
    <div className="suggestion best space-above-small">
      <div>
        <b ref={name} tabIndex={-1}>
          {payee.name}, {payee.where}
        </b>
        <p className="small muted">
          {payee.detail} Account{' '}
          <span className="tabular nowrap">{groupByFour(payee.account_number)}</span>.
        </p>
      </div>
      <CreditButton
        credit={credit}
        account_number={payee.account_number}
        whom={payee.short}
        likely
      />
    </div>
  )
}
