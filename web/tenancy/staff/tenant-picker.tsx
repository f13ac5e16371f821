import { X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { Tenant } from '#contract/tenancy.ts'
import { dayOf } from '#rules/calendar.ts'
import { firstMatches, searchHint } from '#rules/tenant-search.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { TenantOption } from './tenant-option.tsx'
import { fetchSentence, useTenants } from './use-tenants.ts'
import { comingWords, personWords } from './words.ts'

interface Props {
  chosen: Tenant | null
  onChoose: (tenant: Tenant | null) => void
}

/** A field to search tenants in, and the list of those found: both by keyboard alone too. */
export function TenantPicker({ chosen, onChoose }: Props) {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(false)
  const [active, setActive] = useState(0)
  const { tenants, find, error, isLoading, refetch } = useTenants()
  const found = firstMatches(typed, find)
  const sentence = isLoading ? 'Loading...' : tenants ? searchHint(typed, found) : null
  const searching = !chosen && typed.trim() !== ''
  const listed = open && searching && found.shown.length > 0
  const coming = chosen && comingWords(chosen, dayOf(new Date()))

  useEffect(() => {
    if (listed) list.current?.scrollIntoView({ block: 'nearest' })
  }, [listed])

  function type(text: string) {
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
  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      if (listed) setActive((active + step + found.shown.length) % found.shown.length)
      setOpen(true)
    } else if (event.key === 'Enter' && searching) {
      event.preventDefault()
      const tenant = found.shown[active]
      if (listed && tenant) choose(tenant)
    } else if (event.key === 'Escape' && (listed || typed !== '')) {
      event.preventDefault()
      if (listed) setOpen(false)
      else type('')
    }
  }
  return (
    <div className="field">
      <label className="label" htmlFor={id}>
        Tenant
      </label>
      <div className="picker">
        <input
          ref={field}
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
          value={chosen ? personWords(chosen) : typed}
          onChange={({ target }) => type(target.value)}
          onFocus={({ target }) => {
            setOpen(true)
            target.select()
          }}
          onBlur={() => setOpen(false)}
          onKeyDown={press}
        />
        {(chosen || typed !== '') && (
          <button
            type="button"
            className="icon-button"
            aria-label="Choose somebody else"
            onClick={() => {
              type('')
              field.current?.focus()
            }}
          >
            <X className="icon" aria-hidden="true" />
          </button>
        )}
        <div ref={list} className="found" hidden={!open || !searching || !(listed || sentence)}>
          <div id={`${id}-list`} role="listbox" aria-label="Matches" hidden={!listed}>
            {found.shown.map((tenant, index) => (
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
            {sentence}
          </p>
        </div>
      </div>
      <p id={`${id}-hint`} className="hint">
        {coming ? `${coming[0]?.toUpperCase()}${coming.slice(1)}.` : 'Type a name or a room.'}
      </p>
      <p className="visually-hidden" role="status">
        {searching && (sentence ?? `${found.shown.length} found`)}
      </p>
      {error && !tenants && (
        <div className="space-above-small">
          <LoadError message={fetchSentence(error, 'Tenants')} onRetry={() => void refetch()} />
        </div>
      )}
    </div>
  )
}
