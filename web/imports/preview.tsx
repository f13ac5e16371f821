import { Download } from 'lucide-react'
import { getBadRows, type ImportPreview } from '#contract/imports.ts'
import type { ImportKind } from '#rules/import-columns.ts'
import { formatNumber } from '#rules/money.ts'
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

/** Those that everybody sees. */
const EXAMPLES = 5

const Effects = ({ effects }: { effects: string[] }) => (
  <ul className="effect-list">
    {effects.map((effect) => (
      <li key={effect}>{effect}</li>
    ))}
  </ul>
)

/** What would be added, and which rows can't be. */
export function Effect({ kind, preview, table }: EffectProps) {
  const { rows, added, unchanged, bad, bad_rows, effects, notices, columns } = preview
  const file = useAction(async () => {
    const content = await download(getBadRows, {
      params: { kind },
      body: { columns: JSON.stringify(columns) },
      files: { table },
    })
    saveFile(content)
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
            <dt>To be {kind === 'contacts' ? 'changed' : 'added'}</dt>
            <dd>{formatNumber(added)}</dd>
          </div>
          <div>
            <dt>Already here</dt>
            <dd>{formatNumber(unchanged)}</dd>
          </div>
          <div className={bad > 0 ? 'is-bad' : undefined}>
            <dt>To be corrected</dt>
            <dd>{formatNumber(bad)}</dd>
          </div>
        </dl>
      </div>
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
          <h3>Lines to be corrected</h3>
          <p>
            All lines of a file are imported, or none. Correct these in your file, and choose it
            again.
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
          {rows > bad && (
            <p className="small muted">
              You can import them on their own: correct them in that file, where each has its
              reason, and choose it here. Take the same lines out of your first file, and import
              that, too.
            </p>
          )}
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
