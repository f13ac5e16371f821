interface Props {
  /** The class of each pane; see plate.css. */
  lines: readonly ('word' | 'text' | 'heading' | 'row' | 'bar' | 'half-bar' | 'box')[]
  className?: string
}

/** Placeholder for data that is being fetched. It fades in late, so that quick replies never show it. */
export const Skeleton = ({ lines, className = '' }: Props) => (
  <div className={`stack delayed ${className}`} role="status">
    <span className="visually-hidden">Loading...</span>
    {lines.map((line, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a skeleton never change
      <span key={index} className={`skeleton skeleton-${line}`} />
    ))}
  </div>
)
