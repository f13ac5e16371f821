/** Unlit panes where rows will be. */
export const RowsSkeleton = () => (
  <div className="plate clip patient" role="status">
    <span className="visually-hidden">Loading...</span>
    {[1, 2, 3, 4].map((row) => (
      <div key={row} className="pay" aria-hidden="true">
        <span className="skeleton w-56 max-w-full" />
        <span className="skeleton w-12" />
        <span className="skeleton w-28" />
      </div>
    ))}
  </div>
)
