import { Undo2 } from 'lucide-react'
import { cancelTransfer, type TenantDetail } from '#contract/tenancy.ts'
import { type Day, formatDay } from '#rules/calendar.ts'
import { call } from '../../api.ts'
import { BusyIndicator } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { refusalWords, useMoving } from './use-moving.ts'

const failed_words = 'The move could not be cancelled. Please try again.'

/** The room that somebody is to have next, and the way back from that. */
export function CancelTransfer({ tenant, today }: { tenant: TenantDetail; today: Day }) {
  const { move, busy, result, error } = useMoving<string>()
  const { id, room, stays } = tenant
  const next = stays.find(({ from, until }) => from > today && until !== from)
  const planned = next && next.room_number !== room ? next : null
  return (
    <div className={planned || result || error ? 'stack-small' : 'visually-hidden'}>
      {planned && (
        <p className="row between wrap">
          <span>
            Moves to <b className="tabular">{planned.room_number}</b> on {formatDay(planned.from)}.
          </span>
          <button
            type="button"
            className="button secondary compact"
            aria-busy={busy}
            onClick={() => {
              if (busy) return
              void move(async () => {
                await call(cancelTransfer, { params: { id: String(id) } })
                return `They keep ${room}.`
              })
            }}
          >
            <Undo2 className="icon" aria-hidden="true" />
            Cancel the move
            {busy && <BusyIndicator />}
          </button>
        </p>
      )}
      <div role="status">
        {result && !planned && <Note kind="done">{result}</Note>}
        {error && <Note kind="error">{refusalWords(error, failed_words)}</Note>}
      </div>
    </div>
  )
}
