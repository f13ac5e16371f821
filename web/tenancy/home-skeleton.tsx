import type { ReactNode } from 'react'
import { Notices } from '../layout/notices.tsx'
import { useRole } from '../session.ts'
import { HomeHero, StaffBand } from './home-hero.tsx'

/** Shown while the room card is loading. */
export const RoomSkeleton = () => (
  <div className="plate padded room-skeleton delayed" role="status">
    <span className="visually-hidden">Loading...</span>
    <span className="skeleton title" />
    <div className="balance">
      <span className="skeleton window" />
      <div className="stack-small">
        <span className="skeleton label-line" />
        <span className="skeleton figure-line" />
        <span className="skeleton sentence-line" />
      </div>
    </div>
    <span className="skeleton space-above" />
    <span className="skeleton space-above" />
    <span className="skeleton space-above" />
    <span className="skeleton space-above" />
  </div>
)

export const AccountSkeleton = () => (
  <div className="steps-card delayed" role="status">
    <span className="visually-hidden">Loading...</span>
    <h2>Your account number</h2>
    <div className="account-digits" />
    <div className="steps-skeleton" />
  </div>
)

/** Shown while the session is being restored; `room` and `account` take the places of a tenant's cards. */
export function HomeSkeleton({ room, account }: { room?: ReactNode; account?: ReactNode }) {
  if (useRole() === 'staff') {
    return (
      <>
        <StaffBand firstName={null} />
        <Notices />
        <div className="page page-section">{room ?? <StaffSkeleton />}</div>
      </>
    )
  }
  return (
    <>
      <HomeHero firstName={null} />
      <Notices />
      <div className="page home-columns">
        {room ?? <RoomSkeleton />}
        {account === undefined ? <AccountSkeleton /> : account}
      </div>
    </>
  )
}

/** In the places of what waits, the figures and the house. */
export const StaffSkeleton = () => (
  <div className="staff-skeleton delayed" role="status">
    <span className="visually-hidden">Loading...</span>
    <div className="plate padded stack" aria-hidden="true">
      <span className="skeleton skeleton-heading" />
      <span className="skeleton skeleton-row" />
      <span className="skeleton skeleton-row" />
    </div>
    <div className="plate padded stack" aria-hidden="true">
      <span className="skeleton skeleton-heading" />
      <span className="skeleton skeleton-heading" />
      <span className="skeleton skeleton-heading" />
    </div>
    <span className="skeleton staff-skeleton-house" aria-hidden="true" />
  </div>
)
