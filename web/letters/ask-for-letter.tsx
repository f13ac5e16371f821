import { Smartphone } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import type { Letter, LetterInList, TenantLetters } from '#contract/letters.ts'
import { type Day, dayOf, formatDay, formatRecent, monthName } from '#rules/calendar.ts'
import { type LetterKind, letterTitles } from '#rules/letter.ts'
import { ksh } from '#rules/money.ts'
import { openAssistant } from '../layout/channels.ts'
import { newUuid } from '../new-uuid.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { type DayRange, DayRangeFields, isWrongOrder } from '../ui/day-range.tsx'
import { useAction } from '../ui/use-action.ts'

export interface LetterForm {
  kind: LetterKind
  from?: Day | undefined
  until?: Day | undefined
  submission_id: string
}

interface AskProps {
  standing: TenantLetters
  /** Whether tenants ask for their own letter; otherwise staff do. */
  own: boolean
  changes: readonly { path: string }[]
  issue: (form: LetterForm) => Promise<Letter>
  onIssued: (letter: Letter) => void
}

/** Issues a letter. A retry after a lost reply makes no second one; call `renew` when the form changes. */
function useIssue({ changes, issue, onIssued }: Pick<AskProps, 'changes' | 'issue' | 'onIssued'>) {
  const [submission_id, setSubmission] = useState(newUuid)
  const renew = () => setSubmission(newUuid())
  const action = useAction(
    (form: Omit<LetterForm, 'submission_id'>) => issue({ ...form, submission_id }),
    {
      changes,
      onSuccess(letter) {
        renew()
        onIssued(letter)
      },
    },
  )
  return { ...action, renew }
}

/** Asks for a clearance letter, or says why there can't be one yet. */
export function AskForClearance({ standing, own, ...props }: AskProps) {
  const { run, busy, error } = useIssue(props)
  const { owes, months, open_requests } = standing
  return (
    <div className="stack">
      <p className="muted">
        {own
          ? 'It confirms that you owe nothing. Anyone you give it to can check that it’s genuine.'
          : 'A clearance letter confirms that they owe nothing. Anyone who gets it can check that it’s genuine.'}
      </p>
      {owes > 0 ? (
        <>
          <p>
            {own ? 'You can get it when you’ve paid ' : 'It can be issued when they’ve paid '}
            <b className="nowrap">{ksh(owes)}</b>:
          </p>
          <ul className="letter-months">
            {months.map(({ month, owed }) => (
              <li key={month} className="row between">
                <span>
                  {month ? `Owed for ${monthName(month)} ${month.slice(0, 4)}` : 'Corrections'}
                </span>
                <span className="tabular nowrap">{ksh(owed)}</span>
              </li>
            ))}
          </ul>
        </>
      ) : (
        <div>
          <Button
            variant={own ? '' : 'secondary'}
            busy={busy}
            onClick={() => void run({ kind: 'clearance' })}
          >
            {own ? 'Get a clearance letter' : 'Issue a clearance letter'}
          </Button>
        </div>
      )}
      {open_requests.map(({ amount, at }) => (
        <p key={at} className="small muted">
          A payment of {ksh(amount)} was started {formatRecent(new Date(at), new Date())}. M‑Pesa
          hasn’t said yet how it ended.
        </p>
      ))}
      {own && owes > 0 && (
        <button
          type="button"
          className="button mpesa block"
          onClick={() => openAssistant('own_rent')}
        >
          <Smartphone className="icon" aria-hidden="true" />
          Pay with M-Pesa
        </button>
      )}
      <ActionResult success={null} error={error} />
    </div>
  )
}

/** Asks for a statement of all time, or of some days. */
export function AskForStatement({ own, ...props }: AskProps) {
  const { run, busy, error, renew } = useIssue(props)
  const [days, setDays] = useState<DayRange>({ from: '', until: '' })
  function submit(event: FormEvent) {
    event.preventDefault()
    void run({
      kind: 'statement',
      from: days.from || undefined,
      until: days.until || undefined,
    })
  }
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <p className="muted">
        {own ? 'What you were charged and what you paid' : 'What they were charged and paid'}, line
        by line, as a letter that others can check.{' '}
        {own && (
          <>
            Only for yourself? <Link to="/statement">See it here</Link>.
          </>
        )}
      </p>
      <div className="field-pair">
        <DayRangeFields
          range={days}
          max={dayOf(new Date())}
          onChange={(name, day) => {
            setDays({ ...days, [name]: day })
            renew()
          }}
        />
      </div>
      <div>
        <SubmitButton variant="secondary" busy={busy} disabled={isWrongOrder(days)}>
          {own ? 'Get a statement' : 'Issue a statement'}
        </SubmitButton>
      </div>
      <ActionResult success={null} error={error} />
    </form>
  )
}

/** The letters so far, the latest first. */
export const LetterList = ({ letters }: { letters: LetterInList[] }) => (
  <ul className="letters">
    {letters.map(({ number, kind, day, withdrawn }) => (
      <li key={number} className="row between wrap">
        <Link to={`/letters/${number}`}>
          {letterTitles[kind]} {number}
        </Link>
        <span className="small muted tabular">
          {formatDay(day)}
          {withdrawn && ', withdrawn'}
        </span>
      </li>
    ))}
  </ul>
)
