import { Link } from 'react-router'

/** In production the real phones ring. */
export const NoPhoneHere = () => (
  <main className="stage-none">
    <h1>No pretend phone here</h1>
    <p className="space-above">
      This residence takes real M-Pesa payments. A request to pay appears on your own phone; type
      your PIN there and nowhere else.
    </p>
    <p className="space-above">
      <Link to="/">Go to the home page</Link>
    </p>
  </main>
)
