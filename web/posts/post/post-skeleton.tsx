/** Unlit panes where the title, the picture and the text will be. */
export const PostSkeleton = () => (
  <div className="split patient" role="status">
    <div className="stack">
      <span className="sr">Loading...</span>
      <span className="sk h-9 w-3/4" />
      <span className="sk w-56" />
      <span className="sk post-pane" />
      <span className="sk" />
      <span className="sk w-2/3" />
    </div>
    <span className="sk chat-pane" />
  </div>
)
