import type { Received } from '#contract/endpoint.ts'
import type { getAccountNumber } from '#contract/tenancy.ts'
import { groupByFour } from '#rules/account-number.ts'
import { SAVED_ACCOUNT_KEY } from '../early-refresh.ts'
import { local } from '../storage.ts'
import { CopyButton } from '../ui/copy-button.tsx'

type Account = Received<typeof getAccountNumber>

interface Props {
  account: Account
  title?: string
  hint?: string
}

/** The account number, and how to pay with it from any phone. */
export function AccountCard({
  account,
  title = 'Your account number',
  hint = 'Parents and sponsors can also pay with this number.',
}: Props) {
  const { account_number, paybill } = account
  return (
    <section className="steps-card" aria-labelledby="account-number">
      <h2 id="account-number">{title}</h2>
      <div className="account-digits">
        <b>{groupByFour(account_number)}</b>
        <CopyButton text={account_number} of="account number" className="button light compact" />
      </div>
      <ol>
        <li>
          <span>
            M-Pesa, Lipa na M-Pesa, <strong>Pay Bill</strong>
          </span>
        </li>
        <li>
          <span>
            Business no. <strong>{paybill}</strong>
          </span>
        </li>
        <li>
          <span>
            Account no. <strong>{account_number}</strong>, then the amount
          </span>
        </li>
      </ol>
      <p className="small">{hint}</p>
    </section>
  )
}

/** The account number and the paybill as last fetched: without network people pay by the M-Pesa menu. */
export function readSavedAccount(): Account | undefined {
  try {
    const saved: Partial<Account> | null = JSON.parse(local.get(SAVED_ACCOUNT_KEY) ?? 'null')
    // An earlier version of the app may have saved it.
    const { account_number, paybill } = saved ?? {}
    return account_number && paybill ? { account_number, paybill } : undefined
  } catch {
    return undefined
  }
}

export const saveAccount = (account: Account) =>
  local.set(SAVED_ACCOUNT_KEY, JSON.stringify(account))

export function SavedAccountCard() {
  const account = readSavedAccount()
  return account ? <AccountCard account={account} /> : null
}
