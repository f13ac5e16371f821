import type { User } from '#contract/auth.ts'
import { Notices } from '../layout/notices.tsx'
import { DarkWindowRow } from '../look/dark-windows.tsx'
import { HomeHero } from './home-hero.tsx'

export const StaffHome = ({ user }: { user: User }) => (
  <>
    <HomeHero firstName={user.first_name} lead={`You look after ${user.company.name}.`} />
    <Notices />
    <div className="page mt-6">
      <section className="plate max-w-[620px]" aria-labelledby="staff-tools">
        <DarkWindowRow />
        <div className="pad stack-s">
          <h2 id="staff-tools">Staff tools</h2>
          <p>Staff tools for moving and removing tenants open here soon.</p>
        </div>
      </section>
    </div>
  </>
)
