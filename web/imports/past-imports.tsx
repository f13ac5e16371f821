import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { type ImportDone, listImports, undoImport } from '#contract/imports.ts'
import { getChecklist } from '#contract/settings.ts'
import { getTenant, listRooms } from '#contract/tenants.ts'
import { formatDateTime } from '#rules/calendar.ts'
import type { ImportKind } from '#rules/import-columns.ts'
import { joinAnd } from '#rules/join-and.ts'
import { formatNumber } from '#rules/money.ts'
import { call, query } from '../api.ts'
import { tenantLists } from '../tenancy/staff/use-tenants.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useAction } from '../ui/use-action.ts'

export const kinds: Record<ImportKind, { label: string; one: string; many: string }> = {
  rooms: { label: 'Rooms', one: 'room', many: 'rooms' },
  tenants: { label: 'Tenants', one: 'tenant', many: 'tenants' },
  contacts: { label: 'Contacts', one: 'contact', many: 'contacts' },
}

const staying: Record<ImportKind, string> = {
  rooms: 'Rooms that someone lives in now, or that were changed since, are kept.',
  tenants: 'Tenants who have since logged in, paid, moved or been changed are kept.',
  contacts: 'Anything changed again since then stays as it is.',
}

/** Why an undo left something as it is. */
const used: Record<ImportKind, string> = {
  rooms: 'Someone has moved in, or the room has been changed since.',
  tenants: 'They have logged in, paid, moved or been changed since.',
  contacts: 'They have been changed again since.',
}

/** `1 room`, `1,200 rooms` */
export const countOf = (kind: ImportKind, count: number) =>
  `${formatNumber(count)} ${count === 1 ? kinds[kind].one : kinds[kind].many}`

/** The endpoints whose data an import changes, for `useAction`. */
export const changedByImports = [listRooms, ...tenantLists, getTenant, getChecklist, listImports]

/** Earlier imports; those of the last 24 hours can be undone. */
export function PastImports() {
  const { data } = useQuery(query(listImports, {}))
  const [asked, setAsked] = useState<ImportDone | null>(null)
  const undo = useAction(({ id }: ImportDone) => call(undoImport, { params: { id: String(id) } }), {
    changes: changedByImports,
  })
  if (!data || data.length === 0) return null
  const kept = undo.result?.kept ?? []
  return (
    <section className="plate padded stack-small" aria-labelledby="past-imports">
      <h2 id="past-imports">Earlier imports</h2>
      <ul className="staff-list">
        {data.map((one) => (
          <li key={one.id} className="row between wrap">
            <div>
              <b>
                {one.added > 0
                  ? countOf(one.kind, one.added)
                  : `${kinds[one.kind].label}: nothing new`}
              </b>
              <p className="small muted tabular">
                {one.by}, {formatDateTime(new Date(one.at))}
                {one.undone_at &&
                  `. ${one.left ? 'Partly undone' : 'Undone'} ${formatDateTime(new Date(one.undone_at))}`}
              </p>
            </div>
            {one.undo_until && (
              <Button variant="quiet compact" icon={Undo2} onClick={() => setAsked(one)}>
                {one.undone_at ? 'Undo the rest' : 'Undo'}
                <span className="visually-hidden">
                  {' '}
                  {one.undone_at ? 'of ' : ''}the import of {countOf(one.kind, one.added)}
                </span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      <ActionResult
        takesFocus
        success={
          undo.result &&
          (kept.length === 0
            ? 'Undone. Everything is as it was before.'
            : undo.result.import.undone_at === null
              ? `Nothing was undone. ${used[undo.result.import.kind]}`
              : `Undone. Kept: ${joinAnd(kept.slice(0, 20))}${kept.length > 20 ? ` and ${kept.length - 20} more` : ''}. ${used[undo.result.import.kind]}`)
        }
        error={undo.error}
        fallback="It couldn’t be undone. Please try again."
      />
      {asked && (
        <ConfirmDialog
          title={`Undo the import of ${countOf(asked.kind, asked.added)}?`}
          confirmLabel="Undo the import"
          danger
          busy={undo.busy}
          onConfirm={() => void undo.run(asked).then(() => setAsked(null))}
          onClose={() => setAsked(null)}
        >
          <p>{staying[asked.kind]}</p>
        </ConfirmDialog>
      )}
    </section>
  )
}
