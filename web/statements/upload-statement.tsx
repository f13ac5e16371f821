import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { previewStatement, type StatementPreview, uploadStatement } from '#contract/statements.ts'
import { bankFields } from '#rules/bank-statement.ts'
import { dayOf, formatDay } from '#rules/calendar.ts'
import { joinAnd } from '#rules/join-and.ts'
import { kshCents } from '#rules/money.ts'
import { call } from '../api.ts'
import { changedByBooks } from '../desk/changed-by-books.ts'
import { deskPath } from '../desk/texts.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { Button, SubmitButton } from '../ui/button.tsx'
import { ColumnChoice } from '../ui/column-choice.tsx'
import { TextField } from '../ui/field.tsx'
import { FileButton } from '../ui/file-button.tsx'
import { Note } from '../ui/note.tsx'
import { useAction } from '../ui/use-action.ts'
import { PreviewOfStatement } from './preview.tsx'
import { statementPath } from './texts.ts'

interface Chosen {
  file: File
  /** The staff's name for the bank account. */
  account: string
  /** The columns as staff have set them; null to use those that are recognised. */
  columns: (string | null)[] | null
}

const bodyOf = ({ file, account, columns }: Chosen) => ({
  file_name: file.name,
  ...(account && { account }),
  ...(columns && { columns: JSON.stringify(columns) }),
})

/** Lets staff choose a file, shows its effect, and stores it. */
export function UploadStatement({ onPreview }: { onPreview: (isShown: boolean) => void }) {
  const [chosen, setChosen] = useState<Chosen | null>(null)
  // The preview of the chosen file, which stays on screen while the file is read with other columns.
  const [shown, setShown] = useState<StatementPreview | null>(null)
  // Whether another name for the account is typed than the one that the preview is of.
  const [isRenamed, setRenamed] = useState(false)
  const preview = useAction(
    (one: Chosen) => call(previewStatement, { body: bodyOf(one), files: { table: one.file } }),
    {
      onSuccess(seen) {
        setShown(seen)
        onPreview(true)
      },
    },
  )
  const upload = useAction(
    ({ fingerprint, ...one }: Chosen & { fingerprint: string; toDesk: number }) =>
      call(uploadStatement, { body: { ...bodyOf(one), fingerprint }, files: { table: one.file } }),
    {
      changes: changedByBooks,
      onSuccess: close,
    },
  )
  function close() {
    setChosen(null)
    setShown(null)
    onPreview(false)
  }
  function look(one: Chosen) {
    if (one.file !== chosen?.file) setShown(null)
    setChosen(one)
    setRenamed(false)
    upload.reset()
    void preview.run(one)
  }
  return (
    <>
      {!shown && (
        <section className="plate padded stack" aria-labelledby="choose">
          <h2 id="choose">Upload a statement</h2>
          <p className="bank-account">
            The paybill’s statement as downloaded from M‑Pesa’s portal, or your bank’s as CSV or
            Excel. You see what changes before anything is saved.
          </p>
          <Chooser label="Choose a file" busy={preview.busy} onLook={look} />
          <NotRead error={preview.error} />
        </section>
      )}
      {chosen && shown && (
        <section className="plate padded stack" aria-labelledby="preview">
          <div className="row between wrap">
            <h2 id="preview">{chosen.file.name}</h2>
            <Chooser
              label="Choose another file"
              variant={shown.known ? '' : 'quiet compact aligned'}
              busy={preview.busy}
              onLook={look}
            />
          </div>
          <NotRead error={preview.error} />
          {shown.known ? (
            <Note kind="information">
              {shown.known.by} uploaded this file on {formatDay(dayOf(new Date(shown.known.at)))}.
              There is nothing to do. <Link to={statementPath(shown.known.id)}>See its rows</Link>
            </Note>
          ) : (
            <>
              {shown.bank && (
                <BankFile
                  key={chosen.file.name}
                  bank={shown.bank}
                  account={chosen.account}
                  chosenColumns={chosen.columns}
                  busy={preview.busy}
                  onType={(account) => setRenamed(account !== chosen.account)}
                  onLook={(account, columns) => look({ ...chosen, account, columns })}
                />
              )}
              {shown.fingerprint !== '' && shown.statement && !preview.error && !isRenamed && (
                <PreviewOfStatement preview={shown} statement={shown.statement}>
                  <div className="row wrap">
                    <Button
                      variant={shown.found.credited.rows > 0 ? 'mpesa' : ''}
                      busy={upload.busy}
                      disabled={preview.busy}
                      onClick={() =>
                        void upload.run({
                          ...chosen,
                          fingerprint: shown.fingerprint,
                          toDesk: shown.found.desk.rows + shown.found.taken_back_by_mpesa,
                        })
                      }
                    >
                      {keepLabel(shown)}
                    </Button>
                    <Button variant="quiet" onClick={close}>
                      Cancel
                    </Button>
                  </div>
                </PreviewOfStatement>
              )}
            </>
          )}
        </section>
      )}
      <ActionResult
        takesFocus
        isInformation={() => false}
        success={
          upload.result && (
            <>
              <b>The statement is kept.</b>{' '}
              <Link to={statementPath(upload.result.id)}>See its rows</Link>
              {upload.input && upload.input.toDesk > 0 && (
                <>
                  {' · '}
                  <Link to={deskPath('open')}>Open the desk</Link>
                </>
              )}
            </>
          )
        }
        error={upload.error}
        fallback="The statement wasn’t kept. Please try again: nothing will be credited twice."
      />
    </>
  )
}

interface ChooserProps {
  label: string
  variant?: string
  busy: boolean
  onLook: (one: Chosen) => void
}

const Chooser = ({ onLook, ...button }: ChooserProps) => (
  <FileButton
    {...button}
    name="Statement"
    accept=".csv,.xls,.xlsx,.txt,text/csv,application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    onChoose={(file) => onLook({ file, account: '', columns: null })}
  />
)

const NotRead = ({ error }: { error: Error | null }) => (
  <ActionResult
    success={null}
    error={error}
    isInformation={() => false}
    fallback="The file couldn’t be read. Please try again."
  />
)

function keepLabel({ found: { credited } }: StatementPreview): string {
  return credited.rows === 0
    ? 'Keep the statement'
    : `Keep it and credit ${kshCents(credited.cents)}`
}

interface BankFileProps {
  bank: NonNullable<StatementPreview['bank']>
  account: string
  /** Null to use the columns that are recognised, or remembered for the account's name. */
  chosenColumns: (string | null)[] | null
  busy: boolean
  onType: (account: string) => void
  onLook: (account: string, columns: (string | null)[] | null) => void
}

/** Asks for facts that a bank's file lacks: the account's name, and the meaning of unrecognised columns. */
function BankFile({ bank, account, chosenColumns, busy, onType, onLook }: BankFileProps) {
  const [typed, setTyped] = useState(account)
  const [isUnnamed, setUnnamed] = useState(false)
  const { missing } = bank
  function submit(event: FormEvent) {
    event.preventDefault()
    setUnnamed(typed.trim() === '')
    if (typed.trim() !== '') onLook(typed.trim(), chosenColumns)
  }
  return (
    <form className="stack" onSubmit={submit} noValidate>
      {missing.length > 0 && (
        <Note kind="warning">
          Choose the columns for {joinAnd(missing.map((label) => `“${label}”`))}.
        </Note>
      )}
      <ColumnChoice
        {...bank}
        fields={Object.entries(bankFields).map(([value, { label }]) => ({ value, label }))}
        busy={busy}
        onChange={(columns) => onLook(typed.trim(), columns)}
      />
      <div className="bank-account">
        <TextField
          label="What do you call this bank account?"
          hint="For example Equity 0123. Use the same name next time, and we’ll remember its columns."
          error={isUnnamed ? 'Please give the account a name.' : null}
          announce
          value={typed}
          maxLength={60}
          onChange={({ target }) => {
            setTyped(target.value)
            setUnnamed(false)
            onType(target.value.trim())
          }}
        />
      </div>
      {missing.length === 0 && (
        <div>
          <SubmitButton variant={account ? 'secondary' : ''} busy={busy}>
            Show what changes
          </SubmitButton>
        </div>
      )}
    </form>
  )
}
