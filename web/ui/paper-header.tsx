import { Mark } from '../art/mark.tsx'
import './paper.css'

interface Props {
  /** Of the residence. */
  name: string
  /** Left out while it is still loaded. */
  address?: string
}

/** Above a `.paper`: a receipt or a letter. */
export const PaperHeader = ({ name, address }: Props) => (
  <header>
    <div>
      <p className="display">{name}</p>
      {address && <p className="small">{address}</p>}
    </div>
    <Mark onDusk />
  </header>
)
