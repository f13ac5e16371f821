import { RotateCw } from 'lucide-react'

/** What is being fetched, or could not be. */
export const OnItsWay = ({
  asked,
  failed,
}: {
  asked: { failed: boolean; again: () => void }
  failed: string
}) =>
  asked.failed ? (
    <div className="options">
      <p className="message" role="alert">
        {failed} Please check your connection and try again.
      </p>
      <button type="button" className="button w-full" onClick={asked.again}>
        <RotateCw className="icon" aria-hidden="true" />
        Try again
      </button>
    </div>
  ) : (
    <p className="message" role="status">
      Loading...
    </p>
  )
