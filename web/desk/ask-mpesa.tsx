import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { countDesk, listDesk, pullStatement } from '#contract/desk.ts'
import type { Received } from '#contract/endpoint.ts'
import { call } from '../api.ts'
import { BusyIndicator } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { useAct } from '../ui/use-act.ts'

/** For money that a tenant speaks of and nobody has told us about. */
export function AskMpesa() {
  const client = useQueryClient()
  const { act, busy, result, error } = useAct<Received<typeof pullStatement>>()
  const ask = () =>
    act('pull', async () => {
      const answer = await call(pullStatement, {})
      for (const { path } of answer.found > 0 ? [listDesk, countDesk] : [])
        void client.invalidateQueries({ queryKey: [path] })
      return answer
    })
  return (
    <div className="stack-small">
      <button
        type="button"
        className="button secondary compact"
        aria-busy={busy !== null}
        aria-describedby="ask-mpesa"
        onClick={() => void ask()}
      >
        {busy ? <BusyIndicator /> : <RefreshCw className="icon" aria-hidden="true" />}
        Ask M-Pesa for missing payments
      </button>
      <p id="ask-mpesa" className="small muted">
        Looks through M-Pesa’s statement of the last 48 hours for money that we never heard of.
      </p>
      <div role="status">
        {result && <Note kind={result.found > 0 ? 'done' : 'information'}>{result.message}</Note>}
      </div>
      {error && <Note kind="error">{error.message}</Note>}
    </div>
  )
}
