/** One unlit card, in the shape of those that come. */
const CardSkeleton = ({ large = false }) => (
  <li className={large ? 'card large' : 'card'}>
    <div className="art">
      <span className="skeleton h-full" />
    </div>
    <div className="words">
      <div className="author-line">
        <span className="skeleton size-10" />
        <span className="flex-1">
          <span className="skeleton w-1/2" />
          <span className="skeleton mt-1.5 w-1/3" />
        </span>
      </div>
      <span className="skeleton h-5 w-5/6" />
      <span className="skeleton space-above-small w-full" />
      <span className="skeleton mt-1.5 w-3/5" />
    </div>
  </li>
)

/** While the first posts come. */
export const FeedSkeleton = () => (
  <div className="patient" role="status">
    <span className="visually-hidden">Loading...</span>
    <ul className="feed space-above" aria-hidden="true">
      <CardSkeleton large />
      {[2, 3, 4, 5, 6].map((card) => (
        <CardSkeleton key={card} />
      ))}
    </ul>
  </div>
)

/** While more of them come. */
export const MoreSkeleton = () => (
  <ul className="feed patient" aria-hidden="true">
    {[1, 2, 3].map((card) => (
      <CardSkeleton key={card} />
    ))}
  </ul>
)
