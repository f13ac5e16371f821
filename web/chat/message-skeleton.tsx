/** Unlit panes where messages will stand; they show once the wait is worth it. */
export const MessageSkeleton = () => (
  <div className="lines patient" role="status">
    <span className="sr">Loading...</span>
    <span className="bub sk w-48" />
    <span className="bub me sk w-40" />
    <span className="bub sk w-56" />
  </div>
)
