import { Notices } from '../layout/notices.tsx'
import { HomeHero } from './home-hero.tsx'

/** Unlit panes where the room card will be. */
export const RoomSkeleton = () => (
  <div className="plate pad patient" role="status">
    <span className="visually-hidden">Loading...</span>
    <span className="skeleton h-7 w-56 max-w-full" />
    <div className="balance">
      <span className="skeleton aspect-[116/146]" />
      <div className="stack-small">
        <span className="skeleton w-28" />
        <span className="skeleton h-14 w-52 max-w-full" />
        <span className="skeleton h-10 max-w-xs" />
      </div>
    </div>
    <span className="skeleton space-above h-12" />
    <span className="skeleton space-above h-12" />
    <span className="skeleton space-above h-12" />
    <span className="skeleton space-above h-12" />
  </div>
)

export const AccountSkeleton = () => (
  <div className="account-number patient" role="status">
    <span className="visually-hidden">Loading...</span>
    <h2>Your account number</h2>
    <div className="no" />
    <div className="h-[152px]" />
  </div>
)

/** The home of somebody whose session is still being restored. */
export const HomeSkeleton = () => (
  <>
    <HomeHero firstName={null} />
    <Notices />
    <div className="page cols">
      <RoomSkeleton />
      <AccountSkeleton />
    </div>
  </>
)
