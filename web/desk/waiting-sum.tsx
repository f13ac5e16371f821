import { useQuery } from '@tanstack/react-query'
import { countDesk } from '#contract/desk.ts'
import { ksh } from '#rules/money.ts'
import { query } from '../api.ts'

/** The head of the list: how much waits, and in which order it is listed. */
export function WaitingSum() {
  const { data } = useQuery(query(countDesk, {}))
  return (
    <div className="row between wrap pad-small">
      <b className="tabular">{data ? `${ksh(data.shillings)} waiting` : '\u00a0'}</b>
      <span className="small muted">Newest first</span>
    </div>
  )
}
