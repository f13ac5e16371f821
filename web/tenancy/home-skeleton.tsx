import { Notices } from '../layout/notices.tsx'
import { HomeHero } from './home-hero.tsx'

/** Unlit panes where the room card will be. */
export const RoomSkeleton = () => (
  <div className="plate pad patient" role="status">
    <span className="sr">Loading...</span>
    <span className="sk h-7 w-56 max-w-full" />
    <div className="bal">
      <span className="sk aspect-[116/146]" />
      <div className="stack-s">
        <span className="sk w-28" />
        <span className="sk h-14 w-52 max-w-full" />
        <span className="sk h-10 max-w-xs" />
      </div>
    </div>
    <span className="sk mt h-12" />
    <span className="sk mt h-12" />
    <span className="sk mt h-12" />
    <span className="sk mt h-12" />
  </div>
)

export const AccountSkeleton = () => (
  <div className="acct patient" role="status">
    <span className="sr">Loading...</span>
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
