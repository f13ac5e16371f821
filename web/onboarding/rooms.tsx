import { useState } from 'react'
import { useController } from 'react-hook-form'
import type { FreeRoom } from '#contract/onboarding.ts'
import { ksh } from '#rules/money.ts'
import { DarkWindowRow } from '../art/dark-windows.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { LoadError } from '../ui/load-error.tsx'
import { Below, described } from './field.tsx'
import { labels, type Typed } from './typed.ts'
import type { RoomChoice } from './use-rooms.ts'

/** More windows than a phone shows at once are kept behind a button. */
const few = 12

/** Rates are spelt so (spec 9). */
const kshRate = (rate: number) => ksh(rate).replace('Ksh', 'KSh')

/** Windows of the house: each is a free room, and the chosen one has its light on. */
export function Rooms({ rooms, when }: { rooms: RoomChoice; when: string }) {
  const { field, fieldState } = useController<Typed, 'room'>({ name: 'room' })
  const [all, setAll] = useState(false)
  const { offered, chosen, gone } = rooms
  const { type, message } = fieldState.error ?? {}
  const another = message ?? 'Please choose another one.'
  const error = gone && type !== 'server' ? `${gone} ${another}` : message
  const shown = (offered ?? []).filter((room, index) => all || index < few || room === chosen)
  return (
    <fieldset id="room" className="field" tabIndex={-1} {...described({ name: 'room', error })}>
      <legend className="label">{labels.room}</legend>
      {rooms.error && !offered && (
        <LoadError
          message={errorMessage(rooms.error, 'An error occurred while fetching rooms.')}
          onRetry={rooms.refetch}
        />
      )}
      {!offered && !rooms.error && <WaitingRooms />}
      {offered?.length === 0 && <NoRoom when={when} />}
      {shown.length > 0 && (
        <>
          <p className="muted small">
            These rooms are free from {when} on. Choose one, and its light goes on.
          </p>
          <div className="rooms" aria-busy={rooms.loading}>
            {shown.map((room) => (
              <Window
                key={room.id}
                room={room}
                checked={room === chosen}
                onChoose={() => field.onChange(String(room.id))}
                onBlur={field.onBlur}
              />
            ))}
          </div>
        </>
      )}
      {offered && shown.length < offered.length && (
        <button type="button" className="button quiet compact" onClick={() => setAll(true)}>
          Show all {offered.length} rooms
        </button>
      )}
      <Below name="room" error={error} />
      <p className="rate tabular" role="status">
        {chosen && (
          <>
            Rate: {kshRate(chosen.rate)}{' '}
            <span className="muted">a month, room {chosen.room_number}</span>
          </>
        )}
      </p>
    </fieldset>
  )
}

interface WindowProps {
  room: FreeRoom
  checked: boolean
  onChoose: () => void
  onBlur: () => void
}

const Window = ({ room, checked, onChoose, onBlur }: WindowProps) => (
  <label>
    <input
      type="radio"
      name="room"
      value={room.id}
      checked={checked}
      onChange={onChoose}
      onBlur={onBlur}
    />
    <span>
      <i className="pn" aria-hidden="true" />
      {room.room_number} <small className="tabular">{kshRate(room.rate)}</small>
    </span>
  </label>
)

const WaitingRooms = () => (
  <div className="rooms patient" role="status">
    <span className="visually-hidden">Loading...</span>
    {Array.from({ length: 6 }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
      <span key={index} className="skeleton h-[88px]" />
    ))}
  </div>
)

const NoRoom = ({ when }: { when: string }) => (
  <div className="plate max-w-[460px]">
    <DarkWindowRow />
    <p className="pad">
      No room is free from {when} on. Choose a later start date, or call us and we look for one.
    </p>
  </div>
)
