import { Link } from 'react-router'
import { DarkWindowRow } from '../look/dark-windows.tsx'

/** For an address that names no residence of this installation. */
export const NoResidence = () => (
  <div className="page py-8">
    <div className="plate mx-auto max-w-[620px]">
      <DarkWindowRow />
      <div className="pad stack">
        <h1>There is no such residence here</h1>
        <p>The link may be mistyped, or old. Ask whoever sent it to you for a new one.</p>
        <p>
          <Link className="button" to="/">
            Go to the home page
          </Link>
        </p>
      </div>
    </div>
  </div>
)
