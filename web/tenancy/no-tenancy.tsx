import { Link } from 'react-router'
import { DarkWindowRow } from '../art/dark-windows.tsx'

/** Somebody with an account and no room yet: nothing has failed. */
export const NoTenancy = ({ slug }: { slug: string }) => (
  <div className="page mt-6">
    <section className="plate max-w-[620px]" aria-labelledby="no-tenancy">
      <DarkWindowRow />
      <div className="pad stack">
        <h2 id="no-tenancy">No room yet</h2>
        <p>
          <b>Student not found.</b> You have an account with us, but no room yet. Once you have one,
          your rent and your account number stand here.
        </p>
        <p>
          <Link className="button" to={`/auth/onboard/${slug}`}>
            Move in
          </Link>
        </p>
      </div>
    </section>
  </div>
)
