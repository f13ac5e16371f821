interface Props {
  /** One pane each; the classes are in plate.css. */
  lines: readonly ('word' | 'text' | 'heading' | 'row' | 'bar' | 'half-bar' | 'box')[]
  className?: string
}

/** Unlit panes in the place of what is being fetched. Quick answers come before it is visible. */
export const Skeleton = ({ lines, className = '' }: Props) => (
  <div className={`stack patient ${className}`} role="status">
    <span className="visually-hidden">Loading...</span>
    {lines.map((line, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a skeleton never change
      <span key={index} className={`skeleton skeleton-${line}`} />
    ))}
  </div>
)
