import type { Tenant } from '#contract/tenancy.ts'
import { dayOf } from '#rules/calendar.ts'
import { comingWords } from './words.ts'

interface Props {
  id: string
  tenant: Tenant
  active: boolean
  onChoose: (tenant: Tenant) => void
}

/** One tenant in the list of those found; a press may not take the focus from the field. */
export const TenantOption = ({ id, tenant, active, onChoose }: Props) => {
  const coming = comingWords(tenant, dayOf(new Date()))
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: as above the list
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field takes the keys
    <div
      id={id}
      role="option"
      aria-selected={active}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(tenant)}
    >
      <span>
        <b>{tenant.full_name}</b>
        {coming && <span className="small muted">{coming}</span>}
      </span>
      <span className="tabular">{tenant.room}</span>
    </div>
  )
}
