import { Download } from 'lucide-react'
import { getBadRows, type ImportPreview } from '#contract/imports.ts'
import type { ImportKind } from '#rules/import-columns.ts'
import { formatNumber, ksh } from '#rules/money.ts'
import { type DayOrder, dayOrders } from '#rules/typed-day.ts'
import { download } from '../api.ts'
import { ActionResult } from '../ui/action-result.tsx'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/note.tsx'
import { saveFile } from '../ui/save-file.ts'
import { useAction } from '../ui/use-action.ts'

interface EffectProps {
  kind: ImportKind
  preview: ImportPreview
  table: Blob
}

/** The number of examples that are shown unfolded. */
const EXAMPLES = 5

const Effects = ({ effects }: { effects: string[] }) => (
  <ul className="effect-list">
    {effects.map((effect) => (
      <li key={effect}>{effect}</li>
    ))}
  </ul>
)

/** The settings with which the preview read the file. */
export const readAs = ({ columns, dates }: ImportPreview) => ({
  columns: JSON.stringify(columns),
  dates: dates?.order ?? undefined,
})

export async function saveBadRows(
  kind: ImportKind,
  table: Blob,
  body: ReturnType<typeof readAs>,
): Promise<void> {
  saveFile(await download(getBadRows, { params: { kind }, body, files: { table } }))
}

interface DatesProps {
  dates: NonNullable<ImportPreview['dates']>
  busy: boolean
  onChoose: (order: DayOrder) => void
}

/** Asks how to read a date such as 1/9/2026 when nothing in the file shows it. */
export const DatesQuestion = ({ dates, busy, onChoose }: DatesProps) => (
  <fieldset className="field">
    <legend className="label">Which day is “{dates.example}” in this file?</legend>
    <div className="row wrap">
      {dayOrders.map((order) => (
        <label key={order} className="check-label">
          <input
            type="radio"
            name="dates"
            disabled={busy}
            checked={dates.order === order}
            onChange={() => onChoose(order)}
          />
          {dates[order]}
        </label>
      ))}
    </div>
    {dates.order === null && (
      <p className="small muted">Nothing in the file shows it, so please choose.</p>
    )}
  </fieldset>
)

/** The rows that would be added, and those that can't be. */
export function Effect({ kind, preview, table }: EffectProps) {
  const { rows, added, unchanged, bad, bad_rows, effects, notices, totals } = preview
  const file = useAction(async () => {
    await saveBadRows(kind, table, readAs(preview))
    return true
  })
  return (
    <>
      <div role="status">
        <dl className="import-counts tabular">
          <div>
            <dt>Lines</dt>
            <dd>{formatNumber(rows)}</dd>
          </div>
          <div>
            <dt>{kind === 'contacts' ? 'To change' : 'New'}</dt>
            <dd>{formatNumber(added)}</dd>
          </div>
          <div>
            <dt>Already here</dt>
            <dd>{formatNumber(unchanged)}</dd>
          </div>
          <div className={bad > 0 ? 'is-bad' : undefined}>
            <dt>To fix</dt>
            <dd>{formatNumber(bad)}</dd>
          </div>
        </dl>
      </div>
      {totals.length > 0 && (
        <p className="tabular">
          {totals
            .map(({ label, shillings, of }) => `${label}: ${ksh(shillings)} (${of})`)
            .join(' · ')}
        </p>
      )}
      {notices.map((notice) => (
        <Note key={notice} kind="warning">
          {notice}
        </Note>
      ))}
      {bad === 0 && added === 0 && (
        <Note kind="information">Everything in this file is already here.</Note>
      )}
      {effects.length > 0 && (
        <div className="stack-small">
          <h3>For example</h3>
          <Effects effects={effects.slice(0, EXAMPLES)} />
          {effects.length > EXAMPLES && (
            <details>
              <summary>More examples</summary>
              <Effects effects={effects.slice(EXAMPLES)} />
            </details>
          )}
        </div>
      )}
      {bad > 0 && (
        <div className="stack-small">
          <h3>Lines to fix</h3>
          <p>
            Correct these in your file and choose it again
            {added > 0 && ', or import the good lines now and these later'}.
          </p>
          <ul className="bad-rows">
            {bad_rows.map(({ line, reason, cells }) => (
              <li key={line}>
                <b className="tabular nowrap">Line {line}</b>
                <span>
                  {reason}
                  <span className="small muted cells">{cells.filter(Boolean).join(' · ')}</span>
                </span>
              </li>
            ))}
          </ul>
          {bad > bad_rows.length && (
            <p className="small muted">And {formatNumber(bad - bad_rows.length)} more.</p>
          )}
          <div>
            <Button
              variant="secondary"
              icon={Download}
              busy={file.busy}
              onClick={() => void file.run()}
            >
              Get these lines as a file
            </Button>
          </div>
          <ActionResult
            success={null}
            error={file.error}
            fallback="The file couldn’t be downloaded. Please try again."
          />
        </div>
      )}
    </>
  )
}
