import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { getAssistant } from '#contract/assistant.ts'
import { getChecklist } from '#contract/settings.ts'
import { listTerms, type PublishedTerms, publishTerms } from '#contract/terms.ts'
import { formatDay } from '#rules/calendar.ts'
import { readTerms, WIFI_PRICES } from '#rules/terms.ts'
import { ApiError, call, query } from '../api.ts'
import { useCompany } from '../layout/root-data.ts'
import { ClauseText } from '../site/terms.tsx'
import { ActionResult } from '../ui/action-result.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { draftStore } from '../ui/draft.ts'
import { errorMessage, isConflict, WENT_WRONG } from '../ui/error-message.ts'
import { TextArea } from '../ui/field.tsx'
import { FetchFailed } from '../ui/message-plate.tsx'
import { Note } from '../ui/note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { useAction } from '../ui/use-action.ts'
import { useUnsaved } from './unsaved.tsx'
import { useSetting } from './use-setting.ts'
import '../site/terms.css'

/** The terms in force, which staff replace by publishing others, and the earlier versions. */
export function TermsSettings() {
  const { data, error, refetch } = useSetting(listTerms)
  const [inForce] = data ?? []
  if (data && inForce) {
    return (
      <div className="stack">
        <TermsForm inForce={inForce} />
        <Versions versions={data} />
      </div>
    )
  }
  return error ? (
    <FetchFailed
      title="The terms couldn’t be loaded"
      message={errorMessage(error, WENT_WRONG)}
      onRetry={() => refetch()}
    />
  ) : (
    <Skeleton className="plate padded" lines={['word', 'row', 'row', 'row']} />
  )
}

const termsDraft = (slug: string) =>
  draftStore(`terms.${slug}`, ({ text, was }) =>
    typeof text === 'string' && typeof was === 'number' ? { text, was } : null,
  )

function TermsForm({ inForce }: { inForce: PublishedTerms }) {
  const client = useQueryClient()
  const { slug } = useCompany()
  const [draft] = useState(() => termsDraft(slug))
  const [found] = useState(() => draft.read())
  // The version that the draft is based on, so that terms others have published since aren't overwritten unnoticed.
  const [was, setWas] = useState(found?.was ?? inForce.version)
  const [text, setText] = useState(found?.text ?? inForce.text)
  const [asking, setAsking] = useState(false)
  const { data: offer } = useQuery(query(getAssistant, { query: { slug } }))
  const publishing = useAction(() => call(publishTerms, { body: { was, text } }), {
    changes: [getChecklist],
    onSuccess(versions) {
      client.setQueryData(query(listTerms, {}).queryKey, versions)
      setWas(versions[0]?.version ?? was)
      setText(versions[0]?.text ?? text)
    },
  })
  const { busy, error, result } = publishing
  const conflict = error && isConflict(error) ? error : null
  const fieldError = error instanceof ApiError ? error.fields.text : undefined
  const isChanged = text.trim() !== inForce.text.trim()
  useUnsaved(isChanged)
  // The text is long, so it is kept for a user who is logged out meanwhile.
  useEffect(() => draft.save(isChanged ? { text, was } : null), [draft, isChanged, text, was])
  // The text that comes with the software can be published unchanged by staff who have read it.
  const canPublish = isChanged || inForce.by === null

  async function loadAgain() {
    const versions = await client.fetchQuery({ ...query(listTerms, {}), staleTime: 0 })
    setWas(versions[0]?.version ?? was)
    publishing.reset()
    return versions[0]
  }
  function discard() {
    publishing.reset()
    setText(inForce.text)
    setWas(inForce.version)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    setAsking(true)
  }
  return (
    <form className="stack" noValidate onSubmit={submit}>
      <p className="muted">
        {inForce.by === null
          ? 'These terms come with Bweni. Read them, change whatever is different at your residence, then publish them.'
          : `Version ${inForce.version}, published by ${inForce.by} on ${formatDay(inForce.since)}.`}{' '}
        New terms apply to everyone who moves in after you publish them. Current tenants keep the
        terms they agreed to.
      </p>
      <div className="setting-fields">
        <section className="plate padded stack">
          <TextArea
            label="Terms"
            rows={24}
            className="area terms-text"
            hint={`## before a line makes a heading, - makes a list, an empty line ends a paragraph. ${WIFI_PRICES} stands for the price list.`}
            error={fieldError}
            value={text}
            onChange={({ target }) => {
              publishing.reset()
              setText(target.value)
            }}
          />
          {conflict && (
            <Note kind="warning">
              {conflict.message}{' '}
              <button type="button" className="again" onClick={() => void loadAgain()}>
                Keep what I typed
              </button>{' '}
              <button
                type="button"
                className="again"
                onClick={() => void loadAgain().then((now) => setText(now?.text ?? text))}
              >
                Show what is there now
              </button>
            </Note>
          )}
          <div className="row wrap">
            <SubmitButton busy={busy} busyLabel="Publishing..." disabled={!canPublish}>
              Publish
            </SubmitButton>
            {isChanged && (
              <Button variant="quiet" onClick={discard}>
                Discard changes
              </Button>
            )}
          </div>
          <ActionResult
            success={result && !isChanged && `Version ${was} is published.`}
            error={conflict || fieldError ? null : error}
            fallback="The terms couldn’t be published. Please try again."
          />
        </section>
        <section
          className="plate padded stack terms-preview"
          aria-labelledby="terms-preview"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by keyboard
          tabIndex={0}
        >
          <h2 id="terms-preview">As tenants see them</h2>
          {readTerms(text).map((clause) => (
            <section key={clause.id} className="stack-small">
              {clause.title && <h3>{clause.title}</h3>}
              <ClauseText clause={clause} bundles={offer?.packages ?? []} />
            </section>
          ))}
        </section>
      </div>
      {asking && (
        <ConfirmDialog
          title="Publish these terms?"
          confirmLabel="Publish"
          busy={busy}
          onConfirm={() => void publishing.run().then(() => setAsking(false))}
          onClose={() => setAsking(false)}
        >
          <p>
            Everyone who moves in from now on agrees to them. They can’t be changed afterwards, only
            replaced by another version.
          </p>
        </ConfirmDialog>
      )}
    </form>
  )
}

function Versions({ versions }: { versions: PublishedTerms[] }) {
  const { slug } = useCompany()
  return (
    <section className="plate padded stack-small" aria-labelledby="versions">
      <h2 id="versions">Versions</h2>
      <ul className="staff-list">
        {versions.map(({ version, since, by, tenants }) => (
          <li key={version} className="row between wrap">
            <div>
              <Link to={`/terms/${slug}?version=${version}`}>Version {version}</Link>
              <p className="small muted">
                {by ? `Published by ${by} on ${formatDay(since)}` : 'Comes with Bweni'}
              </p>
            </div>
            <span className="small tabular">
              {tenants === 1 ? '1 tenant agreed to it' : `${tenants} tenants agreed to it`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
