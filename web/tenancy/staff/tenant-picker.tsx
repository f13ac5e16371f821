import { useState } from 'react'
import type { Tenant } from '#contract/tenants.ts'
import { dayOf } from '#rules/calendar.ts'
import { firstMatches, searchHint } from '#rules/tenant-search.ts'
import { Combobox } from '../../ui/combobox.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { plannedMoves, tenantLabel } from './labels.ts'
import { fetchErrorMessage, useTenants } from './use-tenants.ts'

interface Props {
  chosen: Tenant | null
  onChoose: (tenant: Tenant | null) => void
}

/** A combobox that searches tenants by name or room. */
export function TenantPicker({ chosen, onChoose }: Props) {
  const [typed, setTyped] = useState('')
  const { tenants, find, error, isLoading, refetch } = useTenants()
  const matches = firstMatches(typed, find)
  const today = dayOf(new Date())
  const planned = chosen && plannedMoves(chosen, today)
  return (
    <Combobox
      label="Tenant"
      hint={planned ? `${planned[0]?.toUpperCase()}${planned.slice(1)}.` : 'Type a name or a room.'}
      chosen={chosen && tenantLabel(chosen)}
      typed={typed}
      options={matches.shown.map((tenant) => ({
        key: tenant.id,
        name: tenant.full_name,
        detail: plannedMoves(tenant, today),
        aside: tenant.room,
        tenant,
      }))}
      message={isLoading ? 'Loading...' : tenants ? searchHint(typed, matches) : null}
      onType={(text) => {
        setTyped(text)
        if (chosen) onChoose(null)
      }}
      onChoose={({ tenant }) => {
        onChoose(tenant)
        setTyped('')
      }}
    >
      {error && !tenants && (
        <div className="space-above-small">
          <LoadError message={fetchErrorMessage(error, 'Tenants')} onRetry={() => refetch()} />
        </div>
      )}
    </Combobox>
  )
}
