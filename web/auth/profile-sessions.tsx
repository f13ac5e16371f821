import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { endOtherSessions, endOwnSession, listSessions } from '#contract/sessions.ts'
import { formatDateTime } from '#rules/calendar.ts'
import { call, query } from '../api.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { Button } from '../ui/button.tsx'
import { errorMessage } from '../ui/error-message.ts'
import { LoadError } from '../ui/load-error.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAction } from '../ui/use-action.ts'

/** Further log-ins are shown by a button. */
const SHOWN_AT_FIRST = 3

/** The places where the user is logged in, each with a button to log it out. */
export function ProfileSessions() {
  const [all, setAll] = useState(false)
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({ ...query(listSessions, {}), staleTime: 0 })
  const one = useAction(
    async (id: string) => {
      await call(endOwnSession, { params: { id } })
      return true
    },
    { changes: [listSessions] },
  )
  const others = useAction(() => call(endOtherSessions, {}), {
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
  return (
    <section className="plate padded stack-small" aria-labelledby="sessions">
      <h2 id="sessions">Where you’re logged in</h2>
      <ul className="own-sessions">
        {(all ? data : data.slice(0, SHOWN_AT_FIRST)).map(
          ({ id, device, signed_in_at, last_used_at, is_this }) => (
            <li key={id} className="row between">
              <div>
                <b>{device || 'Another device'}</b>
                {is_this && <span className="muted"> (this one)</span>}
                <p className="small muted tabular">
                  {is_this
                    ? `Since ${formatDateTime(new Date(signed_in_at))}`
                    : `Last used ${formatDateTime(new Date(last_used_at))}`}
                </p>
              </div>
              {!is_this && (
                <Button
                  variant="quiet compact"
                  className="nowrap"
                  busy={one.busy && one.input === id}
                  onClick={() => void one.run(id)}
                >
                  Log out<span className="visually-hidden"> {device || 'the other device'}</span>
                </Button>
              )}
            </li>
          ),
        )}
      </ul>
      {data.length > 2 && (
        <div className="row wrap">
          {data.length > SHOWN_AT_FIRST && !all && (
            <Button variant="secondary compact" onClick={() => setAll(true)}>
              Show all {data.length}
            </Button>
          )}
          <Button variant="secondary compact" busy={others.busy} onClick={() => void others.run()}>
            Log out everywhere else
          </Button>
        </div>
      )}
      <ActionResult
        success={(one.result || others.result) && 'Logged out there.'}
        error={one.error ?? others.error}
        fallback="That device couldn’t be logged out. Please try again."
      />
    </section>
  )
}
