import type { Received } from '#contract/endpoint.ts'
import type { getAccountNumber } from '#contract/tenancy.ts'
import { groupByFour } from '#rules/account-number.ts'
import { CopyButton } from '../ui/copy-button.tsx'

/** The account number, and how to pay with it from any phone. */
export function AccountCard({ account }: { account: Received<typeof getAccountNumber> }) {
  const { account_number, paybill } = account
  return (
    <section className="steps-card" aria-labelledby="account-number">
      <h2 id="account-number">Your account number</h2>
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
      <p className="small">A parent or sponsor can pay with it too.</p>
    </section>
  )
}
