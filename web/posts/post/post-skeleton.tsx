/** Unlit panes where the title, the picture and the text will be. */
export const PostSkeleton = () => (
  <div className="split patient" role="status">
    <div className="stack">
      <span className="visually-hidden">Loading...</span>
      <span className="skeleton h-9 w-3/4" />
      <span className="skeleton w-56" />
      <span className="skeleton post-pane" />
      <span className="skeleton" />
      <span className="skeleton w-2/3" />
    </div>
    <span className="skeleton chat-pane" />
  </div>
)
