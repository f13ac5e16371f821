import { Link } from 'react-router'
import { DarkWindowRow } from '../look/dark-windows.tsx'

/** There is none of that number, or it is somebody else's: the same to whoever asks. */
export const NoReceipt = () => (
  <div className="page receipt-page">
    <section className="plate" aria-labelledby="no-receipt">
      <DarkWindowRow />
      <div className="pad stack">
        <h1 id="no-receipt">There is no such receipt</h1>
        <p>Perhaps the number is mistyped, or the receipt belongs to somebody else.</p>
        <p>
          <Link className="button secondary" to="/">
            Go to the home page
          </Link>
        </p>
      </div>
    </section>
  </div>
)
