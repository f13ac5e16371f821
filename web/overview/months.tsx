import { Link } from 'react-router'
import type { Overview } from '#contract/overview.ts'
import { type Day, monthName } from '#rules/calendar.ts'
import { formatNumber, ksh } from '#rules/money.ts'
import { entriesPath } from './paths.ts'

const HEIGHT = 100
const STEP = 20
const WIDTH = 14
/** With fewer bars each would be very broad. */
const FEWEST_BARS = 3

/** The rent due and the money collected in each of the last twelve months, as bars and as a table. */
export function Months({
  overview: { on: day, months },
  on,
}: {
  overview: Overview
  on: Day | undefined
}) {
  const most = Math.max(1, ...months.flatMap(({ due, collected }) => [due, collected]))
  const heightOf = (amount: number) => (HEIGHT * Math.max(0, amount)) / most
  // The bars start with the first month that has any sums.
  const first = months.findIndex(({ due, collected, wifi }) => due !== 0 || collected || wifi)
  const bars = months.slice(Math.min(first, months.length - FEWEST_BARS))
  return (
    <section className="plate padded" aria-labelledby="months">
      <h2 id="months">Due and collected, month by month</h2>
      {first < 0 ? (
        <p className="muted">No rent charged yet, and nothing collected.</p>
      ) : (
        <figure className="overview-months">
          <figcaption className="overview-legend small">
            <span>
              <i className="legend-due" aria-hidden="true" /> due for the month
            </span>
            <span>
              <i aria-hidden="true" /> rent collected in it
            </span>
            <span>
              <i className="running" aria-hidden="true" /> in {monthName(day.slice(0, 7))} so far
            </span>
          </figcaption>
          <div>
            <div className="overview-chart" aria-hidden="true">
              <p className="small muted tabular overview-most">{ksh(most)}</p>
              <svg
                viewBox={`0 0 ${STEP * bars.length} ${HEIGHT}`}
                preserveAspectRatio="none"
                aria-hidden="true"
              >
                {bars.map(({ month, due, collected }, index) => (
                  <g key={month}>
                    <rect
                      className="bar-due"
                      x={STEP * index + 2}
                      y={HEIGHT - heightOf(due)}
                      width={WIDTH + 2}
                      height={heightOf(due)}
                    />
                    <rect
                      className={
                        index === bars.length - 1 ? 'bar-collected running' : 'bar-collected'
                      }
                      x={STEP * index + 5}
                      y={HEIGHT - heightOf(collected)}
                      width={WIDTH - 4}
                      height={heightOf(collected)}
                    />
                  </g>
                ))}
              </svg>
              <ol>
                {bars.map(({ month }) => (
                  <li key={month}>{monthName(month).slice(0, 3)}</li>
                ))}
              </ol>
            </div>
            <table className="overview-table">
              <thead>
                <tr>
                  <th scope="col">Month</th>
                  <th scope="col" className="overview-sum">
                    Due
                  </th>
                  <th scope="col" className="overview-sum">
                    Collected
                  </th>
                  <th scope="col" className="overview-sum">
                    Wifi
                  </th>
                </tr>
              </thead>
              <tbody>
                {months
                  .slice(first)
                  .toReversed()
                  .map(({ month, due, collected, wifi }) => (
                    <tr key={month}>
                      <th scope="row" className="nowrap">
                        {monthName(month).slice(0, 3)}
                        <span className="overview-year"> {month.slice(0, 4)}</span>
                      </th>
                      {(
                        [
                          ['due', due],
                          ['collected', collected],
                          ['wifi', wifi],
                        ] as const
                      ).map(([of, amount]) => (
                        <td key={of} className="overview-sum tabular">
                          <span className="overview-word">{of} </span>
                          {amount === 0 ? (
                            <span className="muted">0</span>
                          ) : (
                            <Link to={entriesPath(of, month, on)}>{formatNumber(amount)}</Link>
                          )}
                        </td>
                      ))}
                    </tr>
                  ))}
              </tbody>
            </table>
          </div>
        </figure>
      )}
    </section>
  )
}
