/** Unlit panes where messages will stand; they show once the wait is worth it. */
export const MessageSkeleton = () => (
  <div className="lines patient" role="status">
    <span className="visually-hidden">Loading...</span>
    <span className="bubble skeleton w-48" />
    <span className="bubble me skeleton w-40" />
    <span className="bubble skeleton w-56" />
  </div>
)
