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
    <div className="opts">
      <p className="msg" role="alert">
        {failed} Please check your connection and try again.
      </p>
      <button type="button" className="btn w-full" onClick={asked.again}>
        <RotateCw className="ic" aria-hidden="true" />
        Try again
      </button>
    </div>
  ) : (
    <p className="msg" role="status">
      Loading...
    </p>
  )
