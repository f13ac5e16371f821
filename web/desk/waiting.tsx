import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { countDesk } from '#contract/desk.ts'
import { ksh } from '#rules/money.ts'
import { query } from '../api.ts'
import { Failed } from '../ui/failed.tsx'
import { failureWords } from '../ui/failure-words.ts'

const look_again_ms = 60_000

const useWaiting = () => useQuery({ ...query(countDesk, {}), refetchInterval: look_again_ms })

/** How much waits, beside the desk's name in the navigation. */
export function WaitingTag() {
  const { data } = useWaiting()
  if (!data?.open) return null
  return (
    <span className="tag warn num">
      {data.open}
      <span className="sr"> waiting</span>
    </span>
  )
}

/** The desk on the home of staff. */
export function DeskPlate() {
  const { data, error, refetch } = useWaiting()
  return (
    <section className="plate pad stack-s" aria-labelledby="payments-desk">
      <h2 id="payments-desk">Payments desk</h2>
      {data ? (
        <p className="num">{sentenceFor(data)}</p>
      ) : error ? (
        <Failed
          message={failureWords(error, 'What waits could not be fetched.')}
          again={() => void refetch()}
        />
      ) : (
        <p className="patient" role="status">
          <span className="sr">Loading...</span>
          <span className="sk w-56 max-w-full" />
        </p>
      )}
      <p>
        <Link className={data?.open ? 'btn' : 'btn sec'} to="/staff/desk">
          Open the desk
        </Link>
      </p>
    </section>
  )
}

function sentenceFor({ open, shillings }: { open: number; shillings: number }): string {
  if (open === 0) return 'Nothing waits. Every payment has found its account.'
  const what = open === 1 ? '1 payment waits' : `${open} payments wait`
  return shillings > 0
    ? `${what} for a person to look at: ${ksh(shillings)}.`
    : `${what} for a person to look at.`
}
