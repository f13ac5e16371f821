/** Unlit panes where rows will be. */
export const RowsSkeleton = () => (
  <div className="plate clip patient" role="status">
    <span className="sr">Loading...</span>
    {[1, 2, 3, 4].map((row) => (
      <div key={row} className="pay" aria-hidden="true">
        <span className="sk w-56 max-w-full" />
        <span className="sk w-12" />
        <span className="sk w-28" />
      </div>
    ))}
  </div>
)
