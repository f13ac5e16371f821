import { Link } from 'react-router'
import { callAssistant } from '../layout/call-assistant.ts'
import { DarkWindowRow } from '../look/dark-windows.tsx'
import { longMonth, type Shown } from './shown.ts'

/** None at all, or none of those that were asked for. */
export function NoTransactions({ shown: { purpose, month } }: { shown: Shown }) {
  const some = purpose !== undefined || month !== undefined
  return (
    <section className="plate none" aria-labelledby="no-payments">
      <DarkWindowRow />
      <div className="pad stack">
        <h2 id="no-payments">
          No {purpose ? `${purpose} ` : ''}payments {month ? `in ${longMonth(month)}` : 'yet'}
        </h2>
        {some ? (
          <p>
            <Link className="button secondary" to="/transactions">
              Show all payments
            </Link>
          </p>
        ) : (
          <>
            <p>The first one shows here as soon as it arrives.</p>
            <p className="row wrap">
              <button type="button" className="button" onClick={() => callAssistant('wifi')}>
                Buy a wifi bundle
              </button>
              <button
                type="button"
                className="button secondary"
                onClick={() => callAssistant('rent')}
              >
                Pay rent
              </button>
            </p>
          </>
        )}
      </div>
    </section>
  )
}
