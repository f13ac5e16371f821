import { requestOf } from '#contract/endpoint.ts'
import { downloadPortalStatement, type Portal, type PortalMovement } from '#contract/simulator.ts'
import { dayOf, formatDay, formatTime } from '#rules/calendar.ts'
import { kshCents } from '#rules/money.ts'

const shapes = [
  ['csv', 'CSV'],
  ['xlsx', 'Excel (.xlsx)'],
  ['xls', 'Older export (.xls)'],
  ['daily', 'Daily file'],
] as const

interface StatementsProps {
  shortcode: string
  from: string
  to: string
}

/** The browser downloads a statement by its address. */
export const PortalStatements = ({ shortcode, from, to }: StatementsProps) => (
  <div>
    <h3 className="portal-subheading">Download the statement</h3>
    <ul className="row wrap">
      {shapes.map(([shape, label]) => {
        const days = { from: shape === 'daily' ? to : from, to }
        const query = { shape, ...days }
        const { path } = requestOf(downloadPortalStatement, { params: { shortcode }, query })
        return (
          <li key={shape}>
            <a className="button secondary compact" href={path} download>
              {label}
            </a>
          </li>
        )
      })}
    </ul>
    <p className="hint">
      The older export has the utility account only. The daily file is of {formatDay(to)}.
    </p>
  </div>
)

const names: Record<PortalMovement['kind'], string> = {
  payment: 'Payment',
  charge: 'Charge',
  reversal: 'Reversal',
  sweep: 'Sweep to settlement',
  withdrawal: 'Withdrawal to bank',
}

interface Props {
  portal: Portal
  onReverse: (movement: PortalMovement) => void
}

/** The movements of the chosen days; on a phone each is a block of its own. */
export function PortalMovements({ portal, onReverse }: Props) {
  const { from, to, movements, left_off } = portal
  const days = from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`
  return (
    <>
      <h2>{days}</h2>
      <dl className="portal-sums">
        <Sum label="Opening balance" cents={portal.opening_cents} />
        <Sum label="Paid in" cents={portal.paid_in_cents} />
        <Sum label="Withdrawn" cents={portal.withdrawn_cents} />
        <Sum label="Closing balance" cents={portal.closing_cents} />
      </dl>
      <p className="hint">Of both accounts together. A sweep counts as paid in and as withdrawn.</p>
      {movements.length === 0 ? (
        <p>Nothing moved on this paybill in these days.</p>
      ) : (
        <table className="portal-movements">
          <thead>
            <tr>
              <th scope="col">Receipt</th>
              <th scope="col">Details</th>
              <th scope="col" className="money">
                Amount
              </th>
              <th scope="col" className="money">
                Balance
              </th>
              <th scope="col">
                <span className="visually-hidden">Act</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {movements.map((movement) => (
              <MovementRow
                key={`${movement.receipt} ${movement.kind} ${movement.account}`}
                movement={movement}
                onReverse={onReverse}
              />
            ))}
          </tbody>
        </table>
      )}
      {left_off > 0 && (
        <p className="hint">
          {left_off} older {left_off === 1 ? 'movement is' : 'movements are'} only in the statement.
        </p>
      )}
    </>
  )
}

const Sum = ({ label, cents }: { label: string; cents: number }) => (
  <div>
    <dt>{label}</dt>
    <dd className="tabular">{kshCents(cents)}</dd>
  </div>
)

function MovementRow({
  movement,
  onReverse,
}: {
  movement: PortalMovement
  onReverse: Props['onReverse']
}) {
  const { receipt, kind, at, cents, balance_cents, payer, reference, reversed } = movement
  const when = new Date(at)
  return (
    <tr>
      <td>
        <b className="tabular">{receipt}</b>
        <small className="muted tabular">
          {formatDay(dayOf(when))}, {formatTime(when)}
        </small>
      </td>
      <td>
        {names[kind]}
        {payer && kind !== 'charge' && (
          <small className="muted tabular">
            {payer}
            {reference && ` · account ${reference}`}
          </small>
        )}
        {kind === 'sweep' && (
          <small className="muted">
            {cents < 0 ? 'out of the utility account' : 'into the settlement account'}
          </small>
        )}
      </td>
      <td className="money" data-label="Amount">
        {kshCents(cents)}
      </td>
      <td className="money muted" data-label="Balance">
        {kshCents(balance_cents)}
      </td>
      <td className="portal-act">
        {reversed && <span className="tag">Reversed</span>}
        {kind === 'payment' && !reversed && (
          <button
            type="button"
            className="button quiet compact"
            aria-label={`Reverse ${receipt}`}
            onClick={() => onReverse(movement)}
          >
            Reverse
          </button>
        )}
      </td>
    </tr>
  )
}
