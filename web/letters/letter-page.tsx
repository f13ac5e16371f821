import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Download, Printer } from 'lucide-react'
import { Suspense } from 'react'
import { Link, useParams } from 'react-router'
import { getLetter, getLetterPdf, type Letter } from '#contract/letters.ts'
import { dayOf, formatDay } from '#rules/calendar.ts'
import { groupCode, letterLimit, letterTitles } from '#rules/letter.ts'
import { download, isMissing, query } from '../api.ts'
import { RequireAuth } from '../layout/require-auth.tsx'
import { pageTitle, usePageTitle } from '../layout/title.ts'
import { usePageUser } from '../session.ts'
import { Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { errorMessage, WENT_WRONG } from '../ui/error-message.ts'
import { lazyPart } from '../ui/lazy.tsx'
import { FetchFailed, MessagePlate } from '../ui/message-plate.tsx'
import { Note } from '../ui/note.tsx'
import { PaperHeader } from '../ui/paper-header.tsx'
import { saveFile } from '../ui/save-file.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAction } from '../ui/use-action.ts'
import { LetterBody } from './letter-body.tsx'
import './letters.css'

export const meta = pageTitle('Letter')

const WithdrawLetter = lazyPart(async () => (await import('./withdraw-letter.tsx')).WithdrawLetter)

export default function LetterPage() {
  const { number = '' } = useParams()
  return (
    <RequireAuth title={`Letter ${number}`}>
      <LetterView number={number} />
    </RequireAuth>
  )
}

function LetterView({ number }: { number: string }) {
  usePageTitle(`Letter ${number}`)
  const { data: letter, error, refetch } = useQuery(query(getLetter, { params: { number } }))
  const isStaff = usePageUser()?.is_staff
  const back = !isStaff
    ? { to: '/letters', label: 'Letters' }
    : letter
      ? { to: `/staff/tenants/${letter.user_id}`, label: letter.facts.tenant.full_name }
      : { to: '/staff/tenants', label: 'Tenants' }
  return (
    <div className="page letter-page">
      {!isMissing(error) && (
        <Link className="button quiet compact on-screen" to={back.to}>
          <ArrowLeft className="icon" aria-hidden="true" />
          <span className="letter-back">{back.label}</span>
        </Link>
      )}
      {letter ? (
        <>
          <div className="plate padded stack letter-tools on-screen">
            <LetterActions letter={letter} />
            {isStaff && !letter.withdrawn && (
              <Suspense>
                <WithdrawLetter number={letter.facts.number} />
              </Suspense>
            )}
          </div>
          <LetterSheet letter={letter} />
        </>
      ) : isMissing(error) ? (
        <MessagePlate level={1} title="Letter not found">
          <p>The number may be mistyped, or the letter may belong to someone else.</p>
          <p>
            <Link className="button" to={back.to}>
              {back.label}
            </Link>
          </p>
        </MessagePlate>
      ) : error ? (
        <FetchFailed
          level={1}
          title="We couldn’t open this letter"
          message={errorMessage(error, WENT_WRONG)}
          onRetry={() => refetch()}
        />
      ) : (
        <div className="plate padded letter-sheet">
          <h1>Letter {number}</h1>
          <Skeleton className="space-above" lines={['text', 'text', 'row', 'row', 'box']} />
        </div>
      )}
    </div>
  )
}

function LetterActions({ letter: { facts, check_url } }: { letter: Letter }) {
  const params = { number: facts.number }
  const { run, busy, error } = useAction(async () =>
    saveFile(await download(getLetterPdf, { params })),
  )
  return (
    <div className="stack-small">
      <div className="row wrap">
        <Button busy={busy} icon={Download} onClick={() => void run()}>
          Download PDF
        </Button>
        <CopyButton
          text={check_url}
          label="Copy the link for checking it"
          className="button secondary"
        />
        <Button variant="secondary" icon={Printer} onClick={() => print()}>
          Print
        </Button>
      </div>
      {error && <Note kind="error">{error.message}</Note>}
    </div>
  )
}

/** The letter itself, on screen and in print. */
function LetterSheet({ letter }: { letter: Letter }) {
  const { facts, rows, withdrawn } = letter
  const { residence, kind, number } = facts
  return (
    <article className="plate paper" aria-labelledby="letter-title">
      <PaperHeader {...residence} />
      <div className="padded stack">
        <div>
          <p className="muted tabular">Letter {number}</p>
          <h1 id="letter-title">{letterTitles[kind]}</h1>
        </div>
        {withdrawn && (
          <Note kind="error">
            Withdrawn on {formatDay(dayOf(new Date(withdrawn.at)))}. {withdrawn.reason}
          </Note>
        )}
        <LetterBody facts={facts} rows={rows} />
        <p className="small muted">{letterLimit[kind]}</p>
        <CheckBlock letter={letter} />
      </div>
    </article>
  )
}

/** Instructions for checking whether the letter is genuine. */
const CheckBlock = ({ letter: { qr, check_url, facts } }: { letter: Letter }) => (
  <section className="letter-check" aria-labelledby="check-this">
    <svg
      className="letter-qr"
      viewBox={`-4 -4 ${qr.size + 8} ${qr.size + 8}`}
      role="img"
      aria-label="QR code with the address to check this letter"
      shapeRendering="crispEdges"
    >
      <path d={qr.path} />
    </svg>
    <div className="stack-small">
      <h2 id="check-this">Check this letter</h2>
      <p className="small">
        Scan the code, or go to <b>{check_url.replace(/^https?:\/\/|\/[^/]*$/g, '')}</b> and type
        the code below. The page must show the same name, room, day and sum.
      </p>
      <p className="tabular letter-code">{groupCode(facts.code)}</p>
    </div>
  </section>
)
