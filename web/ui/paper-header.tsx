import { Mark } from '../art/mark.tsx'
import './paper.css'

interface Props {
  /** The residence's name. */
  name: string
  /** The residence's address; left out while it is still being loaded. */
  address?: string
}

/** The header of a `.paper`: a receipt or a letter. */
export const PaperHeader = ({ name, address }: Props) => (
  <header>
    <div>
      <p className="display" translate="no">
        {name}
      </p>
      {address && <p className="small">{address}</p>}
    </div>
    <Mark onDusk />
  </header>
)
