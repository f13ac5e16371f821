import { Download, FileUp } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { type ImportPreview, importTable, previewImport } from '#contract/imports.ts'
import {
  type FieldName,
  fieldsOf,
  type ImportKind,
  importKinds,
  MAX_IMPORT_ROWS,
} from '#rules/import-columns.ts'
import { formatNumber } from '#rules/money.ts'
import { call } from '../api.ts'
import { RequireStaff } from '../layout/require-auth.tsx'
import { pageTitle } from '../layout/title.ts'
import { Permitted } from '../permission.tsx'
import { roomsPath, tenantsPath } from '../tenancy/staff/paths.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { Field, SelectField } from '../ui/field.tsx'
import { Note } from '../ui/note.tsx'
import { saveFile } from '../ui/save-file.ts'
import { useAction } from '../ui/use-action.ts'
import { changedByImports, countOf, joinAnd, kinds, PastImports } from './past-imports.tsx'
import { Effect } from './preview.tsx'
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
    <RequireStaff title="Import">
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
  const preview = useAction(({ file, columns }: { file: Blob; columns?: Columns }) =>
    call(previewImport, {
      params: { kind },
      body: { columns: columns && JSON.stringify(columns) },
      files: { table: file },
    }),
  )
  const run = useAction(
    ({ file, shown }: { file: Blob; shown: ImportPreview }) =>
      call(importTable, {
        params: { kind },
        body: { columns: JSON.stringify(shown.columns), fingerprint: shown.fingerprint },
        files: { table: file },
      }),
    { changes: changedByImports, onSuccess: () => setTable(null) },
  )
  const shown = preview.result
  function look(file: Blob, columns?: Columns) {
    setTable(file)
    run.reset()
    void preview.run({ file, ...(columns && { columns }) })
  }
  return (
    <>
      <ChooseFile kind={kind} busy={preview.busy} error={preview.error} onChoose={look} />
      {table && shown && (
        <section className="plate padded stack" aria-labelledby="preview">
          <h2 id="preview" tabIndex={-1}>
            Preview
          </h2>
          <ColumnChoice
            kind={kind}
            preview={shown}
            busy={preview.busy}
            onChange={(columns) => look(table, columns)}
          />
          {shown.missing.length > 0 ? (
            <Note kind="warning">
              Say which column has {joinAnd(shown.missing.map((label) => `“${label}”`))}
              {kind === 'contacts' && ', “ID number” or “Phone”'}.
            </Note>
          ) : (
            <Effect kind={kind} preview={shown} table={table} />
          )}
          {shown.missing.length === 0 && shown.bad === 0 && shown.added > 0 && (
            <div>
              <Button
                icon={FileUp}
                busy={run.busy}
                onClick={() => void run.run({ file: table, shown })}
              >
                Import {countOf(kind, shown.added)}
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
          run.result && (
            <>
              <b>{countOf(kind, run.result.added)} imported.</b>{' '}
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

/** A file, or a table that is pasted from a spreadsheet. */
function ChooseFile({ kind, busy, error, onChoose }: ChooseFileProps) {
  const input = useRef<HTMLInputElement>(null)
  const [pasted, setPasted] = useState('')
  function submit(event: FormEvent) {
    event.preventDefault()
    if (pasted.trim() !== '') onChoose(new Blob([pasted], { type: 'text/csv' }))
  }
  return (
    <section className="plate padded stack" aria-labelledby="choose">
      <h2 id="choose">Choose a file</h2>
      <p>
        A CSV file with a heading line and a line for each {kinds[kind].one}, at most{' '}
        {formatNumber(MAX_IMPORT_ROWS[kind])}. Nothing is changed before you have seen what it does.
      </p>
      {kind === 'tenants' && (
        <p className="small muted">
          “Owes” is what they owe today with this month’s rent; a credit is a negative sum. Their
          rent is charged from next month on.
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
        <Button icon={FileUp} busy={busy} onClick={() => input.current?.click()}>
          Choose a file
        </Button>
        <input
          ref={input}
          type="file"
          className="visually-hidden"
          tabIndex={-1}
          aria-label="CSV file"
          accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
          onChange={({ target }) => {
            const [file] = target.files ?? []
            // So that the same file can be chosen again once it is corrected.
            const copy = file && new Blob([file], { type: 'text/csv' })
            target.value = ''
            if (copy) onChoose(copy)
          }}
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
        success={null}
        error={error}
        isInformation={() => false}
        fallback="The file couldn’t be read. Please try again."
      />
    </section>
  )
}

function saveExample(kind: ImportKind) {
  const fields = fieldsOf(kind)
  const lines = [fields.map(([, { label }]) => label), fields.map(([, { example }]) => example)]
  const text = lines.map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\r\n')
  saveFile(new Blob([`\ufeff${text}\r\n`], { type: 'text/csv' }), `${kind}-example.csv`)
}

interface ColumnChoiceProps {
  kind: ImportKind
  preview: ImportPreview
  busy: boolean
  onChange: (columns: Columns) => void
}

/** Which column stands for what. */
function ColumnChoice({ kind, preview, busy, onChange }: ColumnChoiceProps) {
  const { headings, columns, missing } = preview
  const fields = fieldsOf(kind)
  const label = (name: FieldName) => fields.find(([one]) => one === name)?.[1].label ?? name
  const left = headings.filter((_, at) => columns[at] === null)
  return (
    <details className="column-choice" open={missing.length > 0}>
      <summary>
        Columns: {columns.filter((name) => name !== null).length} of {headings.length} are read
        {left.length > 0 && <span className="muted"> (not read: {left.join(', ')})</span>}
      </summary>
      <div className="column-fields">
        {headings.map((heading, at) => (
          <SelectField
            // biome-ignore lint/suspicious/noArrayIndexKey: headings may be equal, and never change their order
            key={at}
            label={heading || `Column ${at + 1}`}
            disabled={busy}
            options={[
              { value: '', label: 'Not read' },
              ...fields.map(([value, { required }]) => ({
                value,
                label: label(value) + (required ? '' : ' (optional)'),
              })),
            ]}
            value={columns[at] ?? ''}
            onChange={({ target }) =>
              onChange(
                columns.map((name, index) =>
                  index === at ? target.value || null : name === target.value ? null : name,
                ),
              )
            }
          />
        ))}
      </div>
    </details>
  )
}
