import type { Receipt } from '#contract/receipts.ts'
import { ksh } from '#rules/money.ts'
import { localPhone } from '#rules/phone.ts'
import { receiptRows } from '#rules/receipt.ts'
import { Mark } from '../look/mark.tsx'
import { telephoneLink } from '../ui/telephone-link.ts'

/** The receipt itself, as it is printed too. */
export function ReceiptPlate({ receipt }: { receipt: Receipt }) {
  const { number, amount, company } = receipt
  return (
    <article className="plate receipt-card" aria-labelledby="receipt-number">
      <header>
        <div>
          <p className="display">{company.name}</p>
          <p className="small">{company.address}</p>
        </div>
        <Mark onDusk />
      </header>
      <div className="pad">
        <h1 id="receipt-number" className="tabular">
          Receipt {number}
        </h1>
        <p className="sum">{ksh(amount)}</p>
        <dl>
          {receiptRows(receipt).map(({ label, value, hint }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="tabular">
                {value}
                {hint && <span className="small muted">{hint}</span>}
              </dd>
            </div>
          ))}
        </dl>
        <p className="small muted space-above">
          Asante. Questions?{' '}
          <a className="tabular nowrap" href={telephoneLink(company.phone)}>
            {localPhone(company.phone)}
          </a>
          , <a href={`mailto:${company.email}`}>{company.email}</a>
        </p>
      </div>
    </article>
  )
}
