import { lazy, Suspense } from 'react'
import type { User } from '#contract/auth.ts'
import { Notices } from '../layout/notices.tsx'
import { HomeHero } from './home-hero.tsx'

/** Apart, since tenants fetch the rest of this file too. */
const DeskCard = lazy(async () => ({ default: (await import('../desk/pending.tsx')).DeskCard }))
const StaffTools = lazy(async () => ({
  default: (await import('./staff/staff-tools.tsx')).StaffTools,
}))

export const StaffHome = ({ user }: { user: User }) => (
  <>
    <HomeHero firstName={user.first_name} lead={`You look after ${user.company.name}.`} />
    <Notices />
    <Suspense fallback={<div className="page mt-6 min-h-[80vh]" />}>
      <StaffTools desk={<DeskCard />} />
    </Suspense>
  </>
)
