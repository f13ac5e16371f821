import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { Tenant } from '#contract/tenants.ts'
import { dayOf } from '#rules/calendar.ts'
import { firstMatches, searchHint } from '#rules/tenant-search.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { plannedMoves, tenantLabel } from './labels.ts'
import { fetchErrorMessage, useTenants } from './use-tenants.ts'

interface Props {
  chosen: Tenant | null
  onChoose: (tenant: Tenant | null) => void
}

/** A combobox that searches tenants by name or room. */
export function TenantPicker({ chosen, onChoose }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const { tenants, find, error, isLoading, refetch } = useTenants()
  const matches = firstMatches(typed, find)
  const hint = isLoading ? 'Loading...' : tenants ? searchHint(typed, matches) : null
  const searching = !chosen && typed.trim() !== ''
  const listed = open && searching && matches.shown.length > 0
  const planned = chosen && plannedMoves(chosen, dayOf(new Date()))

  useEffect(() => {
    if (listed) list.current?.scrollIntoView({ block: 'nearest' })
  }, [listed])

  function handleTyping(text: string) {
    setTyped(text)
    setOpen(true)
    setActive(0)
    if (chosen) onChoose(null)
  }
  function choose(tenant: Tenant) {
    onChoose(tenant)
    setTyped('')
    setOpen(false)
  }
  function handleKey(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      if (listed) setActive((active + step + matches.shown.length) % matches.shown.length)
      setOpen(true)
    } else if (event.key === 'Enter' && searching) {
      event.preventDefault()
      const tenant = matches.shown[active]
      if (listed && tenant) choose(tenant)
    } else if (event.key === 'Escape' && (listed || typed !== '')) {
      event.preventDefault()
      if (listed) setOpen(false)
      else handleTyping('')
    }
  }
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        Tenant
      </label>
      <div className="tenant-picker">
        <input
          ref={input}
          id={id}
          className="input"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={listed}
          aria-controls={`${id}-list`}
          aria-activedescendant={listed ? `${id}-${active}` : undefined}
          aria-describedby={`${id}-hint`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={chosen ? tenantLabel(chosen) : typed}
          onChange={({ target }) => handleTyping(target.value)}
          onFocus={({ target }) => {
            setOpen(true)
            target.select()
          }}
          onBlur={() => setOpen(false)}
          onKeyDown={handleKey}
        />
        {(chosen || typed !== '') && (
          <button
            type="button"
            className="icon-button"
            aria-label="Choose somebody else"
            onClick={() => {
              handleTyping('')
              input.current?.focus()
            }}
          >
            <X className="icon" aria-hidden="true" />
          </button>
        )}
        <div ref={list} className="matches" hidden={!open || !searching || !(listed || hint)}>
          <div id={`${id}-list`} role="listbox" aria-label="Matches" hidden={!listed}>
            {matches.shown.map((tenant, index) => (
              <TenantOption
                key={tenant.id}
                id={`${id}-${index}`}
                tenant={tenant}
                active={listed && index === active}
                onChoose={choose}
              />
            ))}
          </div>
          <p className="small muted" aria-hidden="true">
            {hint}
          </p>
        </div>
      </div>
      <p id={`${id}-hint`} className="hint">
        {planned ? `${planned[0]?.toUpperCase()}${planned.slice(1)}.` : 'Type a name or a room.'}
      </p>
      <p className="visually-hidden" role="status">
        {searching && (hint ?? `${matches.shown.length} found`)}
      </p>
      {error && !tenants && (
        <div className="space-above-small">
          <LoadError message={fetchErrorMessage(error, 'Tenants')} onRetry={() => void refetch()} />
        </div>
      )}
    </div>
  )
}

interface TenantOptionProps {
  id: string
  tenant: Tenant
  active: boolean
  onChoose: (tenant: Tenant) => void
}

/** A search result. Pressing it must not take the focus from the input. */
const TenantOption = ({ id, tenant, active, onChoose }: TenantOptionProps) => {
  const planned = plannedMoves(tenant, dayOf(new Date()))
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus (aria-activedescendant)
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys
    <div
      id={id}
      role="option"
      aria-selected={active}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(tenant)}
    >
      <span>
        <b>{tenant.full_name}</b>
        {planned && <span className="small muted">{planned}</span>}
      </span>
      <span className="tabular">{tenant.room}</span>
    </div>
  )
}
