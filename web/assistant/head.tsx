import { ChevronDown } from 'lucide-react'
import { Mark } from '../look/mark.tsx'

export const Head = ({ id, line, onClose }: { id: string; line?: string; onClose: () => void }) => (
  <div className="header">
    <Mark onDusk />
    <div>
      <h2 id={`${id}-title`}>Virtual assistant</h2>
      {line && <p className="about">{line}</p>}
    </div>
    <button
      type="button"
      className="icon-button"
      aria-label="Close the assistant"
      onClick={onClose}
    >
      <ChevronDown className="icon" aria-hidden="true" />
    </button>
  </div>
)
