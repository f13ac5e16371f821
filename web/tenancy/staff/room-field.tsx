import type { UseQueryResult } from '@tanstack/react-query'
import { type Day, formatDay } from '#rules/calendar.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { ChoiceField } from './choice-field.tsx'
import { fetchSentence } from './use-tenants.ts'

interface Props {
  rooms: UseQueryResult<string[]>
  /** Those that the tenant does not have already. */
  free: string[] | undefined
  wanted: string
  /** Undefined: today. */
  from: Day | undefined
  onChoose: (room: string) => void
}

/** A room with a free place from the chosen day on; one that no longer has one is said to be gone. */
export function RoomField({ rooms, free, wanted, from, onChoose }: Props) {
  const since = from ? `from ${formatDay(from)}` : 'today'
  const gone = free !== undefined && wanted !== '' && !free.includes(wanted)
  const none = free?.length === 0
  const failed = rooms.data ? null : rooms.error
  return (
    <div>
      <ChoiceField
        label="New room"
        nothing={free ? (none ? 'No free room' : 'Choose a room') : failed ? '' : 'Loading...'}
        options={(free ?? []).map((room) => ({ value: room, words: room }))}
        value={gone || !free ? '' : wanted}
        onChange={onChoose}
        disabled={!free || none}
        hint={failed ? undefined : none ? `No room is free ${since}.` : `Free ${since}.`}
        problem={gone ? `${wanted} is not free ${since}. Choose another room.` : null}
      />
      {failed && (
        <div className="space-above-small">
          <LoadError
            message={fetchSentence(failed, 'Rooms')}
            onRetry={() => void rooms.refetch()}
          />
        </div>
      )}
    </div>
  )
}
