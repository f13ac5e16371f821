import { useQuery } from '@tanstack/react-query'
import { getTenant, type Tenant } from '#contract/tenancy.ts'
import { type Day, formatDay } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { query } from '../../api.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

interface Props {
  tenant: Tenant
  day: Day
  today: Day
  busy: boolean
  onAct: () => void
  onClose: () => void
}

/** Whom it is about, and what happens to the room and the money. */
export function RemoveQuestion({ tenant, day, today, busy, onAct, onClose }: Props) {
  const { id, full_name, room } = tenant
  const { data, error } = useQuery(query(getTenant, { params: { id } }))
  const later = day > today
  const cancelled = later && day === tenant.from
  return (
    <ConfirmDialog
      title={`Remove ${full_name}?`}
      act="Remove tenant"
      danger
      busy={busy}
      onAct={onAct}
      onClose={onClose}
    >
      <ul className="points">
        <li>
          {cancelled
            ? `They do not move into ${room}. The place is free at once.`
            : later
              ? `They leave ${room} on ${formatDay(day)}. The place is free from that day on.`
              : day < today
                ? `They left ${room} on ${formatDay(day)}, a day that has gone by. The place is free at once.`
                : `They leave ${room} now. The place is free at once.`}
        </li>
        <li>No rent is charged after that. What is charged already stands.</li>
        <li aria-live="polite">
          {data
            ? owedWords(data.balance)
            : error
              ? 'What they owe could not be fetched; it does not change.'
              : 'Loading...'}
        </li>
      </ul>
    </ConfirmDialog>
  )
}

function owedWords(balance: number): string {
  if (balance > 0) return `They owe ${ksh(balance)} now, and can still sign in and pay it.`
  return balance < 0
    ? `They have ${ksh(-balance)} credit now, which the house owes them.`
    : 'They owe nothing now. They can still sign in and see their payments.'
}
