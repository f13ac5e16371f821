import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import {
  endOtherSessions,
  endOwnSession,
  listSessions,
  type OwnSession,
} from '#contract/sessions.ts'
import { formatRecent } from '#rules/calendar.ts'
import { call, query } from '../api.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { Button } from '../ui/button.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { LoadError } from '../ui/load-error.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAction } from '../ui/use-action.ts'

/** This log-in, and the others in one line that opens, with a button that ends them all. */
export function ProfileSessions() {
  const [shown, setShown] = useState(false)
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({ ...query(listSessions, {}), staleTime: 0 })
  const one = useAction(
    async (id: string) => {
      await call(endOwnSession, { params: { id } })
      return true
    },
    { changes: [listSessions] },
  )
  const all = useAction(() => call(endOtherSessions, {}), {
    onSuccess: (left) => client.setQueryData(query(listSessions, {}).queryKey, left),
  })
  if (!data) {
    return error ? (
      <LoadError
        message={errorMessage(error, 'We couldn’t load where you’re logged in.')}
        onRetry={() => refetch()}
      />
    ) : (
      <Skeleton className="plate padded" lines={['heading', 'row']} />
    )
  }
  const others = data.filter(({ is_this }) => !is_this)
  const Chevron = shown ? ChevronUp : ChevronDown
  return (
    <section className="plate padded" aria-labelledby="sessions">
      <h2 id="sessions">Where you’re logged in</h2>
      <ul className="own-sessions">
        {data
          .filter(({ is_this }) => is_this)
          .map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        {others.length > 1 && (
          <li className="row between wrap">
            <Button
              variant="quiet compact aligned"
              aria-expanded={shown}
              onClick={() => setShown(!shown)}
            >
              {others.length} others
              <Chevron className="icon" aria-hidden="true" />
            </Button>
            <Button variant="quiet compact aligned" busy={all.busy} onClick={() => void all.run()}>
              Log out everywhere else
            </Button>
          </li>
        )}
        {(shown || others.length === 1) &&
          others.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              busy={one.busy && one.input === session.id}
              onEnd={() => void one.run(session.id)}
            />
          ))}
      </ul>
      <ActionResult
        className="space-above-small"
        success={(one.result || all.result) && 'Logged out there.'}
        error={one.error ?? all.error}
        fallback="That device couldn’t be logged out. Please try again."
      />
    </section>
  )
}

function SessionRow({
  session: { device, signed_in_at, last_used_at, is_this },
  busy,
  onEnd,
}: {
  session: OwnSession
  busy?: boolean
  onEnd?: () => void
}) {
  return (
    <li className="row between">
      <div>
        <b>{device || 'Another device'}</b>
        {is_this && <span className="muted"> (this one)</span>}
        <p className="small muted tabular">
          {is_this
            ? `Since ${formatRecent(new Date(signed_in_at), new Date())}`
            : `Last used ${formatRecent(new Date(last_used_at), new Date())}`}
        </p>
      </div>
      {onEnd && (
        <Button variant="quiet compact aligned" className="nowrap" busy={busy} onClick={onEnd}>
          Log out<span className="visually-hidden"> {device || 'the other device'}</span>
        </Button>
      )}
    </li>
  )
}
