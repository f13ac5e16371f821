import './data-panes.css'

const panes = Array.from({ length: 10 }, (_, index) => index)

/** Ten panes, one per tenth of a voucher's data; a pane is lit while any of its tenth is left. */
export const DataPanes = ({ left, of }: { left: number; of: number }) => (
  <div className="data-panes" aria-hidden="true">
    {panes.map((pane) => (
      <i key={pane} className={left * 10 > pane * of ? 'lit' : undefined} />
    ))}
  </div>
)
