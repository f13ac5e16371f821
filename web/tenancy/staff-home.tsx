import { lazy, Suspense } from 'react'
import type { User } from '#contract/auth.ts'
import { Notices } from '../layout/notices.tsx'
import { DarkWindowRow } from '../look/dark-windows.tsx'
import { HomeHero } from './home-hero.tsx'

/** Apart, since tenants fetch the rest of this file too. */
const DeskPlate = lazy(async () => ({ default: (await import('../desk/waiting.tsx')).DeskPlate }))

export const StaffHome = ({ user }: { user: User }) => (
  <>
    <HomeHero firstName={user.first_name} lead={`You look after ${user.company.name}.`} />
    <Notices />
    <div className="page cols">
      <Suspense fallback={<div className="plate pad min-h-40" />}>
        <DeskPlate />
      </Suspense>
      <section className="plate" aria-labelledby="staff-tools">
        <DarkWindowRow />
        <div className="pad stack-s">
          <h2 id="staff-tools">Staff tools</h2>
          <p>Staff tools for moving and removing tenants open here soon.</p>
        </div>
      </section>
    </div>
  </>
)
