import { ChevronDown } from 'lucide-react'
import { Fragment, type ReactNode, useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import './wing-rows.css'

/** So that what follows a house of thirty wings isn't far below. */
const AT_FIRST = 6

interface Props<Wing extends { name: string }> {
  wings: readonly Wing[]
  /** The heading of a wing. */
  heading: 'h2' | 'h3'
  /** What a closed wing says of its rooms. */
  note: (wing: Wing) => string
  /** The name of the wing that is open at first. */
  openAtFirst?: string | undefined
  children: (wing: Wing) => ReactNode
}

/** The wings of a large house as rows, of which one at a time opens in its place. */
export function WingRows<Wing extends { name: string }>({
  wings,
  heading: Heading,
  note,
  openAtFirst,
  children,
}: Props<Wing>) {
  const id = useId()
  const [open, setOpen] = useState(openAtFirst)
  const [all, setAll] = useState(false)
  const isLate = wings.findIndex(({ name }) => name === open) >= AT_FIRST
  const shown = all || isLate ? wings : wings.slice(0, AT_FIRST)
  return (
    <div className="wing-rows">
      {shown.map((wing, index) => {
        const isOpen = wing.name === open
        return (
          <Fragment key={wing.name}>
            <Heading>
              <button
                type="button"
                aria-expanded={isOpen}
                aria-controls={isOpen ? `${id}${index}` : undefined}
                onClick={() => setOpen(isOpen ? undefined : wing.name)}
              >
                <span className="wing-name">{wing.name}</span>
                <span className="small muted tabular">{note(wing)}</span>
                <ChevronDown className="icon" aria-hidden="true" />
              </button>
            </Heading>
            {isOpen && (
              <div className="wing-open" id={`${id}${index}`}>
                {children(wing)}
              </div>
            )}
          </Fragment>
        )
      })}
      {shown.length < wings.length && (
        <Button variant="quiet compact" className="wing-all" onClick={() => setAll(true)}>
          Show all {wings.length} wings
        </Button>
      )}
    </div>
  )
}
