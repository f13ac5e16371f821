import { useQuery } from '@tanstack/react-query'
import { Download, FileUp } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { type ImportPreview, importTable, listImports, previewImport } from '#contract/imports.ts'
import {
  columnsByHeading,
  type FieldName,
  fieldsOf,
  type ImportKind,
  importFields,
  importKinds,
} from '#rules/import-columns.ts'
import { joinAnd } from '#rules/join-and.ts'
import { formatNumber } from '#rules/money.ts'
import type { DayOrder } from '#rules/typed-day.ts'
import { ApiError, call, query } from '../api.ts'
import { RequireStaff } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { Permitted } from '../permission.tsx'
import { roomsPath, tenantsPath } from '../tenancy/staff/paths.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { ColumnChoice } from '../ui/column-choice.tsx'
import { Field } from '../ui/field.tsx'
import { FileButton } from '../ui/file-button.tsx'
import { Note } from '../ui/note.tsx'
import { saveFile } from '../ui/save-file.ts'
import { useAction } from '../ui/use-action.ts'
import { changedByImports, countOf, kinds, PastImports } from './past-imports.tsx'
import { DatesQuestion, Effect, readAs, saveBadRows } from './preview.tsx'
import './imports.css'

export const meta = pageTitle('Import')

const purposes: Record<ImportKind, string> = {
  rooms: 'Add all rooms at once from a spreadsheet.',
  tenants: 'Add the people who live here already, with what they owe.',
  contacts: 'Change the phone numbers and email addresses of many tenants at once.',
}

export default function ImportPage() {
  const params = useParams()
  const kind = importKinds.find((one) => one === params.kind) ?? 'rooms'
  return (
    <RequireStaff title="This page">
      <div className="page desk-page import-page">
        <div className="desk-head">
          <div>
            <h1>Import</h1>
            <p className="muted">{purposes[kind]}</p>
          </div>
          <nav className="segmented" aria-label="Import">
            {importKinds.map((name) => (
              <Link
                key={name}
                to={`/staff/import/${name}`}
                aria-current={name === kind ? 'page' : undefined}
              >
                {kinds[name].label}
              </Link>
            ))}
          </nav>
        </div>
        <div className="stack space-above">
          <Permitted to="tables" what="import tables">
            <Import key={kind} kind={kind} />
            <PastImports />
          </Permitted>
        </div>
      </div>
    </RequireStaff>
  )
}

type Columns = (FieldName | null)[]

function Import({ kind }: { kind: ImportKind }) {
  const [table, setTable] = useState<Blob | null>(null)
  /** A newer preview, when the import's effect has changed since it was shown. */
  const [newer, setNewer] = useState<ImportPreview | null>(null)
  const [leftOut, setLeftOut] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)
  /** Whether a file was chosen whose preview hasn't been shown yet. */
  const isNew = useRef(false)
  // Columns chosen by hand also apply to the corrected file.
  const chosen = useRef<Record<string, FieldName | null>>({})
  const dates = useRef<DayOrder>(undefined)
  const preview = useAction(({ file, columns }: { file: Blob; columns?: Columns }) =>
    call(previewImport, {
      params: { kind },
      body: {
        columns: columns && JSON.stringify(columns),
        by_heading: JSON.stringify(chosen.current),
        dates: dates.current,
      },
      files: { table: file },
    }),
  )
  const run = useAction(
    async ({ file, shown }: { file: Blob; shown: ImportPreview }) => {
      const as = readAs(shown)
      // Rows that are left out are saved first, so that they aren't lost whatever happens next.
      if (shown.bad > 0) await saveBadRows(kind, file, as)
      return call(importTable, {
        params: { kind },
        body: {
          ...as,
          fingerprint: shown.fingerprint,
          only_good: shown.bad > 0 ? 'true' : undefined,
        },
        files: { table: file },
      })
    },
    {
      changes: changedByImports,
      onSuccess: (_, { shown }) => {
        setTable(null)
        setLeftOut(shown.bad)
      },
      onError(error) {
        if (error instanceof ApiError && error.code === 'changed_meanwhile') {
          setNewer(error.body?.effect as ImportPreview)
        }
      },
    },
  )
  const { data: imports } = useQuery(query(listImports, {}))
  const isUndone = imports?.some(({ id, undone_at }) => id === run.result?.id && undone_at !== null)
  const shown = newer ?? preview.result
  // Scrolls to a new file's preview, which begins below the fold on a phone, but not after a change of columns.
  useEffect(() => {
    if (!preview.result || !isNew.current) return
    isNew.current = false
    heading.current?.focus()
  }, [preview.result])
  function choose(file: Blob) {
    isNew.current = true
    look(file)
  }
  function look(file: Blob, columns?: Columns) {
    setTable(file)
    setNewer(null)
    run.reset()
    void preview.run({ file, ...(columns && { columns }) })
  }
  return (
    <>
      <ChooseFile kind={kind} busy={preview.busy} error={preview.error} onChoose={choose} />
      {table && shown && (
        <section className="plate padded stack" aria-labelledby="preview">
          <h2 id="preview" ref={heading} tabIndex={-1}>
            Preview
          </h2>
          <ColumnChoice
            {...shown}
            fields={fieldsOf(kind).map(([value, { label, required }]) => ({
              value,
              label: required ? label : `${label} (optional)`,
            }))}
            busy={preview.busy}
            onChange={(columns) => {
              Object.assign(
                chosen.current,
                columnsByHeading(importFields[kind], shown.headings, columns),
              )
              look(table, columns)
            }}
          />
          {shown.dates && (
            <DatesQuestion
              dates={shown.dates}
              busy={preview.busy}
              onChoose={(order) => {
                dates.current = order
                look(table, shown.columns)
              }}
            />
          )}
          {shown.missing.length > 0 ? (
            <Note kind="warning">
              Choose the columns for {joinAnd(shown.missing.map((label) => `“${label}”`))}
              {kind === 'contacts' && ', “ID number” or “Phone”'}.
              {shown.missing.includes('Full name') &&
                ' A name may also have two columns, “First name” and “Last name”.'}
            </Note>
          ) : (
            shown.dates?.order !== null && <Effect kind={kind} preview={shown} table={table} />
          )}
          {shown.missing.length === 0 && shown.added > 0 && (
            <div className="stack-small">
              <Button
                icon={FileUp}
                busy={run.busy}
                onClick={() => void run.run({ file: table, shown })}
              >
                {shown.bad === 0
                  ? `Import ${countOf(kind, shown.added)}`
                  : `Import the ${formatNumber(shown.added)} good ${shown.added === 1 ? 'line' : 'lines'}, get the ${shown.bad === 1 ? 'other' : `${formatNumber(shown.bad)} others`} as a file`}
              </Button>
              {kind === 'tenants' && run.busy && shown.added > 100 && (
                <p className="small muted" role="status">
                  This takes up to a minute: each tenant gets a password.
                </p>
              )}
            </div>
          )}
        </section>
      )}
      <ActionResult
        takesFocus
        isInformation={() => false}
        success={
          run.result &&
          !isUndone && (
            <>
              <b>{countOf(kind, run.result.added)} imported.</b>{' '}
              {leftOut > 0 &&
                `${countOf(kind, leftOut)} ${leftOut === 1 ? 'is' : 'are'} in the file that was saved: correct it, and choose it here. `}
              {kind === 'tenants' &&
                'They log in with their phone number; the password is their ID number. '}
              <Link to={kind === 'rooms' ? roomsPath : tenantsPath()}>
                {kind === 'rooms' ? 'All rooms' : 'All tenants'}
              </Link>
            </>
          )
        }
        error={run.error}
        fallback="Nothing was imported. Please try again."
      />
    </>
  )
}

interface ChooseFileProps {
  kind: ImportKind
  busy: boolean
  error: Error | null
  onChoose: (file: Blob) => void
}

/** Lets staff choose a file, or paste a table from a spreadsheet. */
function ChooseFile({ kind, busy, error, onChoose }: ChooseFileProps) {
  const [pasted, setPasted] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    if (pasted.trim() !== '') onChoose(new Blob([pasted], { type: 'text/csv' }))
  }
  return (
    <section className="plate padded stack" aria-labelledby="choose">
      <h2 id="choose">Choose a file</h2>
      <p>
        A CSV file with a heading line and a line for each {kinds[kind].one}. You see what changes
        before anything is saved.
      </p>
      {kind === 'tenants' && (
        <p className="small muted">
          “Owes” is what they owe today, including this month’s rent; a credit is a negative number.
          “Deposit held” is apart from it: what you hold of theirs. Rent is charged from next month.
        </p>
      )}
      {kind === 'contacts' && (
        <p className="small muted">
          Each line says whose contact it is by account number or ID number, or by the phone number
          they have. An empty cell changes nothing. They log in with the new number or address, and
          keep their password.
        </p>
      )}
      <div className="row wrap">
        <FileButton
          label="Choose a file"
          name="CSV file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          busy={busy}
          onChoose={onChoose}
        />
        <Button variant="secondary" icon={Download} onClick={() => saveExample(kind)}>
          Get an example
        </Button>
      </div>
      <details className="paste">
        <summary>Or paste a table</summary>
        <form className="stack-small" onSubmit={submit}>
          <Field label="Table" hint="Copied from a spreadsheet, with its heading line.">
            {(control) => (
              <textarea
                {...control}
                className="input text-box area"
                rows={6}
                spellCheck={false}
                value={pasted}
                onChange={({ target }) => setPasted(target.value)}
              />
            )}
          </Field>
          <div>
            <SubmitButton variant="secondary" busy={busy}>
              Preview
            </SubmitButton>
          </div>
        </form>
      </details>
      <ActionResult
        takesFocus
        success={null}
        error={error}
        isInformation={() => false}
        fallback="The file couldn’t be read. Please try again."
      />
    </section>
  )
}

function saveExample(kind: ImportKind) {
  const fields = fieldsOf(kind).filter(([, { example }]) => example !== null)
  const lines = [fields.map(([, { label }]) => label), fields.map(([, { example }]) => example)]
  const text = lines.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\r\n')
  saveFile(new File([`\ufeff${text}\r\n`], `${kind}-example.csv`, { type: 'text/csv' }))
}
