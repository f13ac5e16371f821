import { ChevronRight } from 'lucide-react'
import { StkCard } from './stk-card.tsx'

interface Props {
  entries: (string | { name: string; choose: () => void })[]
  missing: string
}

/** A list as the SIM card shows it. What this phone does not pretend is there to be seen only. */
export const MenuList = ({ entries, missing }: Props) => (
  <StkCard>
    <ul className="stk-list">
      {entries.map((entry) =>
        typeof entry === 'string' ? (
          <li key={entry} className="stk-off">
            {entry}
          </li>
        ) : (
          <li key={entry.name}>
            <button type="button" onClick={entry.choose}>
              <span>{entry.name}</span>
              <ChevronRight className="icon" aria-hidden="true" />
            </button>
          </li>
        ),
      )}
    </ul>
    <p className="stk-left">{missing}</p>
  </StkCard>
)
